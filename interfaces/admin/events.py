"""What the server did, and how often (001 §14)."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from interfaces.admin.dashboard.tables import Table
from interfaces.admin.filters import CategoryFilter
from interfaces.admin.staff_admin import StaffModelAdmin
from memories.models import OperationalEvent
from memories.models.operational_event import Node, Operation, Status

COUNTED = timedelta(days=30)
ROWS = 60


@admin.register(OperationalEvent)
class OperationalEventAdmin(StaffModelAdmin):
    """One row an operation, without content; above them the counts by day, node and operation."""

    list_display = ("created_at", "node", "op", "status", "category", "sim", "memory_id", "person_id")
    list_filter = ("node", "op", "status", CategoryFilter, "created_at")
    search_fields = ("thread_id",)
    ordering = ("-created_at",)
    list_before_template = "admin/dashboard/tables.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        told = {"dashboard": {"tables": [_counts()]}}
        response: HttpResponseBase = super().changelist_view(request, (extra_context or {}) | told)
        return response


def _counts() -> Table:
    counted = OperationalEvent.objects.between(timezone.now() - COUNTED, None).counts()[:ROWS]
    rows = [
        (row["day"], Node(row["node"]).label, Operation(row["op"]).label, Status(row["status"]).label, row["count"])
        for row in counted
    ]
    headers = [_("Day (UTC)"), _("Node"), _("Operation"), _("Status"), _("Count")]
    return Table(_("The last 30 days, latest first"), headers, rows, _("No events yet."))
