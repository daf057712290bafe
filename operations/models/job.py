from datetime import datetime

from django.db import models

from workspaces.models import uuid7


class Schedule(models.Model):
    """One recurring job: the table that the worker reads. Global; jobs enter each workspace themselves."""

    job = models.CharField(max_length=64, unique=True)
    every_seconds = models.PositiveIntegerField()
    next_run_at = models.DateTimeField()
    is_paused = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.job} every {self.every_seconds} s"


class JobState(models.TextChoices):
    QUEUED = "queued", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed, will be tried again"
    DEAD = "dead", "Given up"


class JobRunQuerySet(models.QuerySet["JobRun"]):
    def unfinished(self) -> "JobRunQuerySet":
        return self.exclude(state__in=[JobState.DONE, JobState.DEAD])

    def finished(self) -> "JobRunQuerySet":
        return self.filter(state=JobState.DONE)


class JobRun(models.Model):
    """One run of a job, in one workspace or in all.

    `attempts` is counted before each attempt, so that a job that kills its worker is given up too.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    job = models.CharField(max_length=64)
    workspace_id = models.UUIDField(null=True)
    state = models.CharField(max_length=16, choices=JobState.choices, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    items = models.PositiveIntegerField(default=0, help_text="How many rows it worked on.")
    error = models.CharField(max_length=200, blank=True, help_text="The exception's class; never its text.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = JobRunQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["job", "-created_at"], name="job_run_by_job")]

    def __str__(self) -> str:
        return f"{self.job} ({self.state})"

    def finish(self, *, items: int, now: datetime) -> None:
        self.state, self.items, self.finished_at, self.error = JobState.DONE, items, now, ""
        self.save(update_fields=["state", "items", "finished_at", "error"])

    def fail(self, error: BaseException, *, is_last: bool, now: datetime) -> None:
        """Keep the error's class; its text may hold what somebody wrote."""
        self.state, self.error = (JobState.DEAD if is_last else JobState.FAILED), type(error).__name__
        self.finished_at = now if is_last else None
        self.save(update_fields=["state", "error", "finished_at"])
