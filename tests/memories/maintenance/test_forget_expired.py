"""TTL (001 §7, 003): what has outlived its time is soft-deleted by a job, and can be restored."""

from datetime import timedelta

import pytest

from memories.maintenance.forget_memories import forget_expired
from memories.models import Fact, Memory
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(home, now):
    return lambda: forget_expired(workspace_id=home.workspace_id, now=now)


def test_what_has_expired_is_forgotten_with_the_event_ttl(write, run, state, events, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    assert run() == 1
    assert state(memory_id) == "soft_deleted"
    assert events(memory_id)[-1] == ("TTL", "system:forget_expired")


def test_it_is_purged_thirty_days_later(home, write, run, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    run()
    with scope.enter(home.workspace_id):
        assert Memory.objects.get(id=memory_id).purge_at == now + timedelta(days=30)


def test_what_has_not_expired_stays(write, run, state, now):
    soon, never = write(key="a", expires_at=now + timedelta(hours=1)), write(key="b")
    assert run() == 0
    assert (state(soon), state(never)) == ("active", "active")


def test_a_pinned_or_important_memory_expires_too(write, run, state, now):
    memory_id = write(expires_at=now - timedelta(seconds=1), pinned=True, importance=1.0)
    run()
    assert state(memory_id) == "soft_deleted"


def test_an_expired_fact_no_longer_holds(home, set_fact, age, run):
    memory_id = set_fact()
    age(memory_id, expires_at=timedelta(seconds=1))
    run()
    with scope.enter(home.workspace_id):
        assert not Fact.objects.active().exists()


def test_restored_it_stays(write, run, restore, state, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    run()
    restore(memory_id)
    assert run() == 0
    assert state(memory_id) == "active"


def test_twice_changes_nothing(write, run, events, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    assert (run(), run()) == (1, 0)
    assert [event for event, _ in events(memory_id)] == ["ADD", "TTL"]


def test_another_workspace_s_memories_are_left_alone(elsewhere, write, state, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    assert forget_expired(workspace_id=elsewhere.workspace_id, now=now) == 0
    assert state(memory_id) == "active"
