"""The second wall behind the gate: triggers refuse what did not come through it (architecture, rules 1 and 4)."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection

from memories.authority import authorize
from memories.models import Fact, History, Memory, MemoryVersion
from memories.models.choices import Trust
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def memory_id(write):
    return write("Friday.").memory_id


@pytest.mark.parametrize(
    "change",
    [
        lambda: Memory.objects.update(category="profile"),
        lambda: Memory.objects.update(state="soft_deleted"),
        lambda: Memory.objects.all().delete(),
        lambda: MemoryVersion.objects.update(content="Saturday."),
        lambda: MemoryVersion.objects.all().delete(),
        lambda: Fact.objects.create(
            person_id=uuid4(), memory_id=uuid4(), memory_version_id=uuid4(), category="identity", key="city",
            value="x", valid_from="2026-01-01T00:00Z",
        ),
    ],
    ids=["update", "soft delete", "delete", "edit version", "delete version", "add fact"],
)  # fmt: skip
def test_nothing_is_changed_past_the_gate(home, memory_id, change):
    with pytest.raises(DatabaseError, match=r"only through consent\.gate\.submit"), scope.enter(home.workspace_id):
        change()


def test_access_counts_may_be(home, memory_id):
    with scope.enter(home.workspace_id):
        assert Memory.objects.update(access_count=3) == 1


def test_a_change_without_its_history_is_not_committed(home, memory_id, supervisor, now):
    authority = authorize(actor=supervisor, now=now, trust=Trust.AGENT)
    unrecorded = pytest.raises(DatabaseError, match="without its history row")
    with unrecorded, scope.enter(home.workspace_id), authority as change:
        Memory.objects.update(category="profile", change_id=change.id)
    with scope.enter(home.workspace_id):
        assert Memory.objects.get().category == "general"


@pytest.mark.parametrize("statement", ["UPDATE memories_history SET event = 'ADD'", "DELETE FROM memories_history"])
def test_history_is_append_only(home, memory_id, statement):
    refused = pytest.raises(DatabaseError, match="append-only")
    with refused, scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute(statement)


def test_history_holds_no_content(home, write):
    write("A very particular sentence.")
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM memories_history h WHERE h::text LIKE '%particular%'")
        assert cursor.fetchone() == (0,)


def test_no_write_is_without_its_history(home, memory_id):
    with scope.enter(home.workspace_id):
        assert History.objects.filter(memory_id=memory_id).count() == 1
