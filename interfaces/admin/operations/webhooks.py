"""Webhooks, and the messages that are sent to them and by mail."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from interfaces.admin.operations.webhook_status import crumbs_of, statuses_of
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.filters import ListedFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from operations.models import WebhookEndpoint

COLOURS = {"waits": "default", "good": "success", "paused": "warning", "bad": "danger", "off": "danger"}
STATUS = "status_of_webhook"


class EndpointFilter(ListedFilter):
    title = _("webhook")
    parameter_name = "endpoint"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(row.pk), row.url) for row in WebhookEndpoint.objects.order_by("url")]


class WebhookList(DeclaredLookups):
    """Notes on each webhook the result of its last delivery."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        for status in statuses_of(self.result_list):
            setattr(status.row, STATUS, status)


@admin.register(WebhookEndpoint)
class WebhookAdmin(StaffModelAdmin):
    """Added and removed on the pages of agents."""

    list_display = ("url", "agent", "status", "last", "deliveries", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("agent",)
    search_fields = ("url", "agent__name")
    ordering = ("-pk",)
    has_summary = True
    exclude = ("nonce",)
    change_form_outer_before_template = "admin/outbox/webhook.html"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if row:
            context = {"hook": statuses_of([row])[0], "may_edit": self.has_editor_permission(request)}
            context["crumbs"] = crumbs_of(row.agent)
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[WebhookList]:
        return WebhookList

    @display(description=_("Status"), ordering="disabled_at", label=COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: WebhookEndpoint) -> tuple[str, str]:
        status = getattr(row, STATUS)
        return status.kind, status.title

    @admin.display(description=_("Last delivery"))
    def last(self, row: WebhookEndpoint) -> str:
        return getattr(row, STATUS).text or "–"

    @admin.display(description=_("Deliveries"))
    def deliveries(self, row: WebhookEndpoint) -> SafeString:
        url = reverse("admin:operations_outbox_changelist", query={EndpointFilter.parameter_name: row.pk})
        return format_html('<a href="{}">{}</a>', url, gettext("Show"))
