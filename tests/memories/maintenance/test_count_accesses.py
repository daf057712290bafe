"""Access counts: one insert a query, counted by a job that waits for nobody (001 §7)."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from memories.maintenance.count_accesses import count_accesses
from memories.models import Memory, MemoryAccess
from workspaces import scope
from workspaces.models import uuid7


@pytest.fixture
def show(home, now):
    """Note that these memories were shown."""

    def _show(*memory_ids, at=now):
        with scope.enter(home.workspace_id):
            MemoryAccess.objects.create(memory_ids=list(memory_ids), accessed_at=at)

    return _show


@pytest.fixture
def count(home):
    return lambda: count_accesses(workspace_id=home.workspace_id)


@pytest.fixture
def accesses(home):
    def _accesses(memory_id):
        with scope.enter(home.workspace_id):
            return Memory.objects.values_list("access_count", "last_accessed_at").get(id=memory_id)

    return _accesses


@pytest.fixture
def noted(home):
    def _noted():
        with scope.enter(home.workspace_id):
            return MemoryAccess.objects.count()

    return _noted


@pytest.mark.django_db
def test_until_it_is_counted_a_memory_is_not_touched(write, show, accesses, noted):
    memory_ids = [write(key=str(number)) for number in range(3)]
    show(*memory_ids)
    assert accesses(memory_ids[0]) == (0, None)
    assert noted() == 1


@pytest.mark.django_db
def test_the_job_counts_all_of_them_and_keeps_the_latest_time(write, show, count, accesses, noted, now):
    often, once = write(key="a"), write(key="b")
    show(often, once, at=now - timedelta(minutes=2))
    show(often, at=now)
    show(often, at=now - timedelta(minutes=1))
    assert count() == 3
    assert accesses(often)[0] == 3
    assert accesses(once) == (1, now - timedelta(minutes=2))
    assert noted() == 0


@pytest.mark.django_db
def test_an_older_access_does_not_move_the_time_back(write, show, count, accesses, now):
    memory_id = write()
    show(memory_id, at=now)
    count()
    show(memory_id, at=now - timedelta(days=1))
    count()
    assert accesses(memory_id) == (2, now)


@pytest.mark.django_db
def test_counting_is_a_handful_of_queries(write, show, home, django_assert_max_num_queries):
    memory_id = write()
    for _ in range(20):
        show(memory_id)
    with django_assert_max_num_queries(12):
        count_accesses(workspace_id=home.workspace_id)


@pytest.mark.django_db
def test_it_is_no_change_of_what_is_remembered(home, write, show, count, events):
    memory_id = write()
    with scope.enter(home.workspace_id):
        before = Memory.objects.values("change_id", "updated_at", "version").get(id=memory_id)
    show(memory_id)
    count()
    with scope.enter(home.workspace_id):
        assert Memory.objects.values("change_id", "updated_at", "version").get(id=memory_id) == before
    assert len(events(memory_id)) == 1


@pytest.mark.django_db
def test_memories_that_are_gone_are_forgotten_about(show, count, noted):
    show(uuid7())
    assert count() == 1
    assert noted() == 0


@pytest.mark.django_db(transaction=True)
def test_a_memory_being_written_is_counted_later_and_not_waited_for(home, write, show, count, accesses, noted):
    busy, free = write(key="busy"), write(key="free")
    show(busy, busy, free)
    is_locked, may_go = threading.Event(), threading.Event()

    def hold():
        with scope.enter(home.workspace_id):
            Memory.objects.select_for_update().get(id=busy)
            is_locked.set()
            may_go.wait(30)
        connection.close()

    writer = threading.Thread(target=hold)
    writer.start()
    is_locked.wait(30)
    count()
    assert (accesses(busy)[0], accesses(free)[0]) == (0, 1)
    may_go.set()
    writer.join()
    assert count() == 1
    assert (accesses(busy)[0], noted()) == (2, 0)
