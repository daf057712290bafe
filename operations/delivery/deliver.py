"""Sending the outbox: messages are claimed in one transaction, sent outside any, and updated in another."""

from datetime import datetime
from smtplib import SMTPException
from uuid import UUID

from django.core.mail import EmailMessage

from operations.delivery.addresses import UnsafeAddress
from operations.delivery.guarded_post import Undelivered
from operations.delivery.mail import compose
from operations.delivery.push import compose_push, push
from operations.delivery.webhooks import post
from operations.models import Outbox, PushDevice, WebhookEndpoint
from operations.models.outbox import Channel
from workspaces import scope

# A mail, or the text of a notification; None for what is obsolete, and for webhooks, whose payload is stored.
Content = EmailMessage | str | None
# Ten seconds each at most: well within a claim.
BATCH = 10


def deliver(*, workspace_id: UUID, now: datetime) -> int:
    """Send a batch of messages that are due; returns how many were tried.

    The claims of a process that dies in between lapse: what it had sent but not recorded is sent again, under the same
    id.
    """
    with scope.enter(workspace_id):
        claimed = [(message, _compose(message)) for message in Outbox.objects.claim(BATCH)]
    for message, content in claimed:
        _deliver_one(message, content, workspace_id, now)
    return len(claimed)


def _compose(message: Outbox) -> Content:
    if message.channel == Channel.MAIL:
        return compose(message)
    return compose_push(message) if message.channel == Channel.PUSH else None


def _deliver_one(message: Outbox, content: Content, workspace_id: UUID, now: datetime) -> None:
    error, is_final = _send(message, content, now)
    with scope.enter(workspace_id):
        if not error:
            message.delivered()
        elif is_final:
            message.give_up(error)
            _note_gone(message, error, now)
        else:
            message.retry_later(error)


def _note_gone(message: Outbox, error: str, now: datetime) -> None:
    """A receiver that is gone for good: an agent's is disabled, a person's device is forgotten."""
    if message.endpoint_id is not None:
        rows = WebhookEndpoint.objects.filter(id=message.endpoint_id)
        rows.update(disabled_at=now, disabled_because=error)
    if message.device_id is not None:
        PushDevice.objects.filter(id=message.device_id).delete()


def _send(message: Outbox, content: Content, now: datetime) -> tuple[str, bool]:
    """The error, empty if it was sent or is obsolete, and whether it is final. Runs outside any scope."""
    try:
        if message.channel == Channel.WEBHOOK:
            post(message, now=now)
        elif isinstance(content, EmailMessage):
            content.send()
        elif content is not None and message.device is not None:
            push(message.device, content, now=now)
    except Undelivered as error:
        return str(error), error.is_final
    except (UnsafeAddress, SMTPException, OSError) as error:
        return type(error).__name__, False
    return "", False
