"""The status of a key or a grant in words."""

from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from interfaces.admin.texts.wording import until
from workspaces.models import ApiKey

# The theme's colours of the kinds that `status_of` returns.
STATUS_COLOURS = {"valid": "success", "ending": "warning", "over": "default", "off": "warning"}


class Ending(Protocol):
    """A key or a grant: valid until it expires or is revoked."""

    expires_at: datetime | None
    revoked_at: datetime | None


def status_of(row: Ending, *, now: datetime) -> tuple[str, str]:
    """Return a kind for colours, and the status in words."""
    if row.revoked_at is not None:
        return "over", _("Revoked")
    if row.expires_at is None:
        return "valid", _("Valid")
    if row.expires_at <= now:
        return "over", _("Expired")
    return "ending", _("Expires in %(time)s") % {"time": until(row.expires_at, now)}


def key_status(key: ApiKey, *, now: datetime) -> tuple[str, str]:
    """The same for a key; a valid key cannot be used while its agent is disabled."""
    kind, words = status_of(key, now=now)
    return (kind, words) if kind == "over" or key.agent.is_active else ("off", _("Agent switched off"))
