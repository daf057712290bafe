"""An episode by rules: the sentences that tell the most, in the third person or else word for word."""

import re
from typing import NamedTuple

from providers.llm.rules.third_person import in_third_person
from providers.llm.rules.words import information, is_statement, quoted, sentences, spread
from providers.llm.tasks import Conversation, Episode

MAX_CHARACTERS = 280
QUOTE_CHARACTERS, TOLD_CHARACTERS = 115, 160
PLAIN_WORTH = 1.5  # of a sentence that needs no quotation (001 §9): it may tell somewhat less
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,38}[\w.]")
_WHEN = re.compile(r"(?:Last|Yesterday|Today|When|While|After|Before|During|In|On|At|Two|Three|This|Since)\b")
_FALSE_START = re.compile(r"^(?:(?:wow|oh|hey|hi|hello|yeah|yes|yep|sure|thanks|well|so|okay|ok|haha)\b[^\w]*)+", re.I)


class _Candidate(NamedTuple):
    score: float
    place: int
    text: str


def summarise(payload: Conversation) -> Episode:
    """At most two sentences; the second by somebody else, if anybody else spoke."""
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
                retold = _retold(plain[0].upper() + plain[1:], _who(line.speaker))
                worth = 1.0 if '"' in retold else PLAIN_WORTH
                found.append(_Candidate(worth * information(plain, seen, total), place, retold))
    return sorted(found, key=lambda one: (-one.score, one.place))


def _retold(sentence: str, speaker: str) -> str:
    """What happened as it is, what holds as reported, in the third person; what cannot be turned, word for word."""
    who = re.sub("^(?:The|Somebody)\\b", lambda found: found[0].lower(), speaker)
    turned = in_third_person(sentence, who)
    if turned and len(turned.text) <= TOLD_CHARACTERS:
        begins = turned.text.startswith(speaker)
        if turned.is_past and (begins or _WHEN.match(turned.text)):
            return turned.text
        if begins:
            return f"{speaker} said that {who}{turned.text[len(who) :]}"
    return f"{speaker} said: {quoted(sentence)}"


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
