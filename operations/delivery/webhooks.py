"""Posting a webhook, signed by Standard Webhooks."""

import json
from datetime import datetime

from standardwebhooks.webhooks import Webhook

from operations.delivery.guarded_post import guarded_post
from operations.models import Outbox, WebhookEndpoint
from operations.models.outbox import Channel

GONE = (410,)
TRIAL = "webhook.test"


def queue_trial(endpoint: WebhookEndpoint, *, now: datetime) -> Outbox:
    """Queue a message without an event, to test its receiver. In the entered scope."""
    payload = {"type": TRIAL, "timestamp": now.isoformat(), "data": {}}
    return Outbox.objects.create(
        channel=Channel.WEBHOOK, kind=TRIAL, endpoint=endpoint, payload=payload, next_attempt_at=now, created_at=now
    )


def post(message: Outbox, *, now: datetime) -> None:
    """Send one message to its endpoint. Outside any scope. Raises Undelivered, UnsafeAddress, OSError."""
    assert message.endpoint is not None
    body = json.dumps(message.payload, separators=(",", ":"), ensure_ascii=False)
    guarded_post(message.endpoint.url, content=body.encode(), headers=_headers(message, body, now), gone=GONE)


def _headers(message: Outbox, body: str, now: datetime) -> dict[str, str]:
    assert message.endpoint is not None
    signature = Webhook(message.endpoint.secret).sign(message.message_id, now, body)
    return {
        "Content-Type": "application/json",
        "User-Agent": "memory-server-webhooks",
        "webhook-id": message.message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }
