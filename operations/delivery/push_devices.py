"""Registers and removes the browsers that a person wants notifications on."""

import base64
import binascii
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from django.db.models import QuerySet

from operations.delivery.addresses import UnsafeAddress, check_url
from operations.delivery.vapid import is_known, public_key
from operations.models import PushDevice
from workspaces import scope
from workspaces.models import Membership

PER_PERSON = 10
AUTH_BYTES = 16


class BadSubscription(Exception):
    """The data is no subscription of the Push API, or its address is in a private network."""


def add_device(membership: Membership, *, url: str, p256dh: str, auth: str, name: str, now: datetime) -> PushDevice:
    """Register this browser for the member, instead of another member if it was theirs.

    Beyond PER_PERSON the oldest are removed. In the entered scope. Raises BadSubscription.
    """
    assert membership.person_id is not None
    _check(url, p256dh, auth)
    device, _is_new = PushDevice.objects.update_or_create(
        url=url,
        defaults={
            "person_id": membership.person_id,
            "account_id": membership.account_id,
            "p256dh": p256dh,
            "auth": auth,
            "server_key": public_key(),
            "name": name,
            "created_at": now,
            "told_at": None,
        },
    )
    newest = devices_of(membership).values_list("id", flat=True)[:PER_PERSON]
    devices_of(membership).exclude(id__in=list(newest)).delete()
    return device


def renew_devices(
    ids: Iterable[tuple[UUID, UUID]], *, earlier: str, url: str, p256dh: str, auth: str, server_key: str
) -> None:
    """Replace the subscription `earlier` of these devices of one browser; empty if the browser lost it.

    Each is given by workspace and id; `server_key` is the key that the new one expects. Outside any scope. Raises
    BadSubscription.
    """
    _check(url, p256dh, auth)
    if not is_known(server_key):
        raise BadSubscription
    for workspace_id, device_id in ids:
        with scope.enter(workspace_id):
            rows = PushDevice.objects.filter(id=device_id).select_for_update()
            device = (rows.filter(url=earlier) if earlier else rows).first()
            if device is not None:
                PushDevice.objects.filter(url=url).exclude(id=device_id).delete()
                device.renew(url=url, p256dh=p256dh, auth=auth, server_key=server_key)


def devices_of(membership: Membership) -> QuerySet[PushDevice]:
    """Return the member's devices, the newest first. In the entered scope."""
    if membership.person_id is None:
        return PushDevice.objects.none()
    rows = PushDevice.objects.filter(account_id=membership.account_id, person_id=membership.person_id)
    return rows.order_by("-created_at", "-id")


def forget_devices(ids: Iterable[tuple[UUID, UUID]], *, but_of: UUID | None = None) -> None:
    """Remove these devices, each by workspace and id, except those of the account `but_of`. Outside any scope."""
    for workspace_id, device_id in ids:
        with scope.enter(workspace_id):
            rows = PushDevice.objects.filter(id=device_id)
            (rows.exclude(account_id=but_of) if but_of else rows).delete()


def decoded(text: str) -> bytes:
    """Decode base64url without padding. Raises BadSubscription."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadSubscription from error


def _check(url: str, p256dh: str, auth: str) -> None:
    try:
        check_url(url)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    except (UnsafeAddress, ValueError) as error:
        raise BadSubscription from error
    if len(decoded(auth)) != AUTH_BYTES or len(url) > 1_024:
        raise BadSubscription
