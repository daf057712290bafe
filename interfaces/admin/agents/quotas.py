"""The quotas of the workspace, set by whoever runs the installation, visible to staff."""

from typing import Any

from django.contrib import admin
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.tables.descriptions import about
from interfaces.admin.tables.editable_admin import EditableAdmin
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.views.permissions import is_superuser
from workspaces.models import Quota, Usage


@admin.register(Quota)
class QuotaAdmin(EditableAdmin):
    list_display = ("limits", "used")
    search_fields = ("id",)
    ordering = ("pk",)
    fields = ("memories", "storage_bytes", "requests_per_minute", "tokens_per_day")
    nothing_yet = _("There is no limit: the workspace may use what the server has.")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        """Show usage also without limits."""
        in_use = gettext("In use now: %(amount)s.") % {"amount": _in_use()}
        counted = gettext("What was forgotten counts until it is erased.")
        description = f"{about(Quota)} {in_use} {counted}"
        return super().changelist_view(request, {"about": description} | (extra_context or {}))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    @admin.display(description=_("At most"))
    def limits(self, row: Quota) -> str:
        return _limits(row)

    @admin.display(description=_("In use"))
    def used(self, row: Quota) -> str:
        return _in_use()


@admin.register(Usage)
class UsageAdmin(StaffModelAdmin):
    """The parts of the usage, as statements added them."""

    list_display = ("change",)
    search_fields = ("id",)
    ordering = ("-pk",)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        in_use = gettext("In use now: %(amount)s.") % {"amount": _in_use()}
        return super().changelist_view(request, {"about": f"{about(Usage)} {in_use}"} | (extra_context or {}))

    @admin.display(description=_("Part of the sum"))
    def change(self, row: Usage) -> str:
        return _amount(row.memories, row.storage_bytes)


def _in_use() -> str:
    total = Usage.objects.total()
    return _amount(total.memories, total.storage_bytes)


def _amount(memories: int, storage_bytes: int) -> str:
    count = ngettext("%(count)s memory", "%(count)s memories", memories) % {"count": memories}
    return gettext("%(memories)s, %(size)s") % {"memories": count, "size": filesizeformat(storage_bytes)}


def _limits(row: Quota) -> str:
    """Return each limit with its unit, without missing ones."""
    limits = {
        _("%(count)s memories"): _count(row.memories),
        _("%(count)s of storage"): filesizeformat(row.storage_bytes) if row.storage_bytes is not None else "",
        _("%(count)s requests a minute"): _count(row.requests_per_minute),
        _("%(count)s tokens a day"): _count(row.tokens_per_day),
    }
    return ", ".join(str(text) % {"count": count} for text, count in limits.items() if count) or gettext("No limit")


def _count(number: int | None) -> str:
    return "" if number is None else str(intcomma(number))
