"""The page of jobs: failed runs that can be retried, and the schedule."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from interfaces.admin.operations.server_health import WORKERS
from interfaces.admin.texts.job_names import SECTIONS, about, interval, section_of, title_of
from interfaces.admin.texts.wording import ago, ahead, is_uuid
from interfaces.admin.views.permissions import current_workspace, is_editor, is_superuser
from operations import queue
from operations.models import JobRun, Schedule
from operations.models.job import JobRunQuerySet, JobState
from operations.monitoring import health
from workspaces.scope import current_workspace_id

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class JobRow:
    """A recurring job with its last run here. `state` is a JobState, "paused" or, before the first run, empty.

    Without a worker none `can_start`.
    """

    schedule: Schedule
    section: str
    title: str
    about: str
    interval: str
    last: JobRun | None
    ran: str
    state: str
    result: str
    next: str
    can_start: bool


@dataclass(frozen=True, slots=True)
class DeadRow:
    run: JobRun
    title: str
    is_ours: bool


def jobs_page(request: HttpRequest) -> HttpResponse:
    superuser = is_superuser(request)
    dead = JobRun.objects.dead().concerning(current_workspace_id()).order_by("-created_at")
    rows = [DeadRow(run, title_of(run.job), run.workspace_id is not None) for run in dead[:MOST_SHOWN]]
    page = {
        "title": _("Jobs"),
        "dead": rows,
        "may_retry": is_editor(request),
        "may_run": superuser,
        "has_servers": any(not row.is_ours for row in rows),
        "jobs": job_rows(),
        "worker": (worker := health.worker_state()),
        "finding": WORKERS.get(worker),
    }
    return TemplateResponse(request, "admin/jobs.html", admin.site.each_context(request) | page)


def job_rows() -> list[JobRow]:
    """Return every recurring job with the last run that this workspace took part in; queued runs do not count."""
    rows = rows_of(Schedule.objects.all())
    return sorted(rows, key=lambda row: (section_of(row.schedule.job), row.title))


def rows_of(schedules: Iterable[Schedule]) -> list[JobRow]:
    """Return each with its last run; one query for all."""
    begun = JobRun.objects.concerning(current_workspace_id()).exclude(state=JobState.QUEUED)
    last = {run.job: run for run in begun.order_by("job", "-created_at").distinct("job")}
    is_idle = health.worker_state() == health.WorkerState.MISSING
    return [_row(schedule, last.get(schedule.job), is_idle=is_idle) for schedule in schedules]


def retry_runs(request: HttpRequest) -> HttpResponse:
    """Retry the dead letters in the form, or all of them."""
    if request.method != "POST" or not is_editor(request):
        raise PermissionDenied
    ids = [UUID(value) for value in request.POST.getlist("run") if is_uuid(value)]
    rows = JobRun.objects.concerning(current_workspace_id())
    retry(request, rows.filter(id__in=ids) if ids else rows)
    return redirect("admin:jobs")


def retry(request: HttpRequest, rows: JobRunQuerySet) -> None:
    """Queue dead letters again: of this workspace, and for superusers those of the whole server. Adds messages about
    the outcome."""
    now, here = timezone.now(), current_workspace(request).id
    chosen = list(rows)
    dead = [run for run in chosen if run.state == JobState.DEAD]
    allowed = [run for run in dead if is_superuser(request) or run.workspace_id == here]
    for run in allowed:
        run.retry(now=now)
    transaction.on_commit(lambda: queue.deliver_due(now=now))
    for run in allowed:
        messages.success(request, _("“%(job)s” is queued again.") % {"job": title_of(run.job)})
    _warn_of_rest(request, others=len(dead) - len(allowed), fine=len(chosen) - len(dead), retried=len(allowed))


def _warn_of_rest(request: HttpRequest, *, others: int, fine: int, retried: int) -> None:
    if others:
        text = ngettext(
            "%d job was not retried: it is the whole server's. Ask its operator.",
            "%d jobs were not retried: they are the whole server's. Ask its operator.",
            others,
        )
        messages.warning(request, text % others)
    if fine and not retried and not others:
        messages.info(request, _("Nothing was retried: only jobs that have failed three times can be."))


def _row(schedule: Schedule, run: JobRun | None, *, is_idle: bool) -> JobRow:
    state = "paused" if schedule.is_paused else run.state if run else ""
    return JobRow(
        schedule=schedule,
        section=str(SECTIONS[section_of(schedule.job)][0]),
        title=title_of(schedule.job),
        about=about(schedule.job),
        interval=interval(schedule.every_seconds),
        last=run,
        ran=ago(run.created_at if run else None),
        state=state,
        result=_result(state, run),
        next=_next(schedule, is_idle=is_idle),
        can_start=not is_idle,
    )


def _next(schedule: Schedule, *, is_idle: bool) -> str:
    """Return when it runs next. Without a worker nothing starts; overdue jobs start as soon as one runs."""
    if schedule.is_paused:
        return "–"
    if not is_idle:
        return ahead(schedule.next_run_at)
    is_due = schedule.next_run_at <= timezone.now()
    return _("as soon as a worker runs") if is_due else _("due %(time)s") % {"time": ahead(schedule.next_run_at)}


def _result(state: str, run: JobRun | None) -> str:
    if state == "paused":
        return _("Paused")
    if run is None:
        return "–"
    label = str(run.get_state_display())
    return f"{label}: {run.error}" if run.error else label
