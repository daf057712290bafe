"""Adds a webhook for an agent's events."""

from datetime import datetime
from uuid import UUID

from operations.delivery.addresses import check_url
from operations.models import WebhookEndpoint
from operations.models.outbox import new_nonce
from workspaces.models import Agent, uuid7

PER_AGENT = 10


class UnknownAgent(Exception):
    """No such agent in the workspace."""


class TooManyWebhooks(Exception):
    """The agent has as many as it may have."""


def add_webhook(*, agent_id: UUID, url: str, now: datetime, webhook_id: UUID | None = None) -> WebhookEndpoint:
    """Add a webhook, in the entered scope; show the endpoint's `secret` once.

    Raises UnsafeAddress, UnknownAgent, TooManyWebhooks.
    """
    check_url(url)
    # Locked, so that simultaneous calls do not exceed the limit.
    if not Agent.objects.select_for_update().filter(id=agent_id).exists():
        raise UnknownAgent("There is no such agent in this workspace.")
    if WebhookEndpoint.objects.filter(agent_id=agent_id).count() >= PER_AGENT:
        raise TooManyWebhooks(f"An agent has at most {PER_AGENT} webhooks.")
    return WebhookEndpoint.objects.create(
        id=webhook_id or uuid7(), agent_id=agent_id, url=url, nonce=new_nonce(), created_at=now
    )
