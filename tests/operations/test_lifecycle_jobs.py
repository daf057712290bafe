"""The jobs of upkeep: in every workspace, on a schedule that the worker can run."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from consent.changes import WriteMemory
from consent.gate import submit
from memories.drafts import MemoryDraft
from memories.models import AuditSeal, Memory, MemoryAccess
from memories.sealing.log import SealLogMismatch
from operations import jobs
from operations.models import JobRun, Schedule
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db

NIGHTLY = ["forget_unused", "purge_memories", "purge_chunks"]
OFTEN = ["count_accesses", "forget_expired", "seal_history"]


@pytest.fixture
def write(now):
    """Write a memory in a workspace; returns its id."""

    def _write(workspace, **fields):
        actor = system_actor(workspace.workspace_id, "test")
        draft = MemoryDraft(namespace=("memories", str(workspace.user_id)), key="note", content="A note.", **fields)
        return submit(WriteMemory(draft=draft), actor=actor, now=now).memory_id

    return _write


def states(*workspaces):
    found = []
    for workspace in workspaces:
        with scope.enter(workspace.workspace_id):
            found += Memory.objects.values_list("state", flat=True)
    return found


def set_times(workspace, **times):
    with scope.enter(workspace.workspace_id):
        Memory.objects.update(**{name: Now() - by for name, by in times.items()})


@pytest.mark.parametrize("job", NIGHTLY + OFTEN)
def test_each_is_scheduled_and_can_be_run(job):
    assert job in jobs.JOBS
    assert jobs.JOBS[job](None) == 0
    every = Schedule.objects.get(job=job).every_seconds
    assert (every == 24 * 3600) == (job in NIGHTLY)


def test_every_workspace_is_served(home, elsewhere, write, now):
    for workspace in (home, elsewhere):
        write(workspace, expires_at=now - timedelta(seconds=1))
    assert jobs.maintenance.forget_expired(None) == 2
    assert states(home, elsewhere) == ["soft_deleted", "soft_deleted"]


def test_or_the_one_that_was_asked_for(home, elsewhere, write, now):
    for workspace in (home, elsewhere):
        write(workspace, expires_at=now - timedelta(seconds=1))
    assert jobs.maintenance.forget_expired(elsewhere.workspace_id) == 1
    assert states(home, elsewhere) == ["active", "soft_deleted"]


def test_an_access_noted_just_now_saves_a_memory_from_the_night(home, write, now):
    memory_id = write(home, importance=0.1)
    set_times(home, created_at=timedelta(days=61))
    with scope.enter(home.workspace_id):
        MemoryAccess.objects.create(memory_ids=[memory_id], accessed_at=now)
    assert jobs.maintenance.forget_unused(None) == 0
    assert states(home) == ["active"]


def test_a_whole_life(home, write, now):
    write(home, importance=0.1)
    set_times(home, created_at=timedelta(days=61))
    assert jobs.maintenance.forget_unused(None) == 1
    assert jobs.maintenance.purge_memories(None) == 0
    set_times(home, purge_at=timedelta(seconds=1))
    assert jobs.maintenance.purge_memories(None) == 1
    assert states(home) == []


def test_more_old_receipts_than_a_turn_drops_go_in_several_runs(home, now, monkeypatch):
    """A run that takes ten minutes is killed: with RETRIEVAL_EVENT_DAYS lowered there may be work for hours."""
    monkeypatch.setattr("operations.jobs.sweep.TURN_SECONDS", 0)
    monkeypatch.setattr("retrieval.recording.PRUNED_AT_ONCE", 2)
    with scope.enter(home.workspace_id):
        for _ in range(3):
            RetrievalEvent.objects.create(actor_label="agent", query="?", created_at=now - timedelta(days=91))
    assert jobs.maintenance.prune_retrieval_events(home.workspace_id) == 2
    assert JobRun.objects.get(job="prune_retrieval_events").workspace_id == home.workspace_id
    assert jobs.maintenance.prune_retrieval_events(home.workspace_id) == 1


def test_a_workspace_whose_seals_disagree_stops_no_other(home, elsewhere, write, settings, tmp_path):
    settings.SEAL_DIR = tmp_path
    for workspace in (home, elsewhere):
        write(workspace)
    (tmp_path / f"{home.workspace_id}.jsonl").write_text("not a head\n")
    with pytest.raises(SealLogMismatch):
        jobs.maintenance.seal_history(None)
    assert seals(home) == 0
    assert seals(elsewhere) == 1


def seals(workspace):
    with scope.enter(workspace.workspace_id):
        return AuditSeal.objects.count()
