"""Posting a webhook, signed by Standard Webhooks."""

import json
from datetime import datetime

from standardwebhooks.webhooks import Webhook

from operations.delivery.guarded_post import guarded_post
from operations.models import Outbox

GONE = (410,)


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
