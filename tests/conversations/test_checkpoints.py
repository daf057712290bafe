"""Checkpoints: what saving replaces, what pruning leaves, and what copying takes along (001 §15)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from pydantic import ValidationError

from conversations.access import ChangedMeanwhile, NotAllowed, UnknownPerson
from conversations.actions.copy_checkpoints import ThreadTaken, copy_checkpoints
from conversations.actions.prune_checkpoints import delete_checkpoints, delete_runs, prune_checkpoints
from conversations.actions.save_checkpoint import put_writes, save_checkpoint
from conversations.checkpoint_queries import ThreadStates, threads_of
from conversations.drafts import CheckpointDraft, WriteDraft, WritesDraft
from conversations.models import Checkpoint, CheckpointWrite
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actors import system_actor
from workspaces.models import Grant, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def save(home, supervisor, now):
    def _save(checkpoint_id="", *, thread="t", actor=supervisor, at=now, person_id=None, expected=None, **fields):
        draft = CheckpointDraft(checkpoint_id=checkpoint_id, **{"checkpoint": {"step": checkpoint_id}} | fields)
        return save_checkpoint(
            draft,
            person_id=person_id or home.user_id,
            thread_id=thread,
            actor=actor,
            now=at,
            expected_change_id=expected,
        )

    return _save


@pytest.fixture
def put(home, supervisor, now):
    def _put(checkpoint_id, *writes, thread="t", actor=supervisor, task_id="task", ns=""):
        draft = WritesDraft(
            checkpoint_ns=ns,
            checkpoint_id=checkpoint_id,
            task_id=task_id,
            writes=tuple(WriteDraft(**w) for w in writes),
        )
        return put_writes(draft, person_id=home.user_id, thread_id=thread, actor=actor, now=now)

    return _put


@pytest.fixture
def states(home):
    def _states(thread="t"):
        with scope.enter(home.workspace_id):
            rows = Checkpoint.objects.thread(thread).newest_first()
            return [(row.checkpoint_ns, row.checkpoint_id) for row in rows]

    return _states


@pytest.fixture
def writes(home):
    def _writes(thread="t"):
        with scope.enter(home.workspace_id):
            rows = CheckpointWrite.objects.filter(thread_id=thread).order_by("checkpoint_id", "task_id", "idx")
            return [(row.checkpoint_id, row.idx, row.value) for row in rows]

    return _writes


@pytest.fixture
def thread(home, supervisor, now):
    return {"person_id": home.user_id, "thread_id": "t", "actor": supervisor, "now": now}


def test_a_save_without_an_id_replaces_the_one_before_and_its_writes(save, put, states, writes):
    first = save(checkpoint={"step": 1})
    put(first.checkpoint_id, {"channel": "c", "value": 1})
    second = save(checkpoint={"step": 2})
    assert (first.is_new, second.is_new, second.checkpoint_id) == (True, False, first.checkpoint_id)
    assert len(states()) == 1 and writes() == []


def test_a_save_with_an_id_keeps_its_writes(save, put, writes):
    save("1")
    put("1", {"channel": "c", "value": 1})
    save("1", checkpoint={"step": "again"})
    assert writes() == [("1", 0, 1)]


def test_the_single_state_and_the_history_of_a_thread_are_apart(save, states):
    single = save()
    save("1")
    save()
    assert sorted(checkpoint_id for _, checkpoint_id in states()) == sorted(["1", single.checkpoint_id])


def test_each_namespace_has_its_own_single_state(save, states):
    save()
    save(checkpoint_ns="child")
    assert sorted(ns for ns, _ in states()) == ["", "child"]


def test_replacing_keeps_the_first_time_and_changes_the_tag(save, now):
    first = save("1")
    second = save("1", at=now + timedelta(hours=1))
    assert (second.created_at, second.updated_at) == (now, now + timedelta(hours=1))
    assert second.change_id != first.change_id


def test_the_run_id_comes_from_the_metadata_without_one_of_its_own(save, home):
    save("1", metadata={"run_id": "from metadata"})
    save("2", metadata={"run_id": "from metadata"}, run_id="own")
    with scope.enter(home.workspace_id):
        assert dict(Checkpoint.objects.values_list("checkpoint_id", "run_id")) == {"1": "from metadata", "2": "own"}


def test_an_expected_tag_has_to_be_the_current_one(save):
    first = save("1")
    second = save("1", expected=first.change_id)
    with pytest.raises(ChangedMeanwhile):
        save("1", expected=first.change_id)
    assert not save("1", expected=second.change_id).is_new


def test_an_expected_tag_of_a_state_that_does_not_exist_is_refused(save):
    with pytest.raises(ChangedMeanwhile):
        save("1", expected=uuid4())


def test_an_agent_replaces_no_state_of_another(save, planner, states, home):
    save("1")
    with pytest.raises(NotAllowed, match="Another agent"):
        save("1", actor=planner, checkpoint={"mine": True})
    with scope.enter(home.workspace_id):
        assert Checkpoint.objects.get().checkpoint == {"step": "1"}


def test_the_supervisor_replaces_what_no_agent_saved_and_nothing_of_an_agent_s(save, states, planner, home):
    save("1", actor=planner)
    with pytest.raises(NotAllowed, match="Another agent"):
        save("1")
    save("2", actor=system_actor(home.workspace_id, "import"))
    assert not save("2").is_new
    with pytest.raises(NotAllowed, match="Another agent"):
        save("2", actor=planner)


def test_writes_of_langgraph_s_own_channels_are_replaced_by_their_agent_alone(put, writes, planner):
    put("1", {"channel": "__error__", "value": "first", "idx": -1}, actor=planner)
    with pytest.raises(NotAllowed, match="Another agent"):
        put("1", {"channel": "__error__", "value": "planted", "idx": -1}, {"channel": "out", "value": 1})
    assert writes() == [("1", -1, "first")]


def test_an_unknown_person_has_no_states(save):
    with pytest.raises(UnknownPerson):
        save("1", person_id=uuid4())


def test_a_person_being_erased_gets_no_more_states(save, put, home, now):
    with scope.enter(home.workspace_id):
        Person.objects.filter(id=home.user_id).update(erasure_asked_at=now)
    with pytest.raises(UnknownPerson):
        save("1")
    with pytest.raises(UnknownPerson):
        put("1", {"channel": "c"})


@pytest.mark.parametrize("checkpoint_id", ["é", "a\nb", "x" * 257])
def test_an_id_is_short_printable_ascii(checkpoint_id):
    with pytest.raises(ValidationError):
        CheckpointDraft(checkpoint_id=checkpoint_id, checkpoint={})


def test_writes_without_an_index_take_their_place(put, writes):
    assert put("1", {"channel": "a", "value": "x"}, {"channel": "b", "value": "y"}) == 2
    assert writes() == [("1", 0, "x"), ("1", 1, "y")]


def test_a_task_that_runs_again_changes_nothing(put, writes):
    put("1", {"channel": "a", "value": "first"})
    put("1", {"channel": "a", "value": "second"})
    assert writes() == [("1", 0, "first")]


def test_a_write_below_zero_is_replaced(put, writes):
    put("1", {"channel": "__error__", "value": "first", "idx": -1})
    put("1", {"channel": "__error__", "value": "second", "idx": -1})
    assert writes() == [("1", -1, "second")]


def test_the_same_index_twice_in_a_call_counts_once(put, writes):
    assert put("1", {"channel": "a", "value": 1, "idx": 4}, {"channel": "a", "value": 2, "idx": 4}) == 1
    assert writes() == [("1", 4, 2)]


def test_pending_writes_are_listed_under_their_own_state(save, put, thread, home):
    for one in ("1", "2"):
        save(one)
        put(one, {"channel": "c", "value": one})
    put("2", {"channel": "c", "value": "child"}, ns="child")
    with scope.enter(home.workspace_id):
        view = ThreadStates(home.user_id, "t", thread["actor"], thread["now"])
        pending = view.pending_on(list(view.states()))
    assert {place: [row.value for row in rows] for place, rows in pending.items()} == {
        ("", "2"): ["2"],
        ("", "1"): ["1"],
    }


def test_pruning_keeps_the_newest_of_each_namespace(save, put, states, writes, thread):
    for one in ("1", "2", "3"):
        save(one)
        save(one, checkpoint_ns="child")
        put(one, {"channel": "c", "value": one})
    removed = prune_checkpoints(**thread, keep_last=2)
    assert (removed.checkpoints, removed.writes) == (2, 1)
    assert states() == [("", "3"), ("child", "3"), ("", "2"), ("child", "2")]
    assert [checkpoint_id for checkpoint_id, _, _ in writes()] == ["2", "3"]


def test_pruning_leaves_recent_states_and_counts_them_among_the_newest(save, states, thread, now):
    for one, days in (("1", 9), ("2", 9), ("3", 1), ("4", 1)):
        save(one, at=now - timedelta(days=days))
    week = now - timedelta(days=7)
    assert prune_checkpoints(**thread, keep_last=2, older_than=week).checkpoints == 2
    assert states() == [("", "4"), ("", "3")]
    assert prune_checkpoints(**thread, keep_last=1, older_than=week).checkpoints == 0


def test_pruning_by_run_leaves_other_runs(save, states, thread):
    for one, run in (("1", "a"), ("2", "b"), ("3", "a")):
        save(one, run_id=run)
    assert prune_checkpoints(**thread, keep_last=1, run_ids=["a"]).checkpoints == 1
    assert states() == [("", "3"), ("", "2")]


def test_pruning_leaves_other_threads_and_people(home, save, states, thread):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    save("1")
    save("1", thread="other")
    save("1", person_id=ben.id)
    assert prune_checkpoints(**thread, keep_last=0).checkpoints == 1
    assert states("other") == [("", "1")] and states() == [("", "1")]


def test_an_agent_prunes_its_own_states_only(save, states, thread, planner):
    save("1")
    save("2", actor=planner)
    assert prune_checkpoints(**thread | {"actor": planner}, keep_last=0).checkpoints == 1
    assert states() == [("", "1")]


def test_deleting_a_thread_needs_its_current_tag(save, states, thread):
    save("1")
    current = save("2")
    with pytest.raises(ChangedMeanwhile):
        delete_checkpoints(**thread, expected_change_id=uuid4())
    assert delete_checkpoints(**thread, expected_change_id=current.change_id).checkpoints == 2
    assert states() == []


def test_deleting_a_run_takes_its_writes_in_every_thread(save, put, states, writes, thread):
    for name in ("t", "u"):
        save("1", thread=name, run_id="r")
        save("2", thread=name, run_id="s")
        for one in ("1", "2"):
            put(one, {"channel": "c", "value": one}, thread=name)
    del thread["thread_id"]
    removed = delete_runs(run_ids=["r"], **thread)
    assert (removed.checkpoints, removed.writes) == (2, 2)
    assert states("t") == states("u") == [("", "2")]
    assert writes("u") == [("2", 0, "2")]


def test_a_copy_has_states_writes_and_tags_and_is_on_its_own(save, put, states, writes, thread, home):
    save("1", parent_id="0", run_id="r", metadata={"a": 1})
    put("1", {"channel": "c", "value": "x"})
    assert copy_checkpoints(**thread, to_thread_id="copy") == (1, 1)
    with scope.enter(home.workspace_id):
        names = ("parent_id", "run_id", "metadata", "checkpoint", "change_id", "agent_id", "created_at")
        assert len(set(map(str, Checkpoint.objects.values_list(*names)))) == 1
    delete_checkpoints(**thread)
    assert states("copy") == [("", "1")] and writes("copy") == [("1", 0, "x")]


def test_a_copy_goes_to_an_empty_thread_only(save, thread, states):
    save("1")
    save("9", thread="taken")
    with pytest.raises(ThreadTaken):
        copy_checkpoints(**thread, to_thread_id="taken")
    assert states("taken") == [("", "9")]


def test_an_agent_copies_its_own_states_only(save, states, thread, planner):
    save("1")
    save("2", actor=planner)
    assert copy_checkpoints(**thread | {"actor": planner}, to_thread_id="copy") == (1, 0)
    assert states("copy") == [("", "2")]


def test_without_a_grant_nothing_is_saved_pruned_or_copied(home, save, thread, now):
    save("1")
    with scope.enter(home.workspace_id):
        Grant.objects.all().delete()
    planner = authenticate_key(home.api_keys["planner"], now=now)
    whom = thread | {"actor": planner}
    for attempt in (
        lambda: save("2", actor=planner),
        lambda: prune_checkpoints(**whom),
        lambda: delete_checkpoints(**whom),
        lambda: copy_checkpoints(**whom, to_thread_id="copy"),
    ):
        with pytest.raises(NotAllowed):
            attempt()


def test_threads_count_their_states_writes_and_bytes(home, save, put, supervisor, now):
    save("1", thread="a")
    save("2", thread="a", checkpoint_ns="child", at=now + timedelta(minutes=5))
    put("1", {"channel": "c", "value": "x" * 500}, thread="a")
    save("1", thread="b")
    with scope.enter(home.workspace_id):
        a, b = threads_of(supervisor, now=now, person_id=home.user_id)
        assert [row.thread_id for row in threads_of(supervisor, now=now, after="a")] == ["b"]
    assert (a.thread_id, list(a.namespaces), a.checkpoints, a.writes) == ("a", ["", "child"], 2, 1)
    assert a.updated_at == now + timedelta(minutes=5)
    assert (b.checkpoints, b.writes) == (1, 0) and a.size_bytes > b.size_bytes > 0
