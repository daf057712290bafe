"""Jobs: schedules and runs."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.decorators import display

from interfaces.admin.operations.jobs_page import retry, rows_of
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.filters import IdleFilter, JobFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.job_names import about, interval, title_of
from interfaces.admin.texts.wording import ago, names_of
from interfaces.admin.views.permissions import current_workspace, is_superuser
from operations import queue
from operations.models import JobRun, Schedule
from operations.models.job import JobRunQuerySet, JobState
from operations.monitoring.health import WorkerState, worker_state

STATE_COLOURS = {
    JobState.QUEUED: "default",
    JobState.RUNNING: "info",
    JobState.DONE: "success",
    JobState.FAILED: "warning",
    JobState.DEAD: "danger",
}
OUTCOME_COLOURS = STATE_COLOURS | {"paused": "warning"}
SUMMARY = "summary_of_job"
MAY_RUN = _(
    "When each job runs, and how it went. Select jobs and choose “Run the selected jobs now” to run them early, or to "
    "pause and resume them."
)
MAY_NOT_RUN = _("When each job runs, and how it went. Only the server's operator runs jobs early, or pauses them.")


class ScheduleList(DeclaredLookups):
    """Notes on each job the outcome of its last run."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        for summary in rows_of(self.result_list):
            setattr(summary.schedule, SUMMARY, summary)


@admin.register(Schedule)
class ScheduleAdmin(StaffModelAdmin):
    """Recurring jobs of the whole server; only superusers pause them, or run them early."""

    change_form_outer_before_template = "admin/schedule/summary.html"
    list_display = ("title", "does", "interval", "last_run", "outcome", "next_run")
    list_filter = ("is_paused", "is_per_workspace")
    search_fields = ("job",)
    search_help_text = _("Search job")
    ordering = ("job",)
    fields = ("interval", "runs_for", "spread", "next_run_at", "is_paused")
    readonly_fields = ("interval", "runs_for", "spread")
    actions = ("pause", "resume", "run_now")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ScheduleList]:
        return ScheduleList

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        """Explain how to run a job, or who may."""
        text = MAY_RUN if is_superuser(request) else MAY_NOT_RUN
        response: HttpResponseBase = super().changelist_view(request, {"about": text} | (extra_context or {}))
        return response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        summary = {"summary": rows_of([row])[0], "may_run": is_superuser(request)} if row else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, summary | (extra_context or {}))
        return response

    def get_urls(self) -> list[URLPattern]:
        run = path("<int:row_id>/run/", self.admin_site.admin_view(self.run_one), name="operations_schedule_run")
        return [run, *super().get_urls()]

    def run_one(self, request: HttpRequest, row_id: int) -> HttpResponse:
        """Run a job from its page or the page of jobs, by POST."""
        if request.method != "POST" or not is_superuser(request):
            raise PermissionDenied
        self.run_now(request, Schedule.objects.filter(pk=row_id))
        return redirect("admin:jobs")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Fold the fields for readers: the page shows most of them above."""
        if self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return [(_("All fields"), {"classes": ["collapse"], "fields": self.fields})]

    def heading(self, row: Schedule) -> str:
        return title_of(row.job)

    @admin.display(description=_("Job"))
    def title(self, row: Schedule) -> str:
        return title_of(row.job)

    @admin.display(description=_("What it does"))
    def does(self, row: Schedule) -> str:
        return about(row.job)

    @admin.display(description=_("Last run"))
    def last_run(self, row: Schedule) -> str:
        return str(getattr(row, SUMMARY).ran)

    @display(description=_("Result"), label=OUTCOME_COLOURS)  # type: ignore[untyped-decorator]
    def outcome(self, row: Schedule) -> tuple[str, str]:
        summary = getattr(row, SUMMARY)
        return summary.state, summary.result

    @admin.display(description=_("Next run"), ordering="next_run_at")
    def next_run(self, row: Schedule) -> str:
        return str(getattr(row, SUMMARY).next)

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

    @admin.action(description=_("Pause the selected jobs"), permissions=["change"])
    def pause(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        self._pause(request, rows.filter(is_paused=False), _("Paused: %(names)s."), is_paused=True)

    @admin.action(description=_("Resume the selected jobs"), permissions=["change"])
    def resume(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        self._pause(request, rows.filter(is_paused=True), _("Resumed: %(names)s."), is_paused=False)

    def _pause(self, request: HttpRequest, rows: QuerySet[Schedule], text: Promise, *, is_paused: bool) -> None:
        names = [title_of(row.job) for row in rows.order_by("job")]
        rows.update(is_paused=is_paused)
        done = str(text) % {"names": names_of(names)} if names else _("Nothing was changed.")
        messages.success(request, done)

    @admin.action(description=_("Run the selected jobs now"), permissions=["change"])
    def run_now(self, request: HttpRequest, rows: QuerySet[Schedule]) -> None:
        """Run jobs, also paused ones: a pause stops only the schedule. A running job is not started twice."""
        now = timezone.now()
        planned = [title_of(schedule.job) for schedule in rows if queue.plan(schedule, now=now, at_once=True)]
        transaction.on_commit(lambda: queue.deliver_due(now=now))
        if planned:
            is_idle = worker_state() == WorkerState.MISSING
            text = _("Queued until a worker runs: %(names)s.") if is_idle else _("Queued: %(names)s.")
            messages.success(request, text % {"names": names_of(planned)})
        else:
            messages.info(request, _("Nothing was queued: what you chose is running or waits already."))


@admin.register(JobRun)
class JobRunAdmin(StaffModelAdmin):
    """Runs for this workspace and for all."""

    list_display = ("title", "status", "of", "attempts", "items", "error", "created", "finished")
    list_filter = (IdleFilter, "state", JobFilter, "created_at")
    search_fields = ("job", "error")
    how_to_search = _("Runs that found nothing to do are hidden, unless you search or choose “Shown” in the filters.")
    nothing_found = _("Runs that found nothing to do are hidden: choose “Shown” in the filters to see them.")
    ordering = ("-created_at",)
    actions = ("retry",)
    technical = ("job", "traceparent")

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
        """Retry runs of this workspace; superusers also those for all workspaces."""
        retry(request, rows)

    def get_queryset(self, request: HttpRequest) -> JobRunQuerySet:
        rows: QuerySet[JobRun] = super().get_queryset(request)
        assert isinstance(rows, JobRunQuerySet)
        return rows if is_superuser(request) else rows.concerning(current_workspace(request).id)
