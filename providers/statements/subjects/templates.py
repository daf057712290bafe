"""Recognises templates and lists of tips, as assistants write them: "[Your Name]", "Location: [insert venue]", "Home:
Declutter one room". They state nothing about a person."""

import re
from typing import Final

from providers.statements.text import gazetteer
from providers.statements.text.normalise import View
from providers.statements.text.slots import Span
from providers.statements.text.words import IMPERATIVES

_FILL_IN: Final = re.compile(
    r"[\s*_:]*[\[{<(]+ ?(?:insert|specify|enter|add|your|fill|type|choose|select|describe|list|provide|tbd|tba)\b"
)
# A blank in a letter, as opposed to a bracketed label ("[city] Lisbon").
_BLANK: Final = re.compile(
    r"[\[<{](?:your|their|recipient|insert|company|manager|client|customer|child|guardian)\b", re.IGNORECASE
)
_WITHIN: Final = re.compile(r"[a-z] \[\Z")  # "Crystal [Last Name]"
_THINGS: Final = (
    r"(?:event|project|investment|product|brand|company|charity|character|file|folder|domain|feature|team|book|course"
    r"|recipe|variable|function|table|column|app|application|package|model|dataset|branch|repository|server|host"
    r"|medication|medicine|organi[sz]ation|school|hotel|restaurant|venue|store|shop|song|film|movie|game|business|blog"
    r"|channel|group|class|club|vendor|supplier|item|task|step|activity|account|fund|stock|bank|field|key|tag"
    r"|user ?group)"
)
_THING_LABEL: Final = re.compile(
    rf"\b{_THINGS}(?:'s)? names?\Z|\b(?:social|sales|video|phone|conference|client|team) calls\Z"
)
_AT_HOME: Final = re.compile(r"\w (?:at|from) home\Z")
_WORD: Final = re.compile(r"[^\W\d_]+")
_GOES_ON: Final = re.compile(
    r" (?:the|an?|your|it|them|one|two|three|any|all|this|these|that|those|their|its|every|each|some|more|out|up|with"
    r"|for|in|on|at|to)\b"
)
_OBJECTS: Final = re.compile(r" [a-z]+s\b")


def is_template(seen: View, entry: int, label: str, value: Span, key: str) -> bool:
    """Whether a label that begins at `entry` and its value belong to a template, a thing or a list of tips."""
    if (
        is_blank(seen.folded, max(0, entry - 1))
        or (" " in label and _WITHIN.search(seen.folded, max(0, entry - 9), entry))
        or _THING_LABEL.search(label)
        or _AT_HOME.search(label)
    ):
        return True
    gap = seen.folded[entry + len(label) : value.start + len("specify")]
    return _FILL_IN.search(gap) is not None or _is_tip(seen, value, key)


def is_blank(text: str, start: int) -> bool:
    """Whether a blank to fill in begins at `start` ("[Your Name]")."""
    return _BLANK.match(text, start) is not None


def _is_tip(seen: View, value: Span, key: str) -> bool:
    """ "Home: Declutter one room a week", but not "Home: Lisbon the sunny"."""
    first = _WORD.match(seen.folded, value.start)
    if first is None:
        return False
    goes_on = _GOES_ON.match(seen.folded, first.end()) is not None
    if first[0] in IMPERATIVES:
        return goes_on or _OBJECTS.match(seen.folded, first.end()) is not None
    is_unknown = key == "city" and value.end == first.end() and not gazetteer.is_place(first[0])
    return goes_on and is_unknown
