"""Posting a webhook, signed by Standard Webhooks."""

import json
import ssl
from datetime import datetime

import httpx
from django.conf import settings
from standardwebhooks.webhooks import Webhook

from operations.delivery.addresses import check_url, resolve
from operations.models import Outbox

TIMEOUT_SECONDS = 10.0
GONE = 410


class Undelivered(Exception):
    """The receiver did not accept it; the text is a status or class, never its answer. `is_final`: do not retry."""

    def __init__(self, reason: str, *, is_final: bool = False) -> None:
        super().__init__(reason)
        self.is_final = is_final


def post(message: Outbox, *, now: datetime) -> None:
    """Send one message to its endpoint: one POST, no redirects, ten seconds.

    It connects to the checked address, while TLS and the Host header name the host, whose certificate is verified. Runs
    outside any scope. Raises Undelivered, UnsafeAddress, OSError.
    """
    assert message.endpoint is not None
    parts = check_url(message.endpoint.url)
    address = resolve(parts)
    body = json.dumps(message.payload, separators=(",", ":"), ensure_ascii=False)
    request = httpx.Request(
        "POST",
        httpx.URL(message.endpoint.url).copy_with(host=address),
        content=body.encode(),
        headers=_headers(message, body, now) | {"Host": parts.netloc},
        extensions={
            "sni_hostname": parts.hostname,
            "timeout": httpx.Timeout(TIMEOUT_SECONDS).as_dict(),
        },
    )
    with httpx.Client(trust_env=False, follow_redirects=False, verify=_authorities()) as client:
        try:
            response = client.send(request, stream=True)
        except httpx.HTTPError as error:
            raise Undelivered(type(error).__name__) from error
        response.close()
    if not response.is_success:
        raise Undelivered(f"HTTP {response.status_code}", is_final=response.status_code == GONE)


def _authorities() -> ssl.SSLContext:
    """The public certificate authorities, and the operator's own."""
    context = httpx.create_ssl_context(trust_env=False)
    if settings.WEBHOOK_CA_FILE:
        context.load_verify_locations(cafile=settings.WEBHOOK_CA_FILE)
    return context


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
