"""An episode by rules: the sentences that tell the most, word for word, with who said them."""

import re
from typing import NamedTuple

from providers.llm.rules.words import information, is_statement, quoted, sentences, spread
from providers.llm.tasks import Conversation, Episode

MAX_CHARACTERS = 280
QUOTE_CHARACTERS = 115
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,38}[\w.]")
_FALSE_START = re.compile(r"^(?:(?:wow|oh|hey|hi|hello|yeah|yes|yep|sure|thanks|well|so|okay|ok|haha)\b[^\w]*)+", re.I)


class _Candidate(NamedTuple):
    score: float
    place: int
    text: str


def summarise(payload: Conversation) -> Episode:
    """At most two sentences of the form `Ana said: "..."`; the second by somebody else, if anybody else spoke."""
    found = _candidates(payload)
    if not found:
        return Episode(summary=_fallback(payload))
    chosen = _two(found, payload)
    text = " ".join(candidate.text for candidate in sorted(chosen, key=lambda one: one.place))
    return Episode(summary=text)


def _candidates(payload: Conversation) -> list[_Candidate]:
    """Every sentence that could stand alone, the most telling first."""
    seen = spread(line.text for line in payload.lines)
    total = len(payload.lines)
    found = []
    for place, line in enumerate(payload.lines):
        for sentence in sentences(line.text):
            plain = _FALSE_START.sub("", sentence)
            if is_statement(plain) and len(plain) <= QUOTE_CHARACTERS:
                said = f"{_who(line.speaker)} said: {quoted(plain[0].upper() + plain[1:])}"
                found.append(_Candidate(information(plain, seen, total), place, said))
    return sorted(found, key=lambda one: (-one.score, one.place))


def _two(found: list[_Candidate], payload: Conversation) -> list[_Candidate]:
    first = found[0]
    speaker = payload.lines[first.place].speaker
    others = [one for one in found[1:] if payload.lines[one.place].speaker != speaker] or found[1:]
    second = next((one for one in others if len(first.text) + 1 + len(one.text) <= MAX_CHARACTERS), None)
    return [first, second] if second else [first]


def _fallback(payload: Conversation) -> str:
    """Where nothing can be quoted, only who spoke is known."""
    names = list(dict.fromkeys(_who(line.speaker) for line in payload.lines)) or ["Nobody"]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed[:150]} exchanged {len(payload.lines)} short messages."


def _who(speaker: str) -> str:
    """A name as it stands; a role with its article. What is no name is "Somebody"."""
    if speaker in ("User", "Assistant", "System", "Tool"):
        return f"The {speaker.lower()}"
    return speaker if _NAME.fullmatch(speaker) else "Somebody"
