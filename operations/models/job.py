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
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed, will be tried again"
    DEAD = "dead", "Given up"


class JobRun(models.Model):
    """One run of a job. `attempts` is counted before each attempt, so that a job that kills its worker is given up too."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    job = models.CharField(max_length=64)
    state = models.CharField(max_length=16, choices=JobState.choices, default=JobState.RUNNING)
    attempts = models.PositiveSmallIntegerField(default=0)
    items = models.PositiveIntegerField(default=0, help_text="How many rows it worked on.")
    error = models.CharField(max_length=200, blank=True, help_text="The exception's class; never its text.")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["job", "-created_at"], name="job_run_by_job")]

    def __str__(self) -> str:
        return f"{self.job} ({self.state})"
