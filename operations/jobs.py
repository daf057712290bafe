"""Every target that the worker may run. Jobs take ids, may run twice, and return nothing that could hold content."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.utils import timezone

from consent.actions.expire_proposals import expire_proposals as expire_in_scope
from consent.actions.purge_proposals import purge_proposals as proposal_batch
from consent.actions.purge_signals import purge_signals as signal_batch
from conversations.actions.apply_prune_policy import apply_prune_policy
from intelligence.consolidation.consolidate import Report
from intelligence.consolidation.consolidate import consolidate as consolidate_workspace
from intelligence.dependencies.keep_up import keep_dependents as keep_batch
from memories.artifacts.erase_artifacts import sweep_files as sweep_in_workspace
from memories.maintenance.analyse_tables import analyse_changed_tables, analyse_grown_tables
from memories.maintenance.embed_chunks import embed_chunks as embed_in_workspace
from memories.maintenance.forget_memories import forget_expired as expire_batch
from memories.maintenance.forget_memories import forget_unused as unused_batch
from memories.maintenance.index_turns import index_turns as index_batch
from memories.maintenance.link_neighbours import link_neighbours as link_batch
from memories.maintenance.prune_events import prune_operational_events as event_batch
from memories.maintenance.purge_chunks import purge_chunks as chunk_batch
from memories.maintenance.purge_memories import purge_memories as purge_batch
from memories.maintenance.record_access import count_accesses as access_batch
from memories.maintenance.seal_history import seal_history as seal_batch
from memories.sealing.log import SealLogMismatch
from operations import mind_jobs, queue, sending_jobs
from operations.batches import drain, workspaces
from operations.erasure.erase_person import erase_waiting
from operations.models import JobRun
from retrieval.retention import prune_events as retrieval_batch
from retrieval.statistics import refresh_statistics as refresh_in_workspace
from workspaces import scope
from workspaces.actors import system_actor

JOB_RUN_DAYS = 14
PRUNED_AT_ONCE = 5_000
MODEL_BUSY = timedelta(minutes=5)


def tick() -> None:
    """Take up what dead workers left, and queue what is due; the one target that django-q2 itself schedules, every
    minute.
    """
    now = timezone.now()
    queue.recover(now=now)
    queue.enqueue_due(now=now)
    queue.deliver_due(now=now)


def run(run_id: str) -> None:
    """Run one queued JobRun, unless it has been tried too often."""
    queue.carry_out(UUID(run_id), JOBS, now=timezone.now())


def index_turns(workspace_id: UUID | None) -> int:
    """Make turns searchable by meaning."""
    indexed = drain(lambda one: index_batch(workspace_id=one, now=timezone.now()), workspace_id)
    if workspace_id is not None:
        mind_jobs.wake_for_turns(workspace_id)
    analyse_grown_tables()
    return indexed


def embed_chunks(workspace_id: UUID | None) -> int:
    """Embed what could not be embedded when it was written."""
    return sum(embed_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def link_neighbours(workspace_id: UUID | None) -> int:
    """Draw edges from memories that were written to their nearest neighbours."""
    analyse_changed_tables()
    return drain(lambda one: link_batch(workspace_id=one, now=timezone.now()), workspace_id)


def expire_proposals(workspace_id: UUID | None) -> int:
    """Close proposals that nobody decided in time."""
    return drain(_expire_batch, workspace_id)


def forget_expired(workspace_id: UUID | None) -> int:
    """Soft-delete memories whose TTL has passed; reads leave them out already."""
    return drain(lambda one: expire_batch(workspace_id=one, now=timezone.now()), workspace_id)


def forget_unused(workspace_id: UUID | None) -> int:
    """Soft-delete unimportant memories that nobody used, after counting what was used just now."""
    count_accesses(workspace_id)
    return drain(lambda one: unused_batch(workspace_id=one, now=timezone.now()), workspace_id)


def purge_memories(workspace_id: UUID | None) -> int:
    """Destroy what was forgotten long enough, the proposals that repeat it, and signals too old to count."""
    purged = drain(lambda one: purge_batch(workspace_id=one, now=timezone.now()), workspace_id)
    purged += drain(lambda one: proposal_batch(workspace_id=one), workspace_id)
    return purged + drain(lambda one: signal_batch(workspace_id=one, now=timezone.now()), workspace_id)


def sweep_files(workspace_id: UUID | None) -> int:
    """Delete files that a purge left behind."""
    return sum(sweep_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def purge_chunks(workspace_id: UUID | None) -> int:
    """Delete chunks that were superseded long enough."""
    return drain(lambda one: chunk_batch(workspace_id=one), workspace_id)


def erase_people(workspace_id: UUID | None) -> int:
    """Finish erasing people: those with much to erase, and what a killed request left undone."""
    return sum(erase_waiting(workspace_id=one, now=timezone.now()) for one in workspaces(workspace_id))


def count_accesses(workspace_id: UUID | None) -> int:
    """Add what queries noted to the memories' access counts."""
    return drain(lambda one: access_batch(workspace_id=one), workspace_id)


def seal_history(workspace_id: UUID | None) -> int:
    """Seal the rows of History that were committed since the last seal.

    A workspace whose log disagrees with the database stops no other; the run fails when all are through.
    """
    total, mismatches = 0, []
    for one in workspaces(workspace_id):
        try:
            total += drain(lambda chosen: seal_batch(workspace_id=chosen, now=timezone.now()), one)
        except SealLogMismatch as mismatch:
            mismatches.append(mismatch)
    if mismatches:
        raise mismatches[0]
    return total


def consolidate(workspace_id: UUID | None) -> queue.Done:
    """Merge memories that say the same; the duplicate rate before and after stands in the run's record (001 §4).

    Where others used the language model meanwhile, the rest of the workspace has another run later.
    """
    whole = Report()
    for one in workspaces(workspace_id):
        report = consolidate_workspace(workspace_id=one, now=timezone.now(), model_held=mind_jobs.model_held)
        if report.put_off:
            queue.put_off("consolidate", workspace_id=one, until=timezone.now() + MODEL_BUSY)
        whole += report
    return queue.Done(whole.merged, whole.figures)


def keep_dependents(workspace_id: UUID | None) -> int:
    """Make good, or tell, what rested on memories that were changed or went."""
    return drain(lambda one: keep_batch(workspace_id=one, now=timezone.now()), workspace_id)


def refresh_statistics(workspace_id: UUID | None) -> int:
    """Count the lexemes of people with many texts."""
    return sum(refresh_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def prune_retrieval_events(workspace_id: UUID | None) -> int:
    """Drop the receipts of retrievals that are older than they are kept."""
    return drain(lambda one: retrieval_batch(workspace_id=one, now=timezone.now()), workspace_id)


def prune_operational_events(workspace_id: UUID | None) -> int:
    """Drop operational events that are older than they are kept."""
    return drain(lambda one: event_batch(workspace_id=one, now=timezone.now()), workspace_id)


def prune_checkpoints(workspace_id: UUID | None) -> int:
    """Remove old states of threads by the prune policy."""
    return drain(lambda one: apply_prune_policy(workspace_id=one, now=timezone.now()), workspace_id)


def prune_idempotency(workspace_id: UUID | None) -> int:
    """Drop the answers of writes whose Idempotency-Key has expired."""
    return drain(_idempotency_batch, workspace_id)


def prune_job_runs(workspace_id: UUID | None) -> int:
    """Drop the records of old runs; dead letters stay until somebody has dealt with them."""
    old = JobRun.objects.finished().filter(created_at__lt=timezone.now() - timedelta(days=JOB_RUN_DAYS))
    return old.delete()[0]


JOBS: dict[str, queue.Job] = {
    "index_turns": index_turns,
    "embed_chunks": embed_chunks,
    "link_neighbours": link_neighbours,
    "expire_proposals": expire_proposals,
    "refresh_statistics": refresh_statistics,
    "consolidate": consolidate,
    "keep_dependents": keep_dependents,
    "forget_expired": forget_expired,
    "forget_unused": forget_unused,
    "purge_memories": purge_memories,
    "sweep_files": sweep_files,
    "purge_chunks": purge_chunks,
    "erase_people": erase_people,
    "count_accesses": count_accesses,
    "seal_history": seal_history,
    "prune_retrieval_events": prune_retrieval_events,
    "prune_operational_events": prune_operational_events,
    "prune_checkpoints": prune_checkpoints,
    "prune_idempotency": prune_idempotency,
    "prune_job_runs": prune_job_runs,
}
JOBS |= mind_jobs.JOBS | sending_jobs.JOBS


def _expire_batch(workspace_id: UUID) -> int:
    with scope.enter(workspace_id):
        return expire_in_scope(actor=system_actor(workspace_id, "expire_proposals"), now=timezone.now())


def _idempotency_batch(workspace_id: UUID) -> int:
    with scope.enter(workspace_id):
        records: Any = apps.get_model("interfaces", "IdempotencyRecord")  # the layer above is not imported from here
        ids = list(records.objects.expired(now=timezone.now()).values_list("id", flat=True)[:PRUNED_AT_ONCE])
        return int(records.objects.filter(id__in=ids).delete()[0])
