"""A new key for an agent, while the old one goes on working for a time."""

from datetime import datetime, timedelta

from workspaces.actions.create_agent import issue_key
from workspaces.models import ApiKey
from workspaces.models.agent import hash_secret


class KeyEnded(Exception):
    """The key was revoked or has expired: there is nothing to hand over."""


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
