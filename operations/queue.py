"""Queueing and running jobs with our own attempts, retries and dead letters.

django-q2 only carries a run's id to a worker: its own counter does not stop a job that kills its worker, and it does
not deliver a failed task again.
"""

import os
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F
from django.utils import timezone
from django_q.tasks import async_task

from operations.models import JobRun, Schedule
from operations.models.job import JobState
from telemetry import tracing
from telemetry.metrics import JOB_RUNS, JOB_SECONDS
from workspaces.models import Workspace

MAX_ATTEMPTS = 3
DEBOUNCE = timedelta(seconds=10)
LINK_SECONDS = 10.0
DELIVERIES = 1_000


@dataclass(frozen=True, slots=True)
class Done:
    """A job's result: how many rows it processed, and figures for its record."""

    items: int
    figures: Mapping[str, float] = field(default_factory=dict)


Job = Callable[[UUID | None], int | Done]


class JobFailed(Exception):
    """A job raised; the message holds its name and the error's class, never the error's text."""


def enqueue(job: str, *, workspace_id: UUID | None = None) -> JobRun:
    """Queue a job; the worker gets it when the transaction commits, or by the next tick."""
    run = JobRun.objects.create(job=job, workspace_id=workspace_id, traceparent=tracing.current())
    transaction.on_commit(lambda: _deliver(run.id, now=timezone.now()))
    return run


def enqueue_at(job: str, *, workspace_id: UUID, run_at: datetime) -> JobRun:
    """Queue a job for one workspace at a later time."""
    return JobRun.objects.create(job=job, workspace_id=workspace_id, run_at=run_at)


def enqueue_debounced(job: str, *, workspace_id: UUID) -> None:
    """Queue a job for one workspace, unless a run was queued in the last seconds that has not begun and covers this.

    Call it after the commit. Two at the same moment may both queue a run, which is safe.
    """
    recently = timezone.now() - DEBOUNCE
    if not JobRun.objects.not_begun().filter(job=job, workspace_id=workspace_id, created_at__gt=recently).exists():
        enqueue(job, workspace_id=workspace_id)


def wake_for_write(workspace_id: UUID, is_unembedded: bool) -> None:
    """Enqueue embedding (p95 5 s) and linking (60 s, 001 §2) after a committed write; if that fails, the sweep does it
    within a minute.
    """
    with suppress(DatabaseError):
        if is_unembedded:
            enqueue_debounced("embed_chunks", workspace_id=workspace_id)
        if _is_time_to_link(workspace_id):
            enqueue_debounced("link_neighbours", workspace_id=workspace_id)


_last_linked: dict[UUID, float] = {}


def _is_time_to_link(workspace_id: UUID) -> bool:
    """At most every ten seconds in a process, without asking the database: a batch needs one run, not one a write."""
    now = time.monotonic()
    if now - _last_linked.get(workspace_id, -LINK_SECONDS) < LINK_SECONDS:
        return False
    _last_linked[workspace_id] = now
    return True


def enqueue_due(*, now: datetime) -> int:
    """Create the runs of each due schedule; returns how many. Safe to run in two workers at once."""
    with transaction.atomic():
        due = list(Schedule.objects.select_for_update(skip_locked=True).due(now=now))
        for schedule in due:
            schedule.advance(now=now)
        return sum(plan(schedule, now=now) for schedule in due)


def plan(schedule: Schedule, *, now: datetime, at_once: bool = False) -> int:
    """Create the runs of one schedule, spread over its workspaces unless `at_once`; returns how many.

    Adds none where the last run has not ended.
    """
    busy = set(JobRun.objects.unfinished().filter(job=schedule.job).values_list("workspace_id", flat=True))
    wanted = Workspace.objects.open().values_list("id", flat=True) if schedule.is_per_workspace else [None]
    runs = [
        JobRun(
            job=schedule.job,
            workspace_id=one,
            run_at=now if at_once or one is None else now + schedule.offset_of(one),
        )
        for one in wanted
        if one not in busy
    ]
    return len(JobRun.objects.bulk_create(runs))


def deliver_due(*, now: datetime) -> int:
    """Deliver due runs to the queue; returns how many."""
    ids = JobRun.objects.to_deliver(now=now).order_by("created_at").values_list("id", flat=True)[:DELIVERIES]
    return sum(_deliver(run_id, now=now) for run_id in ids)


def recover(*, now: datetime) -> int:
    """Retry runs whose worker died, or give them up after the last attempt; returns how many.

    A worker holds the run's lock, which ends with its process: no deadline has to be guessed.
    """
    found = 0
    for run_id in JobRun.objects.filter(state=JobState.RUNNING).values_list("id", flat=True):
        with advisory_lock(f"job/{run_id}") as acquired:
            run = JobRun.objects.filter(id=run_id, state=JobState.RUNNING).first() if acquired else None
            if run is not None:
                run.fail("WorkerLost", is_last=run.attempts >= MAX_ATTEMPTS, now=now)
                found += 1
    return found


def carry_out(run_id: UUID, jobs: Mapping[str, Job], *, now: datetime) -> None:
    """Count the attempt, then run the job; after three failed attempts the run is a dead letter.

    Ignores a run that is running elsewhere or has ended. Raises JobFailed.
    """
    with advisory_lock(f"job/{run_id}") as acquired:
        if not acquired:
            return
        open_runs = JobRun.objects.unfinished().filter(id=run_id)
        if not open_runs.filter(attempts__lt=MAX_ATTEMPTS).update(
            attempts=F("attempts") + 1, state=JobState.RUNNING, started_at=now, worker=this_worker()
        ):
            open_runs.update(state=JobState.DEAD, finished_at=now)
            return
        _attempt(JobRun.objects.get(id=run_id), jobs)


def _attempt(run: JobRun, jobs: Mapping[str, Job]) -> None:
    try:
        with tracing.continued(run.traceparent, name=f"job {run.job}"), JOB_SECONDS.labels(run.job).time():
            result = jobs[run.job](run.workspace_id)
    except BaseException as error:
        JOB_RUNS.labels(run.job, "failed").inc()
        run.fail(type(error).__name__, is_last=run.attempts >= MAX_ATTEMPTS, now=timezone.now())
        # django-q2 keeps a failed task's traceback, and this one may hold what somebody wrote.
        raise JobFailed(f"{run.job}: {type(error).__name__}") from None
    JOB_RUNS.labels(run.job, "done").inc()
    done = result if isinstance(result, Done) else Done(result)
    run.finish(items=done.items, figures=done.figures, now=timezone.now())


def _deliver(run_id: UUID, *, now: datetime) -> int:
    """Deliver one run to the queue unless somebody else has; with the ORM broker atomically."""
    with transaction.atomic():
        run = JobRun.objects.to_deliver(now=now).select_for_update(skip_locked=True).filter(id=run_id).first()
        if run is None:
            return 0
        run.delivered_at = now
        run.save(update_fields=["delivered_at"])
        async_task("operations.jobs.run", str(run_id), task_name=run.job)
    return 1


def this_worker() -> str:
    """Its host and process."""
    return f"{socket.gethostname()}:{os.getpid()}"[-128:]


@contextmanager
def advisory_lock(name: str) -> Iterator[bool]:
    """Try to take a named lock until the block or the process ends; yields whether it was acquired."""
    with _transactional_lock(name) if settings.POOLED else _session_lock(name) as acquired:
        yield acquired


@contextmanager
def _session_lock(name: str) -> Iterator[bool]:
    acquired = _asked(connection, "pg_try_advisory_lock", name)
    try:
        yield acquired
    finally:
        # A broken connection has released its lock.
        with suppress(DatabaseError):
            if acquired:
                _asked(connection, "pg_advisory_unlock", name)


@contextmanager
def _transactional_lock(name: str) -> Iterator[bool]:
    """In a connection and transaction of its own, for which a pooler keeps one session."""
    own = connection.copy()
    try:
        own.set_autocommit(False)
        yield _asked(own, "pg_try_advisory_xact_lock", name)
    finally:
        own.close()


def _asked(wrapper: BaseDatabaseWrapper, function: str, name: str) -> bool:
    with wrapper.cursor() as cursor:
        cursor.execute(f"SELECT {function}(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])
