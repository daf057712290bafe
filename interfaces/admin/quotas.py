"""What the workspace may use at most: for those who run the installation to set, for its staff to see."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.staff import is_superuser
from interfaces.admin.staff_admin import EditableAdmin
from interfaces.admin.tables import about
from workspaces.models import Quota, Usage


@admin.register(Quota)
class QuotaAdmin(EditableAdmin):
    list_display = ("__str__", "memories", "storage_bytes", "requests_per_minute", "tokens_per_day", "used")
    search_fields = ("id",)
    ordering = ("pk",)
    fields = ("memories", "storage_bytes", "requests_per_minute", "tokens_per_day")
    nothing_yet = _("There is no limit: the workspace may use what the server has.")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        """What is in use is told also where nothing bounds it."""
        in_use = gettext("In use now: %(amount)s.") % {"amount": _in_use()}
        told = f"{about(Quota)} {in_use}"
        return super().changelist_view(request, {"about": told} | (extra_context or {}))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    @admin.display(description=_("In use"))
    def used(self, row: Quota) -> str:
        return _in_use()


def _in_use() -> str:
    total = Usage.objects.total()
    count = ngettext("%(count)s memory", "%(count)s memories", total.memories) % {"count": total.memories}
    return gettext("%(memories)s, %(size)s") % {"memories": count, "size": filesizeformat(total.storage_bytes)}
