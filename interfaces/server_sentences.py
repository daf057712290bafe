"""Sentences written by the server. They are stored in English, with quotations from conversations, and shown in the
reader's language. Other texts are unchanged."""

import re
from collections.abc import Callable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_NAME: Final = r"[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,3}"
_QUOTED_LINE: Final = re.compile(rf'(?P<before>^|[.!?]["\'] |\] )(?P<who>{_NAME}) said: (?=")')
_SHORT: Final = re.compile(
    rf"^(?P<names>{_NAME}(?:, {_NAME})*(?: and {_NAME})?) exchanged (?P<count>\d+) short messages\.$"
)
_SUMMARY: Final = re.compile(r"^A summary of turns (?P<first>\d+) to (?P<last>\d+)\.$")
# Names in summaries for speakers without a name.
_ROLES: Final[dict[str, Promise]] = {
    "The user": gettext_lazy("The user"),
    "The assistant": gettext_lazy("The assistant"),
    "Somebody": gettext_lazy("Somebody"),
}


def in_readers_language(text: str) -> str:
    """Translate the server's own words in a stored summary, but not the quotations."""
    if " said: " in text:
        return _QUOTED_LINE.sub(_translated_line, text)
    found = _SHORT.match(text) if " short messages" in text else None
    if not found:
        return text
    *others, last = re.split(r", | and ", found["names"])
    names = (
        _("{others} and {last}").format(others=", ".join(map(_who, others)), last=_who(last)) if others else _who(last)
    )
    return _("%(names)s exchanged %(count)s short messages.") % {"names": names, "count": found["count"]}


def reason_in_readers_language(reason: str, translate: Callable[[str], str]) -> str:
    """Translate the server's own reason; `translate` is for one without numbers."""
    found = _SUMMARY.match(reason)
    return _("A summary of turns %(first)s to %(last)s.") % found.groupdict() if found else translate(reason)


def _translated_line(found: re.Match[str]) -> str:
    return found["before"] + _("%(who)s said: ") % {"who": _who(found["who"])}


def _who(name: str) -> str:
    return str(_ROLES.get(name, name))
