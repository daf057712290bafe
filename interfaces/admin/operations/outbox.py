"""Messages to send by mail, notification or webhook: their status, the next attempt, and what staff can do."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.decorators import display

from consent.models import Proposal
from interfaces.admin.operations.webhook_status import crumbs_of, reason_of
from interfaces.admin.operations.webhooks import EndpointFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.wording import ago, ahead, is_uuid, moment
from operations.delivery.webhooks import TRIAL
from operations.models import Outbox
from operations.models.outbox import PAUSES, OutboxState

MOST_ATTEMPTS = len(PAUSES) + 1
STATES = {OutboxState.WAITING: "info", OutboxState.SENT: "success", OutboxState.DEAD: "danger"}
# Names of messages, by `Outbox.kind`.
SENT: dict[str, Promise] = {
    "proposal.decided": gettext_lazy("A question was answered"),
    "proposal.expired": gettext_lazy("A question expired"),
    "proposal.closed": gettext_lazy("A question was closed"),
    TRIAL: gettext_lazy("A test message"),
    "mail.code": gettext_lazy("Code to answer in a chat"),
    "mail.digest": gettext_lazy("Questions of the day"),
    "mail.half_time": gettext_lazy("Reminder at half time"),
    "mail.last_day": gettext_lazy("Reminder on the last day"),
    "mail.weekly": gettext_lazy("What was remembered this week"),
    "push.waiting": gettext_lazy("A question waits"),
}


@admin.register(Outbox)
class OutboxAdmin(StaffModelAdmin):
    """Messages by mail, notification or webhook."""

    list_display = (
        "what",
        "channel",
        "result",
        "failure",
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
    has_summary = True
    actions = ("send_now",)
    change_form_outer_before_template = "admin/outbox/message.html"

    def get_urls(self) -> list[URLPattern]:
        again = path("<uuid:row_id>/send/", self.by_editors(self.send_one_now), name="operations_outbox_send")
        return [again, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if row:
            context = {
                "message": row,
                "summary": delivery_summary(row),
                "may_edit": self.has_editor_permission(request),
            }
            context["crumbs"] = crumbs_of(row.endpoint.agent, row.endpoint) if row.endpoint else ()
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    @admin.action(description=gettext_lazy("Send the selected messages now"), permissions=["editor"])
    def send_now(self, request: HttpRequest, rows: QuerySet[Outbox]) -> None:
        chosen = list(rows.select_related("endpoint"))
        sent = [row for row in chosen if may_be_sent(row) and row.send_now()]
        if sent:
            text = ngettext("%d message is sent within a minute.", "%d messages are sent within a minute.", len(sent))
            messages.success(request, text % len(sent))
        if others := len(chosen) - len(sent):
            text = ngettext(
                "%d message was left out: only messages to webhooks that are not sent and not switched off are sent "
                "again.",
                "%d messages were left out: only messages to webhooks that are not sent and not switched off are sent "
                "again.",
                others,
            )
            messages.info(request, text % others)

    def send_one_now(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        self.send_now(request, Outbox.objects.filter(id=get_object_or_404(Outbox, id=row_id).id))
        return redirect("admin:operations_outbox_change", row_id)

    @display(description=gettext_lazy("Status"), ordering="state", label=STATES)  # type: ignore[untyped-decorator]
    def result(self, row: Outbox) -> tuple[str, str]:
        return row.state, row.get_state_display()

    @admin.display(description=gettext_lazy("Reason"))
    def failure(self, row: Outbox) -> str:
        """Why it could not be delivered."""
        return capfirst(why(row)) or "–"

    def heading(self, row: Outbox) -> str:
        return self.what(row)

    @admin.display(description=gettext_lazy("Message"), ordering="kind")
    def what(self, row: Outbox) -> str:
        return str(SENT.get(row.kind, row.kind))

    @admin.display(description=gettext_lazy("Next try"), ordering="next_attempt_at")
    def next_try(self, row: Outbox) -> str:
        return moment(row.next_attempt_at) if row.state == OutboxState.WAITING else "–"


def may_be_sent(row: Outbox) -> bool:
    """Whether it may still be sent; a mail that was given up may be outdated."""
    return row.state != OutboxState.SENT and row.endpoint is not None and row.endpoint.disabled_at is None


def why(row: Outbox) -> str:
    """Return why it could not be delivered, in words; empty where nothing failed."""
    return reason_of(row.endpoint, row.error) if row.endpoint and row.error else row.error


def delivery_summary(row: Outbox) -> dict[str, Any]:
    """Return what happened, what happens next and what to do, a sentence each, and the question that it is about."""
    data = row.payload.get("data", {}) if isinstance(row.payload, dict) else {}
    question = data.get("proposal_id") or row.payload.get("proposal")
    return {
        "happened": _happened(row),
        "next": _next(row),
        "todo": _advice(row),
        "may_send": may_be_sent(row),
        "question": Proposal.objects.filter(id=question).first() if question and is_uuid(str(question)) else None,
    }


def _happened(row: Outbox) -> str:
    if row.state == OutboxState.SENT:
        return _("It was sent %(time)s.") % {"time": ago(row.finished_at)}
    if not row.error:
        return _("It was not tried yet.")
    tried = {"number": row.attempts, "most": MOST_ATTEMPTS, "reason": why(row)}
    if row.state == OutboxState.DEAD:
        return _("It was given up after attempt %(number)d of %(most)d: %(reason)s.") % tried
    return _("Attempt %(number)d of %(most)d failed: %(reason)s.") % tried


def _next(row: Outbox) -> str:
    if row.state == OutboxState.WAITING:
        return _("It is tried %(time)s, while the server's worker runs.") % {"time": ahead(row.next_attempt_at)}
    return _("Nothing is sent any more.") if row.state == OutboxState.DEAD else ""


def _advice(row: Outbox) -> str:
    if row.state == OutboxState.SENT or not row.error:
        return ""
    if row.endpoint is None:
        return _("Check the address of the login, and that the server can send mail (Health says so).")
    if row.endpoint.disabled_at is not None:
        return _("The webhook was switched off. Add it again on the agent's page, then remove this one.")
    return _(
        "Check that the address is right and answers. If it is wrong, add the right one on the agent's page and remove "
        "this one. If it is mended, send the message now."
    )
