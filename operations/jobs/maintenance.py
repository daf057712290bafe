"""Maintenance: expiring, purging, sealing, counting and pruning rows on schedule."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from consent.proposals.expire import expire_proposals as expire_in_scope
from consent.proposals.expire import purge_proposals as proposal_batch
from consent.proposals.expire import purge_signals as signal_batch
from conversations.actions.prune_checkpoints import apply_prune_policy
from intelligence.model_access import prune_budgets as budget_batch
from memories.artifacts.erase_artifacts import sweep_files as sweep_in_workspace
from memories.maintenance.count_accesses import count_accesses as access_batch
from memories.maintenance.forget_memories import forget_expired as expire_batch
from memories.maintenance.forget_memories import forget_unused as unused_batch
from memories.maintenance.purge import prune_operational_events as event_batch
from memories.maintenance.purge import purge_chunks as chunk_batch
from memories.maintenance.purge import purge_memories as purge_batch
from memories.maintenance.seal_history import seal_history as seal_batch
from memories.sealing.log import SealLogMismatch
from operations.jobs.sweep import drain, workspaces
from operations.models import JobRun
from operations.privacy.erase_person import erase_waiting
from operations.privacy.erase_workspace import erase_closed
from operations.privacy.erasure_log import note_erasures as note_in_workspace
from operations.sessions import close_quiet_sessions
from retrieval.recording import prune_events as retrieval_batch
from workspaces import scope
from workspaces.actors import system_actor

JOB_RUN_DAYS = 14
PRUNE_BATCH = 5_000


def expire_proposals(workspace_id: UUID | None) -> int:
    """Close proposals that nobody decided in time."""
    return drain(_expire_batch, workspace_id)


def close_sessions(workspace_id: UUID | None) -> int:
    """Close inactive conversations and expire their working memories."""
    return sum(close_quiet_sessions(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def forget_expired(workspace_id: UUID | None) -> int:
    """Soft-delete memories whose TTL has passed; reads leave them out already."""
    return drain(lambda one: expire_batch(workspace_id=one, now=timezone.now()), workspace_id)


def forget_unused(workspace_id: UUID | None) -> int:
    """Soft-delete unimportant memories that nobody used, after counting the latest accesses."""
    count_accesses(workspace_id)
    return drain(lambda one: unused_batch(workspace_id=one, now=timezone.now()), workspace_id)


def purge_memories(workspace_id: UUID | None) -> int:
    """Destroy memories forgotten long enough ago, the proposals that repeat them, and outdated signals."""
    purged = drain(lambda one: purge_batch(workspace_id=one, now=timezone.now()), workspace_id)
    purged += drain(lambda one: proposal_batch(workspace_id=one), workspace_id)
    return purged + drain(lambda one: signal_batch(workspace_id=one, now=timezone.now()), workspace_id)


def sweep_files(workspace_id: UUID | None) -> int:
    """Delete files that a purge left behind."""
    return sum(sweep_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def purge_chunks(workspace_id: UUID | None) -> int:
    """Delete chunks that were superseded long enough ago."""
    return drain(lambda one: chunk_batch(workspace_id=one), workspace_id)


def erase_people(workspace_id: UUID | None) -> int:
    """Finish erasures: the large ones, and those whose request was killed."""
    return sum(erase_waiting(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id, closed=True))


def erase_workspaces(workspace_id: UUID | None) -> int:
    """Erase closed workspaces whose time is over."""
    return erase_closed(now=timezone.now())


def note_erasures(workspace_id: UUID | None) -> int:
    """Write into the log of erasures what it lacks: a restored backup forgets by it."""
    return sum(note_in_workspace(workspace_id=one) for one in workspaces(workspace_id, closed=True))


def back_up(workspace_id: UUID | None) -> int:
    """Write the nightly backup, if BACKUP_DIR says where, and delete the oldest."""
    if settings.BACKUP_DIR:
        call_command("backup", keep=settings.BACKUP_KEEP)
    return bool(settings.BACKUP_DIR)


def count_accesses(workspace_id: UUID | None) -> int:
    """Add the accesses that queries noted to the memories' counts."""
    return drain(lambda one: access_batch(workspace_id=one), workspace_id)


def seal_history(workspace_id: UUID | None) -> int:
    """Seal the rows of History that were committed since the last seal.

    A workspace whose log disagrees with the database does not stop the others; the run fails after all of them.
    """
    total, mismatches = 0, []
    for one in workspaces(workspace_id, closed=True):
        try:
            total += drain(lambda chosen: seal_batch(workspace_id=chosen, now=timezone.now()), one)
        except SealLogMismatch as mismatch:
            mismatches.append(mismatch)
    if mismatches:
        raise mismatches[0]
    return total


def prune_retrieval_events(workspace_id: UUID | None) -> int:
    """Delete retrieval events past their retention."""
    return _in_turns("prune_retrieval_events", retrieval_batch, workspace_id)


def prune_operational_events(workspace_id: UUID | None) -> int:
    """Delete operational events past their retention."""
    return _in_turns("prune_operational_events", event_batch, workspace_id)


def prune_checkpoints(workspace_id: UUID | None) -> int:
    """Remove old states of threads by the prune policy."""
    return drain(lambda one: apply_prune_policy(workspace_id=one, now=timezone.now()), workspace_id)


def prune_idempotency(workspace_id: UUID | None) -> int:
    """Delete the answers of writes whose Idempotency-Key has expired."""
    return drain(_idempotency_batch, workspace_id)


def prune_budgets(workspace_id: UUID | None) -> int:
    """Delete the token counts of past days."""
    return sum(budget_batch(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def prune_job_runs(workspace_id: UUID | None) -> int:
    """Delete the records of old runs; dead letters stay until somebody has dealt with them."""
    old = JobRun.objects.finished().filter(created_at__lt=timezone.now() - timedelta(days=JOB_RUN_DAYS))
    return old.delete()[0]


JOBS = (
    expire_proposals,
    close_sessions,
    forget_expired,
    forget_unused,
    purge_memories,
    sweep_files,
    purge_chunks,
    erase_people,
    erase_workspaces,
    note_erasures,
    back_up,
    count_accesses,
    seal_history,
    prune_retrieval_events,
    prune_operational_events,
    prune_checkpoints,
    prune_idempotency,
    prune_budgets,
    prune_job_runs,
)


def _in_turns(job: str, batch: Callable[..., int], workspace_id: UUID | None) -> int:
    """What queries left: after a setting was lowered more than a run has time for."""
    return drain(lambda one: batch(workspace_id=one, now=timezone.now()), workspace_id, job=job)


def _expire_batch(workspace_id: UUID) -> int:
    with scope.enter(workspace_id):
        return expire_in_scope(actor=system_actor(workspace_id, "expire_proposals"), now=timezone.now())


def _idempotency_batch(workspace_id: UUID) -> int:
    with scope.enter(workspace_id):
        records: Any = apps.get_model("interfaces", "IdempotencyRecord")  # the layer above is not imported from here
        ids = list(records.objects.expired(now=timezone.now()).values_list("id", flat=True)[:PRUNE_BATCH])
        return int(records.objects.filter(id__in=ids).delete()[0])
