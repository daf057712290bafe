"""What a text states is read before a submission takes its locks, and once."""

import pytest
from django.db import connection

from consent import gate
from consent.changes import ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.gate import submit, submit_many
from consent.outcomes import Queued
from memories.drafts import FactDraft, MemoryDraft
from providers import statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(monkeypatch):
    """Texts in the order in which they are read, with whether an address was locked meanwhile."""
    found = []
    really = statements.sensitive_of_each

    def sensitive_of_each(texts, *args, **fields):
        found.extend((text, holds_a_lock()) for text in texts)
        return really(texts, *args, **fields)

    monkeypatch.setattr(statements, "sensitive_of_each", sensitive_of_each)
    return found


def holds_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()")
        return cursor.fetchone()[0] > 0


@pytest.fixture
def note(home):
    def _note(content, key, **fields):
        namespace = ("memories", str(home.user_id))
        return WriteMemory(draft=MemoryDraft(namespace=namespace, key=key, content=content, **fields))

    return _note


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "change",
    [
        lambda memory_id, home, note: note("Monday.", "a"),
        lambda memory_id, home, note: note("Monday.", "other", metadata={"city": "Lisbon"}),
        lambda memory_id, home, note: ForgetMemory(memory_id=memory_id),
        lambda memory_id, home, note: RestoreMemory(memory_id=memory_id, version=1),
        lambda memory_id, home, note: SetFact(
            draft=FactDraft(person_id=home.user_id, category="preference", key="tea", value="green")
        ),
    ],
    ids=["update", "new", "forget", "restore", "fact"],
)
def test_no_text_is_read_under_a_lock(home, note, supervisor, now, read, change):
    memory_id = submit(note("Friday.", "a"), actor=supervisor, now=now).memory_id
    submit(note("Saturday.", "a"), actor=supervisor, now=now)
    submit(change(memory_id, home, note), actor=supervisor, now=now)
    assert read and not [text for text, locked in read if locked]


@pytest.mark.django_db(transaction=True)
def test_nor_in_a_batch_that_writes_a_key_twice(note, supervisor, now, read):
    batch = [note(f"Release {n}.", f"n{n % 7}") for n in range(10)]
    submit_many(batch, actor=supervisor, now=now)
    assert read and not [text for text, locked in read if locked]


def test_each_text_is_read_once(note, supervisor, now, read):
    submit_many([note("Friday.", "a"), note("Friday.", "b")], actor=supervisor, now=now)
    told = [text for text, _ in read]
    assert len(told) == len(set(told)) and "Friday." in told


def test_what_another_writer_put_there_meanwhile_is_read_all_the_same(note, supervisor, person, now, monkeypatch):
    """A sentence that nobody foresaw may still not be overwritten without the person."""
    really = gate.prepare_batch

    def outrun(changes, **fields):
        prepared = really(changes, **fields)
        monkeypatch.setattr(gate, "prepare_batch", really)
        submit(note("Ana lives in Lisbon.", "a"), actor=person, now=now)
        return prepared

    monkeypatch.setattr(gate, "prepare_batch", outrun)
    assert isinstance(submit(note("Friday.", "a"), actor=supervisor, now=now), Queued)
