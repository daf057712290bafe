"""What is kept for some time only: states of threads, idempotency keys, operational events."""

from datetime import timedelta

import pytest

from conversations.actions.save_checkpoint import put_writes, save_checkpoint
from conversations.drafts import CheckpointDraft, WriteDraft, WritesDraft
from conversations.models import Checkpoint, CheckpointWrite
from interfaces.models import IdempotencyRecord
from interfaces.models.idempotency import STORED_FOR
from memories.maintenance.record_event import record_event
from memories.models import OperationalEvent
from memories.models.operational_event import Node, Operation
from operations import jobs
from workspaces import scope

pytestmark = pytest.mark.django_db
OLD = timedelta(days=31)


@pytest.fixture
def save(home, supervisor, now):
    """Save states of a thread with a pending write each, `age` ago."""

    def _save(*ids, thread="t", ns="", age=OLD, single=False):
        whose = {"person_id": home.user_id, "thread_id": thread, "actor": supervisor, "now": now - age}
        for one in ids:
            draft = CheckpointDraft(checkpoint={}, checkpoint_ns=ns, checkpoint_id="" if single else one)
            save_checkpoint(draft, **whose)
            write = WritesDraft(checkpoint_ns=ns, checkpoint_id=one, task_id="a", writes=(WriteDraft(channel="c"),))
            put_writes(write, **whose)

    return _save


@pytest.fixture
def left(home):
    """The ids of the states that are left, and how many writes."""

    def _left():
        with scope.enter(home.workspace_id):
            ids = Checkpoint.objects.order_by("checkpoint_id").values_list("checkpoint_id", flat=True)
            return "".join(ids), CheckpointWrite.objects.count()

    return _left


def test_the_newest_states_stay_and_their_writes_with_them(save, left, settings):
    settings.CHECKPOINT_KEEP = 2
    save("a", "b", "c", "d")
    assert jobs.maintenance.prune_checkpoints(None) == 2
    assert left() == ("cd", 2)
    assert jobs.maintenance.prune_checkpoints(None) == 0


def test_what_was_saved_lately_stays(save, left, settings):
    settings.CHECKPOINT_KEEP = 1
    save("a", "b", "c", age=timedelta(days=29))
    assert jobs.maintenance.prune_checkpoints(None) == 0


def test_recent_states_count_among_the_newest(save, left, settings):
    settings.CHECKPOINT_KEEP = 2
    save("a", "b", "c")
    save("d", "e", age=timedelta(days=1))
    assert jobs.maintenance.prune_checkpoints(None) == 3
    assert left() == ("de", 2)


def test_each_namespace_and_thread_has_its_own_newest(save, left, settings):
    settings.CHECKPOINT_KEEP = 1
    save("a", "b")
    save("c", "d", ns="child")
    save("e", "f", thread="u")
    assert jobs.maintenance.prune_checkpoints(None) == 3
    assert left() == ("bdf", 3)


def test_the_current_state_stays_whatever_the_settings_say(save, left, settings):
    settings.CHECKPOINT_KEEP = settings.CHECKPOINT_DAYS = 0
    save("a", age=timedelta(days=900))
    assert jobs.maintenance.prune_checkpoints(None) == 0


def test_another_workspace_s_states_are_left_alone(elsewhere, save, left, settings):
    settings.CHECKPOINT_KEEP = 1
    save("a", "b")
    assert jobs.maintenance.prune_checkpoints(elsewhere.workspace_id) == 0
    assert left() == ("ab", 2)


def test_expired_keys_go_and_younger_ones_stay(home, now):
    with scope.enter(home.workspace_id):
        for key, age in (("old", STORED_FOR + timedelta(minutes=1)), ("new", STORED_FOR - timedelta(minutes=1))):
            made = now - age
            IdempotencyRecord.objects.create(caller="c", key=key, fingerprint="f", created_at=made, claimed_at=made)
    assert jobs.maintenance.prune_idempotency(None) == 1
    assert jobs.maintenance.prune_idempotency(None) == 0
    with scope.enter(home.workspace_id):
        assert IdempotencyRecord.objects.get().key == "new"


def test_operational_events_are_kept_a_year(home, now):
    with scope.enter(home.workspace_id):
        for days in (364, 366):
            record_event(node=Node.WORKER, op=Operation.MERGE, now=now - timedelta(days=days))
    assert jobs.maintenance.prune_operational_events(None) == 1
    with scope.enter(home.workspace_id):
        assert OperationalEvent.objects.count() == 1
