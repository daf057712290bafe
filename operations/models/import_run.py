from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from operations.importing.problems import Problem, text_of_problem
from workspaces.models import TenantModel

KEPT_FOR = timedelta(days=7)
NOT_IN_TIME = gettext_noop("It was not done within a week, so the file was deleted.")


class ImportState(models.TextChoices):
    TRYING = "trying", _("Being tried")
    TRIED = "tried", _("Tried; nothing is stored yet")
    IMPORTING = "importing", _("Being imported")
    IMPORTED = "imported", _("Imported")
    FAILED = "failed", _("Not imported")


# What importing would do something about.
COMING = ("new_turns", "stored", "changed", "waiting")
WORKED_ON = (ImportState.TRYING, ImportState.IMPORTING)


class ImportRunQuerySet(models.QuerySet["ImportRun"]):
    def waiting(self) -> "ImportRunQuerySet":
        return self.filter(state__in=WORKED_ON).order_by("created_at", "id")

    def let_go(self, *, now: datetime) -> None:
        """Delete files that are old enough, and end their pending runs."""
        late = self.filter(content__isnull=False, created_at__lt=now - KEPT_FOR)
        late.filter(state__in=WORKED_ON).update(state=ImportState.FAILED, error=NOT_IN_TIME, finished_at=now)
        late.update(content=None, waiting=[])


class ImportRun(TenantModel):
    """A file of another system's memories about one person, tried first and then imported by a job.

    `content` is the file until it is imported or discarded. Of `total` records `done` are finished; `counts` are their
    outcomes, `problems` the first refused records and repetitions (`is_kept`), with `line`, `record` and `reason`. A
    reason, like `error` with `error_named`, is a message with its parameters, put into words when it is shown.
    `waiting` names the first that wait, with `line`, `text`, `fields`, `question`, whether the person is asked
    (`is_asked`) and, while nothing is imported, what policies are asked about it (`subjects`).
    """

    person_id = models.UUIDField()
    account_id = models.UUIDField(null=True)
    format = models.CharField(max_length=16)
    name = models.CharField(max_length=200)
    only = models.CharField(max_length=200, blank=True)
    content = models.BinaryField(null=True)
    state = models.CharField(max_length=16, choices=ImportState.choices, default=ImportState.TRYING)
    total = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    problems = models.JSONField(default=list)
    waiting = models.JSONField(default=list, db_default=models.Value([], output_field=models.JSONField()))
    error = models.CharField(max_length=300, blank=True)
    error_named = models.JSONField(default=dict, db_default=models.Value({}, output_field=models.JSONField()))
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = ImportRunQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=ImportState.values), name="import_state_known"),
        ]
        indexes = [models.Index(fields=["workspace", "-created_at"], name="import_by_time")]

    def __str__(self) -> str:
        return f"{self.name} ({self.state})"

    @property
    def is_worked_on(self) -> bool:
        return self.state in WORKED_ON

    @property
    def is_dry_run(self) -> bool:
        return self.state == ImportState.TRYING

    @property
    def is_to_import(self) -> bool:
        """Whether it was tried, and something would come of it."""
        is_tried = self.state == ImportState.TRIED and self.content is not None
        return is_tried and any(self.counts.get(name) for name in COMING)

    @property
    def problem(self) -> str:
        """Why it was not imported, in the reader's language; empty if it was."""
        return text_of_problem({"text": self.error, "named": self.error_named})

    def begin(self) -> bool:
        """Start the import of a tried file; return whether this call did so."""
        tried = ImportRun.objects.filter(id=self.id, state=ImportState.TRIED, content__isnull=False)
        return bool(
            tried.update(state=ImportState.IMPORTING, done=0, counts={}, problems=[], waiting=[], finished_at=None)
        )

    def discard(self) -> bool:
        """Delete a run that was only tried: the history refers to all others."""
        return bool(ImportRun.objects.filter(id=self.id, state=ImportState.TRIED).delete()[0])

    def keep(self, *names: str) -> bool:
        """Save these fields; false where the run was deleted meanwhile."""
        return bool(ImportRun.objects.filter(id=self.id).update(**{name: getattr(self, name) for name in names}))

    def set_problem(self, problem: Problem | None) -> None:
        """Set why it is not imported, without saving."""
        stored = problem.as_json() if problem else {}
        self.error, self.error_named = stored.get("text", ""), stored.get("named", {})

    def end(self, state: ImportState, *, now: datetime, problem: Problem | None = None) -> None:
        """End the run; the file stays only if an import may follow."""
        self.state, self.finished_at = state, now
        self.set_problem(problem)
        if state != ImportState.TRIED:
            self.content = None
        self.keep("state", "done", "counts", "finished_at", "error", "error_named", "content")
