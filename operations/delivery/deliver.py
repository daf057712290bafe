"""Sending the outbox: messages are claimed in one transaction, sent outside any, and updated in another."""

from datetime import datetime
from smtplib import SMTPException
from uuid import UUID

from django.core.mail import EmailMessage

from operations.delivery.addresses import UnsafeAddress
from operations.delivery.mail import compose
from operations.delivery.webhooks import Undelivered, post
from operations.models import Outbox
from operations.models.outbox import Channel
from workspaces import scope

# Ten seconds each at most: well within a claim.
BATCH = 10


def deliver(*, workspace_id: UUID, now: datetime) -> int:
    """Send a batch of messages that are due; returns how many were tried.

    The claims of a process that dies in between lapse: what it had sent but not recorded is sent again, under the same
    id.
    """
    with scope.enter(workspace_id):
        claimed = Outbox.objects.claim(BATCH)
        mails = {message.id: compose(message) for message in claimed if message.channel == Channel.MAIL}
    for message in claimed:
        _deliver_one(message, mails.get(message.id), workspace_id, now)
    return len(claimed)


def _deliver_one(message: Outbox, mail: EmailMessage | None, workspace_id: UUID, now: datetime) -> None:
    error, is_final = _send(message, mail, now)
    with scope.enter(workspace_id):
        if not error:
            message.delivered()
        elif is_final:
            message.give_up(error)
        else:
            message.retry_later(error)
        if is_final and message.endpoint is not None:
            type(message.endpoint).objects.filter(id=message.endpoint_id).update(
                disabled_at=now, disabled_because=error
            )


def _send(message: Outbox, mail: EmailMessage | None, now: datetime) -> tuple[str, bool]:
    """The error, empty if it was sent or is obsolete, and whether it is final. Runs outside any scope."""
    try:
        if message.channel == Channel.WEBHOOK:
            post(message, now=now)
        elif mail is not None:
            mail.send()
    except Undelivered as error:
        return str(error), error.is_final
    except (UnsafeAddress, SMTPException, OSError) as error:
        return type(error).__name__, False
    return "", False
