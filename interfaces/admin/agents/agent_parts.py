"""The parts of an agent's page: keys, grants, webhooks, and its activity."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from consent.models import Proposal
from interfaces.admin.agents.status import key_status, status_of
from interfaces.admin.operations.webhook_status import crumbs_of, statuses_of
from interfaces.admin.texts.wording import category_label
from interfaces.admin.views.permissions import staff_membership
from interfaces.plain_words import readable_categories
from memories.maintenance.record_setup import Done, record_row
from operations.delivery.add_webhook import TooManyWebhooks, UnknownAgent, add_webhook
from operations.delivery.addresses import UnsafeAddress
from operations.delivery.webhooks import queue_trial
from operations.models import WebhookEndpoint
from retrieval.models import RetrievalEvent
from workspaces.actions.authenticate_key import categories_of
from workspaces.models import Agent, Allowlist, ApiKey, Grant

COUNTED = timedelta(days=30)
MOST_ROWS = 20
EXAMPLE = """{"type": "proposal.decided", "timestamp": "2026-11-23T09:30:00+00:00",
 "data": {"proposal_id": "01a2…", "state": "approved", "field": "identity.city", "user_id": "01a2…",
  "proposal_url": "https://…", "review_url": "https://…"}}"""


@dataclass(frozen=True, slots=True)
class Row:
    """A key or a grant with its status: `kind` is valid, ending, over or off."""

    row: Any
    kind: str
    status: str


def parts_of(agent: Agent) -> dict[str, Any]:
    """Runs in the entered scope."""
    now = timezone.now()
    lists = list(Allowlist.objects.values_list("role", "categories"))
    reads = RetrievalEvent.objects.filter(agent_id=agent.id, created_at__gte=now - COUNTED).count()
    asked = Proposal.objects.unmuted().filter(agent_id=agent.id)
    return {
        "keys": [Row(row, *key_status(row, now=now)) for row in _keys(agent)],
        "grants": _rows(Grant.objects.in_force(now=now).filter(agent=agent).select_related("person")[:MOST_ROWS]),
        "webhooks": statuses_of(WebhookEndpoint.objects.filter(agent=agent).order_by("created_at")),
        "categories": readable_categories(*categories_of(agent.role, lists), called=category_label),
        "has_list": agent.role in dict(lists),
        "reads": reads,
        "asked": asked.filter(created_at__gte=now - COUNTED).count(),
        "waits": asked.pending().count(),
    }


def _keys(agent: Agent) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(agent=agent).select_related("agent").order_by("-created_at")[:MOST_ROWS]


def _rows(rows: Any) -> list[Row]:
    return [Row(row, *status_of(row, now=timezone.now())) for row in rows]


def add_agent_webhook(request: HttpRequest, agent_id: UUID) -> HttpResponse:
    """Add an address and show its secret, once."""
    agent, url = get_object_or_404(Agent, id=agent_id), request.POST.get("url", "").strip()
    if WebhookEndpoint.objects.filter(agent=agent, url=url).exists():
        messages.warning(request, _("There is a webhook for this address already. Its secret cannot be shown again."))
        return redirect("admin:workspaces_agent_change", agent_id)
    try:
        endpoint = add_webhook(agent_id=agent.id, url=url, now=timezone.now())
    except (UnsafeAddress, UnknownAgent, TooManyWebhooks) as error:
        return _page_with(request, agent_id, {"typed_url": url, "url_problem": str(error)})
    _record(request, endpoint, "added")
    page: dict[str, Any] = {"title": _("New webhook"), "crumbs": crumbs_of(agent)}
    page |= {"endpoint": endpoint, "agent": agent, "example": EXAMPLE}
    return TemplateResponse(request, "admin/agent/webhook_added.html", admin.site.each_context(request) | page)


def _page_with(request: HttpRequest, agent_id: UUID, typed: dict[str, Any]) -> HttpResponse:
    """Show the agent's page, with the typed address in the form for a webhook and the error."""
    request.method = "GET"
    page: HttpResponse = admin.site.get_model_admin(Agent).change_view(request, str(agent_id), "", typed)
    return page


def remove_webhook(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    endpoint = get_object_or_404(WebhookEndpoint, id=webhook_id)
    _record(request, endpoint, "deleted")
    endpoint.delete()
    messages.success(request, _("The webhook was removed."))
    return redirect("admin:workspaces_agent_change", endpoint.agent_id)


def try_webhook(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    """Send a test message, and show the result."""
    endpoint = get_object_or_404(WebhookEndpoint, id=webhook_id, disabled_at=None)
    message = queue_trial(endpoint, now=timezone.now())
    messages.success(request, _("A test message is sent within a minute. Open this page again to see how it went."))
    return redirect("admin:operations_outbox_change", message.id)


def _record(request: HttpRequest, endpoint: WebhookEndpoint, done: Done) -> None:
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    record_row(row=endpoint, done=done, actor=membership.as_staff(), now=timezone.now())
