"""Purging (001 §7): 30 days after it was forgotten, nothing of a memory is left but the fact that there was one."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection

from consent.outcomes import Refused
from conversations.models import ChangeLog
from memories.authority import authorize_maintenance
from memories.maintenance.forget_memories import forget_expired
from memories.maintenance.purge import purge_memories
from memories.models import (
    Chunk,
    Embedding,
    Fact,
    History,
    HistorySalt,
    Memory,
    MemoryVersion,
    Provenance,
    Relation,
    SourceName,
    SourceReference,
)
from workspaces import scope
from workspaces.actors import system_actor

PARTS = [
    Memory, MemoryVersion, Chunk, Embedding, Fact, HistorySalt, ChangeLog, Relation, Provenance, SourceName,
    SourceReference,
]  # fmt: skip


@pytest.fixture
def run(home, now):
    return lambda: purge_memories(workspace_id=home.workspace_id, now=now)


@pytest.fixture
def forgotten(write, forget, age):
    """A memory with two versions, forgotten so long ago that it is due."""
    write("A very particular sentence.")
    memory_id = write("A quite particular sentence.")
    forget(memory_id)
    age(memory_id, purge_at=timedelta(seconds=1))
    return memory_id


@pytest.mark.django_db
def test_nothing_of_its_content_is_left(home, forgotten, run):
    assert run() == 1
    with scope.enter(home.workspace_id):
        assert [part.__name__ for part in PARTS if part.objects.exists()] == []


@pytest.mark.django_db
def test_no_table_says_its_words_any_more(home, forgotten, run):
    def tables_that_say_it():
        with scope.enter(home.workspace_id), connection.cursor() as cursor:
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            found = []
            for (table,) in cursor.fetchall():
                cursor.execute(f'SELECT EXISTS (SELECT 1 FROM "{table}" t WHERE t::text LIKE %s)', ["%particular%"])
                found += [table] if cursor.fetchone()[0] else []
            return sorted(found)

    assert tables_that_say_it() == ["conversations_changelog", "memories_chunk", "memories_memoryversion"]
    run()
    assert tables_that_say_it() == []


@pytest.mark.django_db
def test_history_keeps_that_it_happened(forgotten, run, events):
    run()
    assert [event for event, _ in events(forgotten)] == ["ADD", "UPDATE", "DELETE", "PURGE"]
    assert events(forgotten)[-1] == ("PURGE", "system:purge_memories")


@pytest.mark.django_db
def test_before_its_time_it_stays_and_can_be_restored(write, forget, age, restore, run, state):
    memory_id = write()
    forget(memory_id)
    age(memory_id, purge_at=timedelta(minutes=-1))
    assert run() == 0
    restore(memory_id)
    assert state(memory_id) == "active"


@pytest.mark.django_db
def test_a_restored_one_is_no_longer_due(forgotten, restore, run, state):
    restore(forgotten)
    assert run() == 0
    assert state(forgotten) == "active"


@pytest.mark.django_db
def test_a_purged_one_can_not_be_restored(forgotten, run, restore):
    run()
    assert isinstance(restore(forgotten), Refused)


@pytest.mark.django_db
def test_a_fact_goes_with_all_its_values(home, set_fact, forget, age, run):
    set_fact(value="vegetarian")
    memory_id = set_fact(value="vegan")
    forget(memory_id)
    age(memory_id, purge_at=timedelta(seconds=1))
    assert run() == 1
    with scope.enter(home.workspace_id):
        assert not Fact.objects.exists()


@pytest.mark.django_db
def test_a_source_object_goes_with_its_names_edges_and_origin(home, ingest, write, link, age, now, researcher, run):
    memory_id = ingest(source_id="acme/app#7").memory_id
    other = write("Another memory.", key="other", namespace=("shared", "team"), category="history")
    link(memory_id, other, actor=researcher)
    with scope.enter(home.workspace_id):
        assert Relation.objects.filter(from_memory_id=memory_id).exists()
        assert Provenance.objects.filter(memory_id=memory_id).exists()
        assert SourceName.objects.filter(memory_id=memory_id).exists()
    age(memory_id, expires_at=timedelta(seconds=1))
    assert forget_expired(workspace_id=home.workspace_id, now=now) == 1
    age(memory_id, purge_at=timedelta(seconds=1))
    assert run() == 1
    with scope.enter(home.workspace_id):
        assert not Relation.objects.exists()
        assert not SourceName.objects.exists()
        assert set(Provenance.objects.values_list("memory_id", flat=True)) == {other}
        assert Memory.objects.get().id == other


@pytest.mark.django_db
def test_its_address_is_free_again(home, forgotten, run, write):
    run()
    memory_id = write("Something new.")
    assert memory_id != forgotten
    with scope.enter(home.workspace_id):
        assert Memory.objects.get(id=memory_id).version == 1


@pytest.mark.django_db
def test_the_others_are_left_alone(home, forgotten, run, write, state):
    other = write("Another memory.", key="other")
    run()
    assert state(other) == "active"
    with scope.enter(home.workspace_id):
        assert HistorySalt.objects.count() == 1


@pytest.mark.django_db
def test_twice_changes_nothing(forgotten, run):
    assert (run(), run()) == (1, 0)


REFUSED = {
    "write": lambda change: Memory.objects.update(category="profile", change_id=change.id),
    "edit a version": lambda change: MemoryVersion.objects.update(content="Saturday."),
    "revive": lambda change: Memory.objects.update(state="active", change_id=change.id),
    "destroy one alive": lambda change: Memory.objects.filter(state="active").delete(),
    "destroy its versions": lambda change: MemoryVersion.objects.filter(memory__state="active").delete(),
    "destroy its facts": lambda change: Fact.objects.filter(memory__state="active").delete(),
    "rewrite a fact": lambda change: Fact.objects.update(value="carnivore"),
    "forget and change": lambda change: Memory.objects.filter(state="active").update(
        state="soft_deleted", importance=0.9
    ),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", REFUSED.values(), ids=REFUSED.keys())
def test_upkeep_can_do_nothing_else(home, forgotten, write, set_fact, now, change):
    write("Another memory.", key="other")
    set_fact()
    actor = system_actor(home.workspace_id, "upkeep")
    with (
        pytest.raises(DatabaseError, match=r"only through consent\.gate\.submit"),
        scope.enter(home.workspace_id),
        authorize_maintenance(actor=actor, now=now) as authority,
    ):
        change(authority)


@pytest.mark.django_db(transaction=True)
def test_nothing_is_destroyed_without_saying_so(home, forgotten, now, state):
    actor = system_actor(home.workspace_id, "upkeep")
    with (
        pytest.raises(DatabaseError, match="destroyed without its history row"),
        scope.enter(home.workspace_id),
        authorize_maintenance(actor=actor, now=now),
    ):
        Memory.objects.filter(id=forgotten).delete()
    assert state(forgotten) == "soft_deleted"


@pytest.mark.django_db(transaction=True)
def test_the_authority_ends_with_its_block(home, forgotten, now):
    with (
        pytest.raises(DatabaseError, match=r"only through consent\.gate\.submit"),
        scope.enter(home.workspace_id),
    ):
        with authorize_maintenance(actor=system_actor(home.workspace_id, "upkeep"), now=now):
            pass
        Memory.objects.filter(id=forgotten).delete()
    with scope.enter(home.workspace_id):
        assert History.objects.filter(memory_id=forgotten, event="PURGE").count() == 0
