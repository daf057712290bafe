"""Keys of agents: issued, and handed over to a new one while the old one goes on working for a time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from workspaces import scope
from workspaces.models import Agent, ApiKey
from workspaces.models.agent import HINT_CHARACTERS, format_key, hash_secret, new_secret


class KeyEnded(Exception):
    """The key was revoked or has expired: there is nothing to hand over."""


class KeyIssued(Exception):
    """There is a key of this id: it cannot be shown again."""


def issue_key(*, agent: Agent, label: str = "", expires_at: datetime | None = None, key_id: UUID | None = None) -> str:
    """Create a key and return it in clear, for the only time.

    `key_id` comes with a request that may be repeated: it is issued once. Raises KeyIssued.
    """
    secret = new_secret()
    row = _row(agent, secret, label=label, expires_at=expires_at)
    if key_id is not None:
        row.id = key_id
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        if ApiKey.objects.filter(id=row.id).exists():
            raise KeyIssued from None
        raise
    return format_key(scope.current_workspace_id(), secret)


def issue_keys(agents: Sequence[Agent]) -> list[str]:
    """A key for each agent, in their order."""
    secrets = [new_secret() for _ in agents]
    ApiKey.objects.bulk_create(_row(agent, secret) for agent, secret in zip(agents, secrets, strict=True))
    return [format_key(scope.current_workspace_id(), secret) for secret in secrets]


def _row(agent: Agent, secret: str, *, label: str = "", expires_at: datetime | None = None) -> ApiKey:
    return ApiKey(
        agent=agent,
        label=label,
        hint=secret[:HINT_CHARACTERS],
        secret_sha256=hash_secret(secret),
        expires_at=expires_at,
    )


def rotate_key(*, key: ApiKey, overlap: timedelta, now: datetime) -> tuple[ApiKey, str]:
    """Create a key with the agent, label and lifetime of `key`, which ends after `overlap` unless it ends before.

    In the entered scope, once for each key. Answers the new key's row, and the key in clear for the only time. Raises
    KeyEnded and KeyIssued.
    """
    if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
        raise KeyEnded
    expires_at = now + (key.expires_at - key.created_at) if key.expires_at else None
    text = issue_key(agent=key.agent, label=key.label, expires_at=expires_at, key_id=key.successor_id)
    key.end_by(now + overlap)
    return ApiKey.objects.select_related("agent").get(id=key.successor_id), text
