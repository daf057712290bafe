"""Operational events (001 §14): what happened, where, and how it ended; without content."""

from datetime import UTC, datetime, timedelta

import pytest

from consent.changes import MergeMemories
from consent.gate import submit
from memories.maintenance.forget_memories import forget_expired
from memories.maintenance.purge import purge_memories
from memories.maintenance.record_event import record_event
from memories.models import Memory, OperationalEvent
from memories.models.operational_event import Node, Operation
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(home):
    """All events in order, as `node op status`."""

    def _told():
        with scope.enter(home.workspace_id):
            rows = OperationalEvent.objects.order_by("id")
            return [f"{row.node} {row.op} {row.status}" for row in rows]

    return _told


def test_a_write_is_told(told, write):
    write()
    assert "hotpath create ok" in told()


def test_updating_forgetting_and_restoring(told, write, forget, restore):
    memory_id = write("One.")
    write("Two.")
    forget(memory_id)
    restore(memory_id)
    done = [line for line in told() if "classify" not in line]
    assert done == [f"hotpath {op} ok" for op in ("create", "update", "delete", "restore")]


def test_an_episode_counts_as_episodic_and_a_job_as_worker(home, told, write):
    write(memory_type="episodic", key="e")
    write(actor=system_actor(home.workspace_id, "extract"), key="w")
    assert {"episodic create ok", "worker create ok"} <= set(told())


def test_the_worker_s_own_operations(home, told, write, age, now):
    memory_id = write(expires_at=now - timedelta(seconds=1))
    forget_expired(workspace_id=home.workspace_id, now=now)
    age(memory_id, purge_at=timedelta(seconds=1))
    purge_memories(workspace_id=home.workspace_id, now=now)
    assert told()[-2:] == ["worker ttl ok", "worker purge ok"]


def test_a_merge_is_told(home, told, write, now):
    one, other = write("Ana drinks tea.", key="one"), write("Tea is what Ana drinks.", key="other")
    with scope.enter(home.workspace_id):
        change_id = Memory.objects.get(id=other).change_id
    change = MergeMemories(memory_id=one, absorbed_id=other, absorbed_change_id=change_id, band="auto", cosine=0.93)
    submit(change, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    assert "worker merge ok" in told()


def test_it_says_who_where_and_what_about(home, write, now):
    memory_id = write(thread_id="chat", category="goals")
    with scope.enter(home.workspace_id):
        event = OperationalEvent.objects.get(op="create")
    assert (event.person_id, event.thread_id, event.memory_id, event.category, event.created_at) == (
        home.user_id, "chat", memory_id, "goals", now,
    )  # fmt: skip


def test_a_search_tells_its_best_score(home, now):
    with scope.enter(home.workspace_id):
        record_event(node=Node.CONTEXT, op=Operation.SEARCH, person_id=home.user_id, sim=0.83, now=now)
    with scope.enter(home.workspace_id):
        assert OperationalEvent.objects.get().sim == 0.83


def test_all_of_a_transaction_are_one_insert(home, now, django_assert_num_queries):
    with scope.enter(home.workspace_id):
        for _ in range(5):
            record_event(node=Node.HOTPATH, op=Operation.SEARCH, now=now)
        assert OperationalEvent.objects.count() == 0
    with scope.enter(home.workspace_id):
        assert OperationalEvent.objects.count() == 5


def test_what_is_rolled_back_did_not_happen(home, now, told):
    with pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        record_event(node=Node.HOTPATH, op=Operation.SEARCH, now=now)
        raise RuntimeError
    assert told() == []


def test_counts_by_op_node_and_day(home):
    monday = datetime(2026, 3, 2, 23, 59, tzinfo=UTC)
    with scope.enter(home.workspace_id):
        for at in (monday, monday, monday + timedelta(minutes=2)):
            record_event(node=Node.HOTPATH, op=Operation.CREATE, now=at)
        record_event(node=Node.WORKER, op=Operation.TTL, now=monday)
    with scope.enter(home.workspace_id):
        rows = OperationalEvent.objects.between(monday - timedelta(days=1), None).counts()
        counted = [(str(row["day"]), row["node"], row["op"], row["status"], row["count"]) for row in rows]
        before = list(OperationalEvent.objects.between(None, monday).counts())
    assert counted == [
        ("2026-03-03", "hotpath", "create", "ok", 1),
        ("2026-03-02", "hotpath", "create", "ok", 2),
        ("2026-03-02", "worker", "ttl", "ok", 1),
    ]
    assert before == []


def test_only_what_one_may_see_is_counted(home, write, now, supervisor, planner, person, stranger):
    write(category="goals", key="a")
    write(category="relationships", key="b")

    def seen(actor):
        with scope.enter(actor.workspace_id):
            rows = OperationalEvent.objects.visible_to(actor, now=now).filter(op="create")
            return sorted(rows.values_list("category", flat=True))

    assert seen(supervisor) == seen(person) == ["goals", "relationships"]
    assert seen(planner) == ["goals"]
    assert seen(stranger) == []
