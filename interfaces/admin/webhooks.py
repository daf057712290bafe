"""Webhooks, and the messages that are sent to them and by mail."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from interfaces.admin.change_list import DeclaredLookups
from interfaces.admin.filters import ColumnFilter
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.webhook_status import reason_of, statuses_of
from interfaces.admin.wording import moment
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import OutboxState

COLOURS = {"waits": "default", "good": "success", "paused": "warning", "bad": "danger", "off": "danger"}
STATES = {OutboxState.WAITING: "info", OutboxState.SENT: "success", OutboxState.DEAD: "danger"}
STATUS = "status_of_webhook"
# What is sent, by `Outbox.kind`.
SENT: dict[str, Promise] = {
    "proposal.decided": _("A question was answered"),
    "proposal.expired": _("A question expired"),
    "proposal.closed": _("A question was closed"),
    "mail.code": _("Code to answer in a chat"),
    "mail.digest": _("Questions of the day"),
    "mail.half_time": _("Reminder at half time"),
    "mail.last_day": _("Reminder on the last day"),
    "mail.weekly": _("What was remembered this week"),
    "push.waiting": _("A question waits"),
}


class EndpointFilter(ColumnFilter):
    title = _("webhook")
    parameter_name = "endpoint"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(str(row.pk), row.url) for row in WebhookEndpoint.objects.order_by("url")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = {value for value, _url in self.lookup_choices}
        return super().queryset(request, queryset) if self.value() in {None, *known} else queryset.none()


class WebhookList(DeclaredLookups):
    """Notes on each webhook what became of its last delivery."""

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
    exclude = ("nonce",)

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


@admin.register(Outbox)
class OutboxAdmin(StaffModelAdmin):
    """What is sent by mail, as a notification or to a webhook."""

    list_display = (
        "what",
        "channel",
        "result",
        "why_not",
        "person_id",
        "endpoint",
        "attempts",
        "next_try",
        "created_at",
    )
    list_filter = ("channel", "state", EndpointFilter, "created_at")
    list_select_related = ("endpoint",)
    search_fields = ("kind", "error")
    ordering = ("-pk",)

    @display(description=_("Status"), ordering="state", label=STATES)  # type: ignore[untyped-decorator]
    def result(self, row: Outbox) -> tuple[str, str]:
        return row.state, row.get_state_display()

    @admin.display(description=_("Reason"))
    def why_not(self, row: Outbox) -> str:
        """Why it could not be delivered."""
        reason = reason_of(row.endpoint, row.error) if row.endpoint and row.error else row.error
        return capfirst(reason) or "–"

    def heading(self, row: Outbox) -> str:
        return self.what(row)

    @admin.display(description=_("Message"), ordering="kind")
    def what(self, row: Outbox) -> str:
        return str(SENT.get(row.kind, row.kind))

    @admin.display(description=_("Next try"), ordering="next_attempt_at")
    def next_try(self, row: Outbox) -> str:
        return moment(row.next_attempt_at) if row.state == OutboxState.WAITING else "–"
