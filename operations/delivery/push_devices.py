"""The browsers that a person lets us notify: adding one, and forgetting it."""

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
    """What a browser said of itself is no subscription of the Push API, or leads into a private network."""


def add_device(membership: Membership, *, url: str, p256dh: str, auth: str, name: str, now: datetime) -> PushDevice:
    """Notify this browser of the member's requests; it has been another's no longer.

    The oldest make room for more than PER_PERSON. In the entered scope. Raises BadSubscription.
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
    kept = devices_of(membership).values_list("id", flat=True)[:PER_PERSON]
    devices_of(membership).exclude(id__in=list(kept)).delete()
    return device


def renew_devices(
    ids: Iterable[tuple[UUID, UUID]], *, earlier: str, url: str, p256dh: str, auth: str, server_key: str
) -> None:
    """The browser that these are got another subscription in the place of `earlier`, which is empty where it forgot.

    Each is named by its workspace and id; `server_key` is whom the new one expects. Outside any scope. Raises
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
    """The newest first. In the entered scope."""
    if membership.person_id is None:
        return PushDevice.objects.none()
    rows = PushDevice.objects.filter(account_id=membership.account_id, person_id=membership.person_id)
    return rows.order_by("-created_at", "-id")


def forget_devices(ids: Iterable[tuple[UUID, UUID]], *, but_of: UUID | None = None) -> None:
    """Notify these no more, each by its workspace and id; those of the account `but_of` stay. Outside any scope."""
    for workspace_id, device_id in ids:
        with scope.enter(workspace_id):
            rows = PushDevice.objects.filter(id=device_id)
            (rows.exclude(account_id=but_of) if but_of else rows).delete()


def decoded(text: str) -> bytes:
    """From base64url without padding. Raises BadSubscription."""
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
