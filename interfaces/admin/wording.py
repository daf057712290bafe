"""Names and texts as staff read them."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _

LIST_CHARACTERS = 120


def actor_name(label: str, login: str = "") -> str:
    """`agent:planner` → "planner"; a person or a member of staff is named by their login."""
    kind, _separator, name = label.partition(":")
    if kind == "agent":
        return name
    if kind == "system":
        return _("The server")
    if kind == "staff":
        return _("%(login)s (staff)") % {"login": login or name}
    return login or _("The person")


def shortened(text: str) -> str:
    return Truncator(text).chars(LIST_CHARACTERS)
