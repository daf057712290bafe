"""Queueing and running jobs with our own attempt counter: django-q2's does not stop a job that kills its worker."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django_q.tasks import async_task

from operations.models import JobRun, Schedule
from operations.models.job import JobState

MAX_ATTEMPTS = 3
WAKE_SECONDS = 1

Job = Callable[[UUID | None], int]


def enqueue(job: str, *, workspace_id: UUID | None = None) -> JobRun:
    """Queue a job; the worker hears of it when the transaction commits."""
    run = JobRun.objects.create(job=job, workspace_id=workspace_id)
    transaction.on_commit(lambda: async_task("operations.jobs.run", str(run.id), task_name=job))
    return run


def wake(job: str, *, workspace_id: UUID) -> None:
    """Queue a job for one workspace, at most once a second: its next run takes along what comes in meanwhile."""
    if cache.add(f"wake:{job}:{workspace_id}", 1, WAKE_SECONDS):
        enqueue(job, workspace_id=workspace_id)


def enqueue_due(*, now: datetime) -> int:
    """Queue each schedule whose time has come and set its next time; safe to run in two workers at once."""
    with transaction.atomic():
        due = Schedule.objects.select_for_update(skip_locked=True).filter(is_paused=False, next_run_at__lte=now)
        for schedule in due:
            schedule.next_run_at = now + timedelta(seconds=schedule.every_seconds)
            schedule.save(update_fields=["next_run_at"])
            enqueue(schedule.job)
        return len(due)


def carry_out(run_id: UUID, jobs: Mapping[str, Job], *, now: datetime) -> None:
    """Count the attempt, then run the job. After three attempts that did not end the run is a dead letter.

    An error is recorded by its class and raised on, so that the queue delivers the run again.
    """
    open_runs = JobRun.objects.unfinished().filter(id=run_id)
    if not open_runs.filter(attempts__lt=MAX_ATTEMPTS).update(
        attempts=F("attempts") + 1, state=JobState.RUNNING, started_at=now
    ):
        open_runs.update(state=JobState.DEAD, finished_at=now)
        return
    run = JobRun.objects.get(id=run_id)
    try:
        items = jobs[run.job](run.workspace_id)
    except BaseException as error:
        run.fail(error, is_last=run.attempts >= MAX_ATTEMPTS, now=now)
        raise
    run.finish(items=items, now=now)
