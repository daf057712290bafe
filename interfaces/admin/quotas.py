"""What the workspace may use at most: for those who run the installation to set, for its staff to see."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from interfaces.admin.staff import is_superuser
from interfaces.admin.staff_admin import EditableAdmin
from workspaces.models import Quota, Usage


@admin.register(Quota)
class QuotaAdmin(EditableAdmin):
    list_display = ("__str__", "memories", "storage_bytes", "requests_per_minute", "tokens_per_day", "used")
    search_fields = ("id",)
    ordering = ("pk",)
    fields = ("memories", "storage_bytes", "requests_per_minute", "tokens_per_day")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    @admin.display(description=_("In use"))
    def used(self, row: Quota) -> str:
        total = Usage.objects.total()
        return _("%(memories)s memories, %(bytes)s bytes") % {"memories": total.memories, "bytes": total.storage_bytes}
