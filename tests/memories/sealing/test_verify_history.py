"""`manage.py verify_history`: what a superuser of the database changes is found, and the first place is named."""

import json
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from memories.maintenance.purge import purge_memories
from memories.models import History, HistorySalt, Memory
from memories.sealing.leaves import leaf_of
from memories.sealing.log import SealLogMismatch
from memory_project.supervisor.prepare import check_seal_key
from memory_project.supervisor.progress import Progress
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)

ALL_COLUMNS = (
    "workspace_id, memory_id, person_id, namespace_path, category, sensitivity_rank, event, old_version_id, "
    "new_version_id, actor_kind, actor_id, actor_label, key_id, decision_id, change_id, meta, commitment"
)


@pytest.fixture
def sealed(write, seal, rows):
    """Three rows under the first seal, two under the second; their ids."""
    for number in range(3):
        write(f"Text {number}", key=str(number))
    seal()
    for number in range(2):
        write(f"More {number}", key=str(number))
    seal()
    return rows()


def test_what_nobody_touched_holds(home, sealed, write, command):
    write("Not sealed yet.", key="new")
    assert command() == (0, f"Home ({home.workspace_id}) holds: 2 seals over 5 rows, 1 waiting\n")


def test_one_workspace_can_be_asked_for(home, elsewhere, sealed, command, superuser):
    superuser("UPDATE memories_history SET event = 'DELETE' WHERE id = %s", sealed[0])
    assert command("--workspace", str(elsewhere.workspace_id))[0] == 0
    assert command("--workspace", str(home.workspace_id))[0] == 1
    assert command()[0] == 1


@pytest.mark.parametrize(
    "change",
    ["event = 'DELETE'", "actor_label = 'agent:nobody'", "created_at = created_at - interval '1 day'",
     "meta = '{\"x\": 1}'", "person_id = NULL", "commitment = repeat('0', 64)"],
)  # fmt: skip
def test_a_changed_row_is_named(sealed, command, superuser, change):
    superuser(f"UPDATE memories_history SET {change} WHERE id = %s", sealed[1])
    code, said = command()
    assert code == 1
    assert f"BROKEN at seal 1, row {sealed[1]}: the row was changed" in said


def test_a_deleted_row_is_named(sealed, command, superuser):
    superuser("DELETE FROM memories_history WHERE id = %s", sealed[3])
    assert f"BROKEN at seal 2, row {sealed[3]}: the row was deleted" in command()[1]


def test_so_it_is_when_its_entry_went_with_it(sealed, command, superuser):
    superuser("DELETE FROM memories_history WHERE id = %s", sealed[3])
    superuser("DELETE FROM memories_sealentry WHERE history_id = %s", sealed[3])
    assert "BROKEN at seal 2: it sealed 2 rows, and 1 are left" in command()[1]


def test_a_row_put_in_afterwards_is_named(sealed, command, superuser, seal):
    forged = "00000000-0000-7000-8000-000000000000"
    superuser(
        f"INSERT INTO memories_history (id, created_at, {ALL_COLUMNS}) "
        f"SELECT %s, created_at - interval '9 days', {ALL_COLUMNS} FROM memories_history WHERE id = %s",
        forged,
        sealed[0],
    )
    assert seal() == 0
    assert f"BROKEN at row {forged}: the row is in no seal" in command()[1]


def test_a_row_put_in_with_a_present_date_has_no_salt(sealed, command, superuser, seal, rows):
    superuser(
        f"INSERT INTO memories_history (id, created_at, {ALL_COLUMNS}) "
        f"SELECT 'ffffffff-ffff-7fff-8fff-ffffffffffff', now(), {ALL_COLUMNS} FROM memories_history WHERE id = %s",
        sealed[0],
    )
    seal()
    assert f"BROKEN at seal 3, row {rows()[-1]}: its salt is gone" in command()[1]


def test_a_row_slipped_into_a_seal_is_found(sealed, command, superuser, write, rows):
    write("Slipped in.", key="new")
    superuser(
        "INSERT INTO memories_sealentry (id, workspace_id, seal_id, history_id, position, leaf_hash) SELECT "
        "gen_random_uuid(), workspace_id, seal_id, %s, 3, leaf_hash FROM memories_sealentry WHERE history_id = %s",
        rows()[-1],
        sealed[4],
    )
    code, said = command()
    assert (code, "BROKEN at seal 2" in said) == (1, True)


def test_reordered_rows_are_found(sealed, command, superuser):
    superuser("UPDATE memories_sealentry SET position = 99 WHERE history_id = %s", sealed[0])
    superuser("UPDATE memories_sealentry SET position = 1 WHERE history_id = %s", sealed[1])
    superuser("UPDATE memories_sealentry SET position = 2 WHERE history_id = %s", sealed[0])
    assert f"BROKEN at seal 1, row {sealed[0]}: the rows were reordered" in command()[1]


def test_rows_that_changed_places_are_found(sealed, command, superuser):
    spare = "00000000-0000-0000-0000-000000000001"
    for old, new in ((sealed[0], spare), (sealed[1], sealed[0]), (spare, sealed[1])):
        superuser("UPDATE memories_history SET id = %s WHERE id = %s", new, old)
    assert f"row {sealed[0]}: the row was changed" in command()[1]


def test_a_row_changed_together_with_its_leaf_is_found(sealed, command, superuser, home):
    superuser("UPDATE memories_history SET event = 'DELETE' WHERE id = %s", sealed[1])
    with scope.enter(home.workspace_id):
        forged = leaf_of(History.objects.get(id=sealed[1])).hex()
    superuser("UPDATE memories_sealentry SET leaf_hash = %s WHERE history_id = %s", forged, sealed[1])
    assert "BROKEN at seal 1: its rows, or their order, are not those that were sealed" in command()[1]


@pytest.mark.parametrize(
    "change",
    [
        "content = 'Forged.'",
        "summary = 'Forged.'",
        "metadata = '{\"x\": 1}'",
        "content_hash = repeat('0', 64)",
    ],
)
def test_a_changed_content_is_named_by_the_row_that_wrote_it(sealed, command, superuser, change):
    changed = superuser(
        f"UPDATE memories_memoryversion SET {change} "
        "WHERE id = (SELECT new_version_id FROM memories_history WHERE id = %s)",
        sealed[2],
    )
    assert changed == 1
    assert f"BROKEN at seal 1, row {sealed[2]}: the content it wrote was changed" in command()[1]


def test_a_destroyed_content_is_named_unless_it_was_purged(sealed, command, superuser):
    version = "(SELECT new_version_id FROM memories_history WHERE id = %s)"
    superuser(f"DELETE FROM memories_memoryversion WHERE id = {version}", sealed[2])
    assert f"row {sealed[2]}: its content is gone, though nobody purged it" in command()[1]


def test_a_destroyed_salt_is_named(home, sealed, command):
    with scope.enter(home.workspace_id):
        HistorySalt.objects.filter(history_id=sealed[0]).delete()
    assert f"row {sealed[0]}: its salt is gone, though its content is there" in command()[1]


def test_after_a_purge_the_chain_still_holds(home, sealed, command, forget, seal, now):
    with scope.enter(home.workspace_id):
        memory_id = Memory.objects.get(key="0").id
    forget(memory_id)
    with scope.enter(home.workspace_id):
        Memory.objects.filter(id=memory_id).update(purge_at=Now() - timedelta(seconds=1))
    assert purge_memories(workspace_id=home.workspace_id, now=now) == 1
    assert command()[0] == 0
    seal()
    assert command()[0] == 0


@pytest.mark.parametrize(
    ("kept", "said"),
    [(1, "BROKEN at seal 2: the log lacks its head"), (0, "BROKEN at seal 1: the log lacks its head")],
)
def test_a_truncated_log_is_found(sealed, command, log_file, kept, said):
    log_file.write_text("".join(log_file.read_text().splitlines(keepends=True)[:kept]))
    assert said in command()[1]


def test_a_log_cut_amid_a_line_is_found(sealed, command, log_file):
    log_file.write_text(log_file.read_text()[:-20])
    assert command()[0] == 1


def test_a_changed_log_is_found(sealed, command, log_file):
    log_file.write_text(log_file.read_text().replace('"count": 3', '"count": 4'))
    assert "BROKEN at seal 1: the log says something else" in command()[1]


def test_a_missing_log_is_found(sealed, command, log_file):
    log_file.unlink()
    assert "BROKEN at seal 1: the log lacks its head" in command()[1]


def test_a_database_rolled_back_is_found(sealed, command, superuser):
    superuser("DELETE FROM memories_sealentry WHERE seal_id = (SELECT id FROM memories_auditseal WHERE seq = 2)")
    superuser("DELETE FROM memories_auditseal WHERE seq = 2")
    superuser("DELETE FROM memories_history WHERE id = ANY(%s)", sealed[3:])
    assert "BROKEN at seal 2: the log has this seal, the database does not" in command()[1]


def test_a_seal_taken_out_is_found(sealed, command, superuser):
    superuser("DELETE FROM memories_auditseal WHERE seq = 1")
    assert "BROKEN at seal 1: this seal is gone" in command()[1]


def test_a_forged_seal_has_no_signature(sealed, command, superuser):
    superuser("UPDATE memories_auditseal SET root = repeat('0', 64) WHERE seq = 2")
    assert "BROKEN at seal 2: its signature does not hold" in command()[1]


def test_metadata_with_odd_numbers_holds(write, seal, command):
    write(metadata={"a": 1e16, "b": -0.0, "c": 1e300, "d": [0.1, 2.50, 1e-7], "e": 10**30})
    seal()
    assert command()[0] == 0


@pytest.mark.parametrize("left", [0, 1])
def test_a_lost_or_cut_log_is_completed_from_the_database(write, seal, command, log_file, left):
    for text in ("One.", "Two.", "Three."):
        write(text)
        seal()
    whole = log_file.read_bytes()
    log_file.write_bytes(b"".join(whole.splitlines(keepends=True)[:left]))
    assert command()[0] == 1
    code, said = command("--complete-log")
    assert (code, log_file.read_bytes()) == (0, whole)
    assert f"{3 - left} heads were written again" in said


def test_a_log_that_says_something_else_is_not_completed(write, seal, command, log_file):
    write("One.")
    seal()
    other = json.loads(log_file.read_text()) | {"root": "0" * 64}
    log_file.write_text(json.dumps(other) + "\n")
    write("Two.")
    assert command("--complete-log")[0] == 1
    assert len(log_file.read_text().splitlines()) == 1


def test_a_log_is_not_completed_from_a_database_that_was_changed(write, seal, command, log_file, superuser):
    write()
    seal()
    log_file.unlink()
    superuser("UPDATE memories_history SET actor_label = 'somebody else'")
    assert command("--complete-log")[0] == 1
    assert not log_file.read_text()


def test_a_start_with_another_key_is_warned_of(write, seal, settings):
    write()
    seal()
    lines = []
    check_seal_key(Progress(lines.append))
    assert lines == []
    settings.SEAL_KEY = "made anew in an empty data folder"
    check_seal_key(Progress(lines.append))
    assert len(lines) == 1 and "SEAL_TRUSTED_KEYS" in lines[0]
    write("More.")
    with pytest.raises(SealLogMismatch, match="another key"):
        seal()
