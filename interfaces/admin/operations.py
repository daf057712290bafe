"""Jobs: what runs when, and how it went."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from interfaces.admin.accounts import current_workspace
from interfaces.admin.staff import is_superuser
from interfaces.admin.staff_admin import StaffModelAdmin
from operations.models import JobRun, Schedule


@admin.register(Schedule)
class ScheduleAdmin(StaffModelAdmin):
    """Recurring jobs of the whole server; only superusers pause them."""

    list_display = ("job", "every_seconds", "next_run_at", "is_paused")
    list_filter = ("is_paused",)
    search_fields = ("job",)
    ordering = ("job",)
    readonly_fields = ("job",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)


@admin.register(JobRun)
class JobRunAdmin(StaffModelAdmin):
    """Runs for this workspace and for all."""

    list_display = ("job", "state", "attempts", "items", "error", "created_at", "finished_at")
    list_filter = ("state", "job", "created_at")
    search_fields = ("job", "error")
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[JobRun]:
        rows: QuerySet[JobRun] = super().get_queryset(request)
        ours = Q(workspace_id=current_workspace(request).id)
        return rows if is_superuser(request) else rows.filter(ours | Q(workspace_id__isnull=True))
