from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.authentication import may_manage
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import Input
from interfaces.rest.problems import Conflict, Forbidden, Invalid, NotFound
from interfaces.rest.views import RestView, answer
from operations.delivery.addresses import UnsafeAddress, check_url
from operations.models import WebhookEndpoint
from operations.models.outbox import new_nonce
from workspaces.models import Agent


class NewWebhook(Input):
    """Where an agent is to hear what became of its proposals. `agent_id` is needed from staff; a key means its own."""

    url: str = Field(min_length=1, max_length=1_024, description="https://, on the public internet.")
    agent_id: UUID | None = None


class WebhookOut(BaseModel):
    """`secret` (Standard Webhooks, whsec_...) is told once, when it is added."""

    id: UUID
    agent_id: UUID
    url: str
    created_at: datetime
    disabled_at: datetime | None
    disabled_because: str
    secret: str | None = None


class WebhookPage(Page[WebhookOut]):
    pass


def webhook_out(endpoint: WebhookEndpoint, *, secret: str | None = None) -> WebhookOut:
    copied = WebhookOut.model_fields.keys() - {"secret"}
    return WebhookOut(**{name: getattr(endpoint, name) for name in copied}, secret=secret)


TAG = "webhooks"
PER_AGENT = 10


class Webhooks(RestView):
    """Adding takes no Idempotency-Key: the secret is told once and kept in no record of answers."""

    @documented(
        "Let an agent hear what becomes of its proposals",
        operation="add_webhook",
        tag=TAG,
        body=NewWebhook,
        answers={201: WebhookOut},
    )
    def post(self, request: Request) -> Response:
        body = self.body(NewWebhook)
        _check_url(body.url)
        agent_id = _agent_of(self, body.agent_id)
        with self.scope():
            # Locked, so that two at once do not pass the limit.
            if not Agent.objects.select_for_update().filter(id=agent_id).exists():
                raise NotFound("There is no such agent in this workspace.")
            if WebhookEndpoint.objects.filter(agent_id=agent_id).count() >= PER_AGENT:
                raise Conflict(f"An agent has at most {PER_AGENT} webhooks.")
            endpoint = WebhookEndpoint.objects.create(
                agent_id=agent_id, url=body.url, nonce=new_nonce(), created_at=self.now
            )
        return answer(webhook_out(endpoint, secret=endpoint.secret), status=201, headers={"Cache-Control": "no-store"})

    @documented(
        "List webhooks, newest first", operation="list_webhooks", tag=TAG, query=PageQuery, answers={200: WebhookPage}
    )
    def get(self, request: Request) -> Response:
        query = self.query(PageQuery)
        with self.scope():
            found, following = NEWEST.slice(_known_to(self), query)
        return answer(WebhookPage(results=[webhook_out(row) for row in found], next_cursor=following))


class OneWebhook(RestView):
    @documented("Remove a webhook", operation="remove_webhook", tag=TAG, answers={204: None}, takes=(HEADER,))
    @idempotent
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        with self.scope():
            deleted, _ = _known_to(self).filter(id=webhook_id).delete()
        if not deleted:
            raise NotFound
        return Response(status=204)


def _agent_of(view: RestView, agent_id: UUID | None) -> UUID:
    """An agent means itself; those who manage name one. Raises Forbidden, Invalid."""
    own = view.actor.id if view.actor.is_agent else None
    if own is not None and agent_id in (None, own):
        return own
    if own is not None or not may_manage(view.principal):
        raise Forbidden("A key adds webhooks of its own agent; those who manage the workspace add others'.")
    if agent_id is None:
        raise Invalid([{"field": "agent_id", "code": "missing", "detail": "Name the agent that is to hear."}])
    return agent_id


def _known_to(view: RestView) -> QuerySet[WebhookEndpoint]:
    """An agent knows its own, those who manage all, people none."""
    if view.actor.is_agent:
        return WebhookEndpoint.objects.filter(agent_id=view.actor.id or "")
    return WebhookEndpoint.objects.all() if may_manage(view.principal) else WebhookEndpoint.objects.none()


def _check_url(url: str) -> None:
    try:
        check_url(url)
    except UnsafeAddress as error:
        raise Invalid([{"field": "url", "code": "unsafe", "detail": str(error)}]) from error
