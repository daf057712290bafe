"""Jobs: schedules and runs."""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.decorators import display

from interfaces.admin.filters import JobFilter
from interfaces.admin.job_texts import interval, title_of
from interfaces.admin.jobs import retry
from interfaces.admin.staff import current_workspace, is_superuser
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.wording import ago, ahead
from operations import queue
from operations.models import JobRun, Schedule
from operations.models.job import JobRunQuerySet, JobState

STATE_COLOURS = {
    JobState.QUEUED: "default",
    JobState.RUNNING: "info",
    JobState.DONE: "success",
    JobState.FAILED: "warning",
    JobState.DEAD: "danger",
}


@admin.register(Schedule)
class ScheduleAdmin(StaffModelAdmin):
    """Recurring jobs of the whole server; only superusers pause them, or run them before their time."""

    list_display = ("title", "interval", "next_run", "runs_for", "spread", "status")
    list_filter = ("is_paused", "is_per_workspace")
    search_fields = ("job",)
    ordering = ("job",)
    fields = ("job", "interval", "runs_for", "spread", "next_run_at", "is_paused")
    readonly_fields = ("job", "interval", "runs_for", "spread")
    actions = ("pause", "resume", "run_now")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    def heading(self, row: Schedule) -> str:
        return title_of(row.job)

    @admin.display(description=_("Job"))
    def title(self, row: Schedule) -> str:
        return title_of(row.job)

    @admin.display(description=_("Next run"), ordering="next_run_at")
    def next_run(self, row: Schedule) -> str:
        return "–" if row.is_paused else ahead(row.next_run_at)

    @admin.display(description=_("Interval"), ordering="every_seconds")
    def interval(self, row: Schedule) -> str:
        return interval(row.every_seconds)

    @admin.display(description=_("Spread over"), ordering="spread_seconds")
    def spread(self, row: Schedule) -> str:
        minutes = row.spread_seconds // 60
        return ngettext("%d minute", "%d minutes", minutes) % minutes if minutes else "–"

    @admin.display(description=_("Runs for"), ordering="is_per_workspace")
    def runs_for(self, row: Schedule) -> Promise:
        return _("Each workspace") if row.is_per_workspace else _("The whole server")

    @display(description=_("Status"), ordering="is_paused", label={"paused": "warning", "active": "success"})  # type: ignore[untyped-decorator]
    def status(self, row: Schedule) -> tuple[str, Promise]:
        return ("paused", _("Paused")) if row.is_paused else ("active", _("Active"))

    @admin.action(description=_("Pause the selected jobs"), permissions=["change"])
    def pause(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        count = rows.filter(is_paused=False).update(is_paused=True)
        messages.success(request, ngettext("%d job paused.", "%d jobs paused.", count) % count)

    @admin.action(description=_("Resume the selected jobs"), permissions=["change"])
    def resume(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        count = rows.filter(is_paused=True).update(is_paused=False)
        messages.success(request, ngettext("%d job resumed.", "%d jobs resumed.", count) % count)

    @admin.action(description=_("Run the selected jobs now"), permissions=["change"])
    def run_now(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        """Paused jobs too: a pause stops the schedule only. A running job is not started twice."""
        now = timezone.now()
        count = sum(queue.plan(schedule, now=now, at_once=True) for schedule in rows)
        transaction.on_commit(lambda: queue.deliver_due(now=now))
        messages.success(request, ngettext("%d run queued.", "%d runs queued.", count) % count)


@admin.register(JobRun)
class JobRunAdmin(StaffModelAdmin):
    """Runs for this workspace and for all."""

    list_display = ("title", "status", "of", "attempts", "items", "error", "created", "finished")
    list_filter = ("state", JobFilter, "created_at")
    search_fields = ("job", "error")
    ordering = ("-created_at",)
    actions = ("retry",)
    technical = ("traceparent",)

    def heading(self, row: JobRun) -> str:
        return f"{title_of(row.job)} ({row.get_state_display()})"

    @admin.display(description=_("Job"), ordering="job")
    def title(self, row: JobRun) -> str:
        return title_of(row.job)

    @display(description=_("Status"), ordering="state", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: JobRun) -> tuple[str, str]:
        return row.state, str(row.get_state_display())

    @admin.display(description=_("For"), ordering="workspace_id")
    def of(self, row: JobRun) -> Promise:
        return _("The whole server") if row.workspace_id is None else _("One workspace")

    @admin.display(description=_("Created"), ordering="created_at")
    def created(self, row: JobRun) -> str:
        return ago(row.created_at)

    @admin.display(description=_("Finished"), ordering="finished_at")
    def finished(self, row: JobRun) -> str:
        return ago(row.finished_at) if row.finished_at else "–"

    @admin.action(description=_("Retry the selected failed jobs"), permissions=["editor"])
    def retry(self, request: HttpRequest, rows: JobRunQuerySet) -> None:
        """Runs of this workspace; superusers also retry runs for all workspaces."""
        retry(request, rows)

    def get_queryset(self, request: HttpRequest) -> JobRunQuerySet:
        rows: QuerySet[JobRun] = super().get_queryset(request)
        assert isinstance(rows, JobRunQuerySet)
        return rows if is_superuser(request) else rows.concerning(current_workspace(request).id)
