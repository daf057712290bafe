"""Whether a key or a grant holds, as staff read it."""

from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _

from interfaces.admin.texts.wording import until
from workspaces.models import ApiKey

# The theme's colours of what `status_of` answers.
STATUS_COLOURS = {"valid": "success", "ending": "warning", "over": "default", "off": "warning"}


class Ending(Protocol):
    """A key or a grant: it holds until it ends or is revoked."""

    expires_at: datetime | None
    revoked_at: datetime | None


def status_of(row: Ending, *, now: datetime) -> tuple[str, str]:
    """Whether it holds: a kind for colours, and words."""
    if row.revoked_at is not None:
        return "over", _("Revoked")
    if row.expires_at is None:
        return "valid", _("Valid")
    if row.expires_at <= now:
        return "over", _("Expired")
    return "ending", _("Expires in %(time)s") % {"time": until(row.expires_at, now)}


def key_status(key: ApiKey, *, now: datetime) -> tuple[str, str]:
    """As `status_of`; one that still holds is of no use while its agent is switched off."""
    kind, words = status_of(key, now=now)
    return (kind, words) if kind == "over" or key.agent.is_active else ("off", _("Agent switched off"))
