"""The retention rule (001 §7, R23): unimportant, not pinned, not used for 60 days."""

from datetime import timedelta

import pytest

from memories import importance
from memories.maintenance.forget_memories import forget_unused
from workspaces.models import Workspace

pytestmark = pytest.mark.django_db

OLD = timedelta(days=60, minutes=1)
RECENT = timedelta(days=59, hours=23)


@pytest.fixture
def run(home, now):
    return lambda: forget_unused(workspace_id=home.workspace_id, now=now)


@pytest.fixture
def old(write, age):
    """Write a memory that was created 60 days ago and never shown."""

    def _old(**fields):
        memory_id = write(**{"importance": 0.2} | fields)
        age(memory_id, created_at=OLD)
        return memory_id

    return _old


def test_it_is_forgotten_with_the_event_ttl(old, run, state, events):
    memory_id = old()
    assert run() == 1
    assert state(memory_id) == "soft_deleted"
    assert events(memory_id)[-1] == ("TTL", "system:forget_unused")


def test_not_before_sixty_days(write, age, run, state):
    memory_id = write(importance=0.2)
    age(memory_id, created_at=RECENT)
    assert run() == 0
    assert state(memory_id) == "active"


def test_the_last_access_counts_not_the_creation(old, age, run, state):
    memory_id = old()
    age(memory_id, last_accessed_at=RECENT)
    assert run() == 0
    age(memory_id, last_accessed_at=OLD)
    assert run() == 1


@pytest.mark.parametrize(("value", "kept"), [(0.0, False), (0.3, False), (0.31, True), (0.4, True), (1.0, True)])
def test_only_below_level_two(old, run, state, value, kept):
    memory_id = old(importance=value)
    run()
    assert state(memory_id) == ("active" if kept else "soft_deleted")
    assert (importance.to_level(value) >= 2) == kept


def test_pinned_ones_stay(old, run):
    old(pinned=True)
    assert run() == 0


@pytest.mark.parametrize("memory_type", ["procedural", "source_object"])
def test_procedures_and_source_objects_stay(old, run, memory_type):
    old(memory_type=memory_type)
    assert run() == 0


def test_facts_stay(set_fact, age, run):
    age(set_fact(importance=0.1), created_at=OLD)
    assert run() == 0


@pytest.mark.parametrize("memory_type", ["semantic", "episodic", "insight"])
def test_all_others_go(old, run, memory_type):
    old(memory_type=memory_type)
    assert run() == 1


def test_a_workspace_may_switch_it_off(home, old, run):
    old()
    Workspace.objects.filter(id=home.workspace_id).update(retention_enabled=False)
    assert run() == 0


def test_the_days_and_the_level_are_settings(old, run, settings):
    old(importance=0.5)
    settings.RETENTION_LEVEL = 4
    settings.RETENTION_DAYS = 61
    assert run() == 0
    settings.RETENTION_DAYS = 60
    assert run() == 1


def test_restored_it_stays(old, run, restore, state):
    memory_id = old()
    run()
    restore(memory_id)
    assert run() == 0
    assert state(memory_id) == "active"
