"""Keys of agents: issued, and handed over to a new one while the old one goes on working for a time."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from workspaces import scope
from workspaces.models import Agent, ApiKey
from workspaces.models.agent import HINT_CHARACTERS, format_key, hash_secret, new_secret


class KeyEnded(Exception):
    """The key was revoked or has expired: there is nothing to hand over."""


def issue_key(*, agent: Agent, label: str = "", expires_at: datetime | None = None) -> str:
    """Create a key and return it in clear, for the only time."""
    [key] = issue_keys([agent], label=label, expires_at=expires_at)
    return key


def issue_keys(agents: Sequence[Agent], *, label: str = "", expires_at: datetime | None = None) -> list[str]:
    """A key for each agent, in their order."""
    secrets = [new_secret() for _ in agents]
    ApiKey.objects.bulk_create(
        ApiKey(
            agent=agent,
            label=label,
            hint=secret[:HINT_CHARACTERS],
            secret_sha256=hash_secret(secret),
            expires_at=expires_at,
        )
        for agent, secret in zip(agents, secrets, strict=True)
    )
    return [format_key(scope.current_workspace_id(), secret) for secret in secrets]


def rotate_key(*, key: ApiKey, overlap: timedelta, now: datetime) -> tuple[ApiKey, str]:
    """Create a key with the agent, label and lifetime of `key`, which ends after `overlap` unless it ends before.

    In the entered scope. Answers the new key's row, and the key in clear for the only time. Raises KeyEnded.
    """
    if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
        raise KeyEnded
    expires_at = now + (key.expires_at - key.created_at) if key.expires_at else None
    text = issue_key(agent=key.agent, label=key.label, expires_at=expires_at)
    key.end_by(now + overlap)
    return ApiKey.objects.select_related("agent").get(secret_sha256=hash_secret(text.rpartition("_")[2])), text
