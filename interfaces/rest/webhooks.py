from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from pydantic import Field
from rest_framework.response import Response

from interfaces.rest.authentication import may_manage
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import Conflict, Forbidden, Invalid, NotFound
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView, answer, first_or_404
from operations.delivery.add_webhook import TooManyWebhooks, UnknownAgent, add_webhook
from operations.delivery.addresses import UnsafeAddress, check_url
from operations.models import WebhookEndpoint


class NewWebhook(Input):
    """Where to send an agent what became of its proposals. Staff name an `agent_id`; a key adds its own agent's."""

    url: str = Field(min_length=1, max_length=1_024, description="https://, on the public internet.")
    agent_id: UUID | None = Field(
        default=None,
        description="Left out: the key's own agent. Owners and admins who are signed in name one; `GET /grants` has "
        "the ids of the agents.",
    )


class WebhookOut(Output):
    """`secret` (Standard Webhooks, whsec_...) is sent when it is added, and with a repeat of that request."""

    id: UUID
    agent_id: UUID
    url: str
    created_at: datetime
    disabled_at: datetime | None
    disabled_because: str
    secret: str | None = None


class WebhookPage(Page[WebhookOut]):
    pass


class Webhooks(RestView):
    """The stored answer of an Idempotency-Key holds no secret: a repeat has it derived anew."""

    def storable_part(self, body: Any) -> Any:
        return body | {"secret": None}

    def from_stored(self, body: Any) -> Any:
        with self.scope():
            endpoint = _known_to(self).filter(id=body["id"]).first()
        return body | {"secret": endpoint.secret if endpoint else None}

    @operation("add_webhook", answers={201: WebhookOut})
    def post(self, body: NewWebhook) -> Response:
        """Send an agent what becomes of its proposals."""
        _check_url(body.url)
        agent_id = _agent_of(self, body.agent_id)
        with self.scope():
            endpoint, is_new = _add(self.new_id(), agent_id, body.url, self.now)
            if is_new:
                self.record(endpoint, "added")
        return answer(WebhookOut.of(endpoint), status=201, headers={"Cache-Control": "no-store"})

    @operation("list_webhooks")
    def get(self, query: PageQuery) -> WebhookPage:
        """List webhooks, newest first."""
        with self.scope():
            return NEWEST.page(_known_to(self), query, WebhookPage, _without_secret)


class OneWebhook(RestView):
    @operation("remove_webhook", answers={204: None})
    def delete(self, webhook_id: UUID) -> Response:
        """Remove a webhook."""
        with self.scope():
            endpoint = first_or_404(_known_to(self).filter(id=webhook_id))
            self.record(endpoint, "deleted")
            endpoint.delete()
        return Response(status=204)


def _add(webhook_id: UUID, agent_id: UUID, url: str, now: datetime) -> tuple[WebhookEndpoint, bool]:
    """Return the webhook and whether it is new: a repeat after a crash finds the first one. Raises NotFound,
    Conflict."""
    earlier = WebhookEndpoint.objects.filter(id=webhook_id).first()
    if earlier is not None:
        return earlier, False
    try:
        return add_webhook(webhook_id=webhook_id, agent_id=agent_id, url=url, now=now), True
    except UnknownAgent as error:
        raise NotFound(str(error)) from error
    except TooManyWebhooks as error:
        raise Conflict(str(error)) from error


def _without_secret(endpoint: WebhookEndpoint) -> WebhookOut:
    return WebhookOut.of(endpoint, secret=None)


def _agent_of(view: RestView, agent_id: UUID | None) -> UUID:
    """Return an agent's own id; owners and admins name one. Raises Forbidden, Invalid."""
    own = view.actor.id if view.actor.is_agent else None
    if own is not None and agent_id in (None, own):
        return own
    if own is not None or not may_manage(view.principal):
        raise Forbidden("A key adds webhooks of its own agent; owners and admins add those of others.")
    if agent_id is None:
        raise Invalid([{"field": "agent_id", "code": "missing", "detail": "Name the agent to notify."}])
    return agent_id


def _known_to(view: RestView) -> QuerySet[WebhookEndpoint]:
    """Select the visible webhooks: an agent sees its own, owners and admins all, people none."""
    if view.actor.is_agent:
        return WebhookEndpoint.objects.filter(agent_id=view.actor.id or "")
    return WebhookEndpoint.objects.all() if may_manage(view.principal) else WebhookEndpoint.objects.none()


def _check_url(url: str) -> None:
    try:
        check_url(url)
    except UnsafeAddress as error:
        raise Invalid([{"field": "url", "code": "unsafe", "detail": str(error)}]) from error
