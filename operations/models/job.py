from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from workspaces.models import uuid7

# The tick runs once a minute, sometimes a few seconds early or late.
SLACK = timedelta(seconds=20)
# A second attempt after half a minute, the third after four.
BACKOFF = (timedelta(seconds=30), timedelta(minutes=4))
LOST = timedelta(minutes=15)
# Further ahead is only what was written before the clock was set back. A daily job's first time is tomorrow's.
FURTHEST, FURTHEST_PERIODS = timedelta(minutes=5), 2
# A worker that was not seen for so long is forgotten.
FORGOTTEN = timedelta(days=1)


class ScheduleQuerySet(models.QuerySet["Schedule"]):
    def due(self, *, now: datetime) -> "ScheduleQuerySet":
        """Schedules that are due now or within SLACK: ticks are never quite on time.

        So are those further ahead than they ever plan: the clock was set back, and they would wait until it caught up.
        """
        periods = models.ExpressionWrapper(
            models.F("every_seconds") * models.Value(FURTHEST_PERIODS * timedelta(seconds=1)),
            output_field=models.DurationField(),
        )
        is_far = models.Q(next_run_at__gt=models.Value(now) + periods)
        return self.filter(models.Q(next_run_at__lte=now + SLACK) | is_far, is_paused=False)


class Schedule(models.Model):
    """One recurring job. Global.

    With `is_per_workspace` each workspace has a run of its own, spread evenly over `spread_seconds`; otherwise one run
    enters every workspace in turn.
    """

    job = models.CharField(max_length=64, unique=True)
    every_seconds = models.PositiveIntegerField()
    next_run_at = models.DateTimeField()
    is_paused = models.BooleanField(default=False)
    is_per_workspace = models.BooleanField(default=False)
    spread_seconds = models.PositiveIntegerField(default=0)

    objects = ScheduleQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.job} every {self.every_seconds} s"

    def advance(self, *, now: datetime) -> None:
        """Set the next time on the existing grid: one late run does not shift those that follow."""
        every = timedelta(seconds=self.every_seconds)
        missed = (now - self.next_run_at) // every
        if missed >= -FURTHEST_PERIODS:
            missed = max(0, missed)
        self.next_run_at += every * (missed + 1)
        self.save(update_fields=["next_run_at"])

    def offset_of(self, workspace_id: UUID) -> timedelta:
        """A workspace's constant delay, below `spread_seconds`."""
        share = int.from_bytes(sha256(workspace_id.bytes).digest()[:4]) / 2**32
        return timedelta(seconds=int(share * self.spread_seconds))


class JobState(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed, will be tried again")
    DEAD = "dead", _("Given up")


class JobRunQuerySet(models.QuerySet["JobRun"]):
    def unfinished(self) -> "JobRunQuerySet":
        return self.exclude(state__in=[JobState.DONE, JobState.DEAD])

    def not_begun(self) -> "JobRunQuerySet":
        """Runs that will see whatever is committed now."""
        return self.filter(state=JobState.QUEUED)

    def finished(self) -> "JobRunQuerySet":
        return self.filter(state=JobState.DONE)

    def to_deliver(self, *, now: datetime) -> "JobRunQuerySet":
        """Due runs that were not delivered to the queue, or so long ago that they must be lost; so are those of a time
        to come: the clock was set back."""
        is_lost = models.Q(delivered_at__isnull=True) | ~models.Q(delivered_at__range=(now - LOST, now + FURTHEST))
        return self.waiting(now=now).filter(is_lost)

    def waiting(self, *, now: datetime) -> "JobRunQuerySet":
        """Due runs that have not begun, or are to be tried again. Due is also what was planned before the clock was set
        back."""
        is_due = models.Q(run_at__isnull=True) | models.Q(run_at__lte=now) | models.Q(created_at__gt=now + FURTHEST)
        return self.filter(is_due, state__in=[JobState.QUEUED, JobState.FAILED])

    def backlog(self, *, now: datetime) -> tuple[int, float]:
        """How many runs wait, and for how many seconds the oldest."""
        found = self.waiting(now=now).aggregate(
            count=models.Count("id"), oldest=models.Min(Coalesce("run_at", "created_at"))
        )
        return found["count"], (now - (found["oldest"] or now)).total_seconds()

    def dead(self) -> "JobRunQuerySet":
        return self.filter(state=JobState.DEAD)

    def concerning(self, workspace_id: UUID) -> "JobRunQuerySet":
        """Runs for this workspace, and those for all."""
        return self.filter(models.Q(workspace_id=workspace_id) | models.Q(workspace_id__isnull=True))


class JobRun(models.Model):
    """One run of a job, in one workspace or in all.

    `attempts` is counted before each attempt, so that a job that kills its worker is given up too. `figures` are
    a job's numbers about its work; never content.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    job = models.CharField(max_length=64)
    workspace_id = models.UUIDField(null=True)
    state = models.CharField(max_length=16, choices=JobState.choices, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    items = models.PositiveIntegerField(default=0, help_text="How many rows it worked on.")
    error = models.CharField(max_length=200, blank=True, help_text="The exception's class; never its text.")
    figures = models.JSONField(default=dict, blank=True)
    worker = models.CharField(max_length=128, blank=True, help_text="Host and process of the last attempt.")
    traceparent = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="The trace of the request that asked for it."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    run_at = models.DateTimeField(null=True, help_text="Not before; empty is at once.")
    delivered_at = models.DateTimeField(null=True, help_text="When it was handed to the queue.")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = JobRunQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["job", "-created_at"], name="job_run_by_job"),
            models.Index(fields=["state", "run_at"], condition=~models.Q(state="done"), name="job_run_open"),
        ]

    def __str__(self) -> str:
        return f"{self.job} ({self.state})"

    def finish(self, *, items: int, figures: Mapping[str, float], now: datetime) -> None:
        self.state, self.items, self.figures, self.finished_at, self.error = JobState.DONE, items, figures, now, ""
        self.save(update_fields=["state", "items", "figures", "finished_at", "error"])

    def fail(self, error: str, *, is_last: bool, now: datetime) -> None:
        """Record the error's class, as its text may contain personal data, and retry later unless it `is_last`."""
        self.state, self.error = (JobState.DEAD if is_last else JobState.FAILED), error[:200]
        self.finished_at = now if is_last else None
        self.run_at, self.delivered_at = now + BACKOFF[min(self.attempts, len(BACKOFF)) - 1], None
        self.save(update_fields=["state", "error", "finished_at", "run_at", "delivered_at"])

    def retry(self, *, now: datetime) -> None:
        """Give a dead letter three more attempts."""
        self.state, self.attempts, self.finished_at = JobState.QUEUED, 0, None
        self.run_at, self.delivered_at = now, None
        self.save(update_fields=["state", "attempts", "finished_at", "run_at", "delivered_at"])


class Worker(models.Model):
    """A worker (`manage.py qcluster`) that was seen lately. Global."""

    name = models.CharField(max_length=128, unique=True, help_text="Host and process.")
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def see(name: str, *, now: datetime) -> None:
        """Note that it lives, and forget those that have not been seen for a day."""
        row = Worker(name=name, started_at=now, seen_at=now)
        Worker.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["seen_at"])
        Worker.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
