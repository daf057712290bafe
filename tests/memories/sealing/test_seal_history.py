"""Sealing (architecture, rule 4): committed rows, each once, under a signed head that also stands outside."""

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection

from memories.maintenance.seal_history import seal_history
from memories.models import AuditSeal, History, SealEntry
from memories.sealing import keys
from memories.sealing.heads import Head
from memories.sealing.leaves import COLUMNS
from memories.sealing.log import SealLogMismatch
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def seals(home):
    def _seals():
        with scope.enter(home.workspace_id):
            return list(AuditSeal.objects.order_by("seq"))

    return _seals


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_all_rows_are_sealed_once(home, write, seal, rows):
    write("One.")
    write("Two.")
    assert (seal(), seal()) == (2, 0)
    with scope.enter(home.workspace_id):
        sealed = list(SealEntry.objects.order_by("position").values_list("history_id", flat=True))
    assert sealed == rows()


def test_each_seal_follows_the_one_before(write, seal, seals):
    for text in ("One.", "Two.", "Three."):
        write(text)
        seal()
    first, second, third = seals()
    assert [each.seq for each in seals()] == [1, 2, 3]
    assert (first.previous_root, second.previous_root, third.previous_root) == ("", first.root, second.root)


def test_nothing_new_makes_no_seal(seal, seals):
    assert seal() == 0
    assert seals() == []


def test_each_head_stands_in_the_log_with_its_signature(write, seal, seals, log_file):
    write()
    seal()
    (line,), (row,) = lines(log_file), seals()
    assert (line["root"], line["count"], line["seq"]) == (row.root, 1, 1)
    assert line["public_key"] == keys.public_key()
    assert Head.from_line(json.dumps(line)).is_signed


def test_only_its_owner_may_read_the_log(write, seal, log_file):
    write()
    seal()
    assert log_file.stat().st_mode & 0o777 == 0o600


def test_batches_are_bounded_and_none_is_forgotten(write, seal, seals, monkeypatch):
    monkeypatch.setattr("memories.maintenance.seal_history.BATCH", 2)
    for number in range(5):
        write(f"Text {number}")
    assert [seal() for _ in range(4)] == [2, 2, 1, 0]
    assert [each.count for each in seals()] == [2, 2, 1]


def test_the_key_is_not_in_the_database(write, seal, settings):
    write()
    seal()
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(
                f'SELECT EXISTS (SELECT 1 FROM "{table}" t WHERE t::text LIKE %s)', [f"%{settings.SEAL_KEY}%"]
            )
            assert cursor.fetchone() == (False,), table


def test_a_leaf_covers_every_column_of_a_row():
    assert set(COLUMNS) == {field.attname for field in History._meta.concrete_fields}


def test_workspaces_have_chains_of_their_own(home, elsewhere, write, seal, seal_dir, now):
    write()
    assert seal_history(workspace_id=elsewhere.workspace_id, now=now) == 0
    assert seal() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", ["memories_auditseal", "memories_sealentry"])
def test_seals_are_append_only(home, write, seal, table):
    write()
    seal()
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET id = id"):
        refused = pytest.raises(DatabaseError, match="append-only")
        with refused, scope.enter(home.workspace_id), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
def test_a_row_that_is_committed_late_falls_into_the_next_seal(home, write, seal, rows, verify, now):
    """Its id is older than those of rows that were sealed before it."""
    is_written, may_commit = threading.Event(), threading.Event()

    def write_slowly():
        with scope.enter(home.workspace_id):
            row = History(
                category="goals", event="LINK", actor_kind="system", actor_label="system:test",
                change_id=home.user_id, commitment="0" * 64, created_at=now,
            )  # fmt: skip
            row.save()
            is_written.set()
            may_commit.wait(30)
        connection.close()

    writer = threading.Thread(target=write_slowly)
    writer.start()
    is_written.wait(30)
    write()
    assert seal() == 1
    may_commit.set()
    writer.join()
    assert seal() == 1
    with scope.enter(home.workspace_id):
        by_seal = list(SealEntry.objects.order_by("seal__seq").values_list("history_id", flat=True))
    assert by_seal == list(reversed(rows()))
    assert verify().holds


@pytest.mark.django_db(transaction=True)
def test_two_sealers_at_once_seal_each_row_once(home, write, now, verify):
    for number in range(6):
        write(f"Text {number}")

    def run(_number):
        try:
            return seal_history(workspace_id=home.workspace_id, now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(run, range(4))) == 6
    assert verify().holds


def test_a_head_that_a_crash_kept_from_the_log_is_added(write, seal, log_file, verify):
    write("One.")
    seal()
    kept = log_file.read_text()
    write("Two.")
    seal()
    log_file.write_text(kept)
    write("Three.")
    seal()
    assert [line["seq"] for line in lines(log_file)] == [1, 2, 3]
    assert verify().holds


@pytest.mark.parametrize("damage", ["", "not a head\n"])
def test_a_log_that_lost_more_is_not_continued(write, seal, log_file, damage):
    for text in ("One.", "Two."):
        write(text)
        seal()
    log_file.write_text(damage)
    write("Three.")
    with pytest.raises(SealLogMismatch):
        seal()


def test_with_another_key_the_chain_is_not_continued_by_itself(write, seal, log_file, settings, verify):
    write("One.")
    seal()
    old_key = keys.public_key()
    settings.SEAL_KEY = "another key"
    assert "signature" in str(verify().first_break)
    settings.SEAL_TRUSTED_KEYS = [old_key]
    write("Two.")
    seal()
    assert verify().holds


def written_at(home, at):
    """A row whose writer's clock said this."""
    with scope.enter(home.workspace_id):
        return History.objects.create(
            id=f"{int(at.timestamp() * 1000):012x}" + "7" + "0" * 3 + "8" + "0" * 15,
            category="goals", event="LINK", actor_kind="system", actor_label="system:test",
            change_id=home.user_id, commitment="0" * 64, created_at=at,
        ).id  # fmt: skip


def test_old_rows_without_any_seal_are_sealed_from_the_oldest(home, write, seal, now, verify):
    """A backlog of any age is worked off: only what is older than something sealed can be too late."""
    for days in (40, 20, 3):
        written_at(home, now - timedelta(days=days))
    write()
    assert seal() == 4
    assert verify().holds


@pytest.mark.parametrize("days", [2, 30])
def test_what_is_written_after_the_clock_was_set_back_is_sealed(home, seal, verify, now, days):
    fast = now + timedelta(days=days)
    for at in (now - timedelta(days=days), now, fast):
        written_at(home, at)
        assert seal(at) == 1
    for minutes in (1, 2):
        at = now + timedelta(minutes=minutes)
        written_at(home, at)
        assert verify(at).pending == 1
        assert seal(at) == 1
        assert verify(at).holds


def test_a_row_with_a_past_date_is_not_taken_for_one_of_a_clock_that_was_set_back(home, seal, verify, now):
    written_at(home, now - timedelta(days=30))
    for at in (now, now + timedelta(days=3)):
        written_at(home, at)
        seal(at)
    written_at(home, now - timedelta(days=2))
    assert seal(now) == 0
    assert "older ones than it" in str(verify(now).first_break)


def test_a_full_disk_leaves_no_half_line_and_sealing_goes_on_when_there_is_room(
    write, seal, verify, log_file, monkeypatch
):
    write("One.")
    seal()
    before, write_all = log_file.read_bytes(), os.write
    write("Two.")
    with monkeypatch.context() as full, pytest.raises(OSError, match="No space left"):
        full.setattr("memories.sealing.log.os.write", lambda file, line: write_all(file, line[:32]))
        seal()
    assert log_file.read_bytes() == before
    seal()
    assert verify().holds and len(lines(log_file)) == 2


def test_half_a_line_after_a_crash_is_written_again(write, seal, verify, log_file, caplog):
    for text in ("One.", "Two."):
        write(text)
        seal()
    whole = log_file.read_bytes()
    log_file.write_bytes(whole[:-100])
    assert "the next sealing adds it" in str(verify().first_break)
    seal()
    assert log_file.read_bytes() == whole and verify().holds
    assert "written again from the database" in caplog.text


def test_half_a_line_of_something_else_stops_sealing(write, seal, log_file):
    write()
    seal()
    with log_file.open("a") as file:
        file.write('{"count": 7')
    with pytest.raises(SealLogMismatch, match="half a line"):
        seal()
