"""Background processing: what is derived from turns and memories after they were stored and answered."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from conversations.models import Session, Turn
from intelligence.actions.extract_facts import extract_facts as extract_batch
from intelligence.actions.gain_insights import gain_insights as insight_batch
from intelligence.actions.write_episodes import write_episodes as episode_batch
from intelligence.consolidation.consolidate import Report
from intelligence.consolidation.consolidate import consolidate as consolidate_workspace
from intelligence.dependencies.recompute import keep_dependents as dependents_batch
from memories.maintenance.analyse_tables import analyse_changed_tables, analyse_grown_tables
from memories.maintenance.embed_chunks import embed_chunks as embed_in_workspace
from memories.maintenance.index_turns import index_turns as index_batch
from memories.maintenance.link_neighbours import link_neighbours as link_batch
from operations import queue
from operations.importing.uploads import upload_batch
from operations.jobs.sweep import drain, workspaces
from providers.llm import language_model
from retrieval.statistics import refresh_statistics as refresh_in_workspace
from workspaces import scope

# Well below the queue's own limit of 600 seconds.
JOB_SECONDS = 240
MODEL_BUSY = timedelta(minutes=5)


def index_turns(workspace_id: UUID | None) -> int:
    """Embed turns for dense search, then enqueue the jobs that read new turns."""
    indexed = drain(lambda one: index_batch(workspace_id=one, now=timezone.now()), workspace_id, job="index_turns")
    if workspace_id is not None:
        with scope.enter(workspace_id):
            due = {
                "extract_facts": Turn.objects.unextracted(),
                "write_episodes": Session.objects.due_for_episode(
                    settings.EPISODE_TRIGGER_TURNS, settings.EPISODE_CLOSING_TURNS
                ),
            }
            wanted = [job for job, rows in due.items() if rows.exists()]
        for job in wanted:
            queue.enqueue_debounced(job, workspace_id=workspace_id)
    analyse_grown_tables()
    return indexed


def embed_chunks(workspace_id: UUID | None) -> int:
    """Embed chunks that could not be embedded when they were written."""
    return sum(embed_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def link_neighbours(workspace_id: UUID | None) -> int:
    """Link newly written memories to their nearest neighbours."""
    analyse_changed_tables()
    return drain(lambda one: link_batch(workspace_id=one, now=timezone.now()), workspace_id, job="link_neighbours")


def extract_facts(workspace_id: UUID | None) -> int:
    """Extract facts from what people said."""
    return _drain_alone("extract_facts", extract_batch, workspace_id)


def write_episodes(workspace_id: UUID | None) -> int:
    """Summarise the oldest turns of long conversations."""
    return _drain_alone("write_episodes", episode_batch, workspace_id)


def gain_insights(workspace_id: UUID | None) -> int:
    """Infer preferences and moods from each person's messages, once a day."""
    return _drain_alone("gain_insights", insight_batch, workspace_id)


def consolidate(workspace_id: UUID | None) -> queue.Done:
    """Merge duplicate memories; the run's figures hold the duplicate rate before and after (001 §4).

    Where the language model is in use elsewhere, the rest of that workspace is enqueued for later.
    """
    total = Report()
    for one in workspaces(workspace_id):
        report = consolidate_workspace(workspace_id=one, now=timezone.now(), model_lock=language_model_lock)
        if report.postponed:
            queue.enqueue_at("consolidate", workspace_id=one, run_at=timezone.now() + MODEL_BUSY)
        total += report
    return queue.Done(total.merged, total.figures)


def keep_dependents(workspace_id: UUID | None) -> int:
    """Recompute or flag what depends on memories that changed or were removed."""
    return drain(lambda one: dependents_batch(workspace_id=one, now=timezone.now()), workspace_id)


def refresh_statistics(workspace_id: UUID | None) -> int:
    """Count the lexemes of people with many texts."""
    return sum(refresh_in_workspace(workspace_id=one) for one in workspaces(workspace_id))


def import_uploads(workspace_id: UUID | None) -> int:
    """Try or import the files that staff have uploaded, and delete those that nobody went on with."""
    with queue.advisory_lock(f"import_uploads/{workspace_id}") as acquired:
        if not acquired:
            return 0
        return drain(lambda one: upload_batch(workspace_id=one, now=timezone.now()), workspace_id, job="import_uploads")


JOBS = (
    index_turns,
    embed_chunks,
    link_neighbours,
    extract_facts,
    write_episodes,
    gain_insights,
    consolidate,
    keep_dependents,
    refresh_statistics,
    import_uploads,
)


@contextmanager
def language_model_lock() -> Iterator[bool]:
    """Let one worker at a time wait for a remote language model, so that another stays free for quick jobs."""
    if language_model().is_local:
        yield True
        return
    with queue.advisory_lock("language_model") as acquired:
        yield acquired


def _drain_alone(name: str, batch: Callable[..., int], workspace_id: UUID | None) -> int:
    """Drain a batch under a lock per workspace, so that turns are processed in order.

    After JOB_SECONDS it stops and leaves the rest to the next sweep, before the queue takes the worker for dead.
    """
    ends = monotonic() + JOB_SECONDS

    def once(one: UUID) -> int:
        if monotonic() > ends:
            return 0
        with queue.advisory_lock(f"{name}/{one}") as acquired, language_model_lock() as is_free:
            return batch(workspace_id=one, now=timezone.now()) if acquired and is_free else 0

    return drain(once, workspace_id, job=name)
