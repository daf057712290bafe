"""Notifications on a person's devices: that requests are pending, without any content."""

import json
import os
from datetime import datetime, timedelta
from uuid import UUID

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from consent.models import Proposal
from operations.delivery.guarded_post import Undelivered, guarded_post
from operations.delivery.push_devices import decoded
from operations.delivery.vapid import UnknownKey, authorization
from operations.models import Outbox, PushDevice
from operations.models.outbox import Channel
from workspaces import scope
from workspaces.models import Account, Membership

KIND = "push.waiting"
# A request soon after a notified one causes no further notification.
PAUSE = timedelta(minutes=10)
# How long a push service keeps it for a device that is off, and that a newer one takes its place (RFC 8030).
TTL_SECONDS = 24 * 3_600
TOPIC = "requests"
GONE = (404, 410)


def queue_pushes(*, workspace_id: UUID, now: datetime) -> int:
    """Queue a notification for each device whose person has new requests since the last one; return their number."""
    with scope.enter(workspace_id):
        devices = list(_due(now).select_for_update(skip_locked=True))
        Outbox.objects.bulk_create(_message(device, now) for device in devices)
        PushDevice.objects.filter(id__in=[device.id for device in devices]).update(told_at=now)
    return len(devices)


def compose_push(message: Outbox) -> str | None:
    """Return what the device shows, as JSON; None if no request is pending any more. In the entered scope.

    A device whose login is no longer the person's is forgotten.
    """
    device = message.device
    assert device is not None
    mine = {"account_id": device.account_id, "person_id": device.person_id}
    if not Membership.objects.filter(workspace_id=scope.current_workspace_id(), **mine).exists():
        PushDevice.objects.filter(id=device.id).delete()
        return None
    if not Proposal.objects.pending().unmuted().filter(person_id=device.person_id).exists():
        return None
    with translation.override(Account.objects.get(id=device.account_id).mail_language):
        notification = {
            "title": _("Memory"),
            "body": _("Something is waiting for your answer."),
            "url": reverse("pages:inbox"),
        }
    return json.dumps(notification, ensure_ascii=False)


def push(device: PushDevice, text: str, *, now: datetime) -> None:
    """Encrypt it for the device (RFC 8291) and hand it to the device's push service. Outside any scope.

    Raises Undelivered, UnsafeAddress, OSError.
    """
    try:
        signed = authorization(device.server_key, url=device.url, now=now)
    except UnknownKey as error:
        raise Undelivered("UnknownKey", is_final=True) from error
    headers = signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_SECONDS),
        "Topic": TOPIC,
        "Urgency": "normal",
    }
    guarded_post(device.url, content=_encrypted(text, device), headers=headers, gone=GONE)


def _due(now: datetime) -> QuerySet[PushDevice]:
    since = Coalesce(OuterRef("told_at"), OuterRef("created_at"))
    fresh = Proposal.objects.pending().unmuted().filter(person_id=OuterRef("person_id"), created_at__gt=since)
    rested = Q(told_at__isnull=True) | Q(told_at__lte=now - PAUSE)
    return PushDevice.objects.filter(rested, Exists(fresh))


def _message(device: PushDevice, now: datetime) -> Outbox:
    return Outbox(
        channel=Channel.PUSH,
        kind=KIND,
        person_id=device.person_id,
        account_id=device.account_id,
        device=device,
        next_attempt_at=now,
        created_at=now,
    )


def _encrypted(text: str, device: PushDevice) -> bytes:
    sealed: bytes = http_ece.encrypt(
        text.encode(),
        salt=os.urandom(16),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(device.p256dh),
        auth_secret=decoded(device.auth),
        version="aes128gcm",
    )
    return sealed
