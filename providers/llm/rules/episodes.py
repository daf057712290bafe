"""Summarises an episode by rules: the most informative sentences, in the third person or quoted."""

import re
from typing import NamedTuple

from providers.llm.rules.third_person import in_third_person
from providers.llm.rules.words import document_frequencies, information, is_statement, quoted, sentences
from providers.llm.tasks import Conversation, Episode

MAX_CHARACTERS = 280
QUOTE_CHARACTERS, REPORT_CHARACTERS = 115, 160
PLAIN_WEIGHT = 1.5  # factor for a sentence that needs no quotation (001 §9): it may be less informative
_NAME = re.compile(r"[^\W\d_][\w .'-]{0,38}[\w.]")
_WHEN = re.compile(r"(?:Last|Yesterday|Today|When|While|After|Before|During|In|On|At|Two|Three|This|Since)\b")
_FALSE_START = re.compile(r"^(?:(?:wow|oh|hey|hi|hello|yeah|yes|yep|sure|thanks|well|so|okay|ok|haha)\b[^\w]*)+", re.I)


class _Candidate(NamedTuple):
    score: float
    place: int
    text: str


def summarise(payload: Conversation) -> Episode:
    """Return at most two sentences; the second by another speaker, if there is one."""
    found = _candidates(payload)
    if not found:
        return Episode(summary=_fallback(payload))
    chosen = _best_two(found, payload)
    text = " ".join(candidate.text for candidate in sorted(chosen, key=lambda one: one.place))
    return Episode(summary=text)


def _candidates(payload: Conversation) -> list[_Candidate]:
    """Return every sentence that can stand alone, the most informative first."""
    frequencies = document_frequencies(line.text for line in payload.lines)
    total = len(payload.lines)
    found = []
    for place, line in enumerate(payload.lines):
        for sentence in sentences(line.text):
            plain = _FALSE_START.sub("", sentence)
            if is_statement(plain) and len(plain) <= QUOTE_CHARACTERS:
                reported = _reported(plain[0].upper() + plain[1:], _speaker_name(line.speaker))
                weight = 1.0 if '"' in reported else PLAIN_WEIGHT
                found.append(_Candidate(weight * information(plain, frequencies, total), place, reported))
    return sorted(found, key=lambda one: (-one.score, one.place))


def _reported(sentence: str, speaker: str) -> str:
    """Return events plainly, and lasting facts as reported, in the third person; otherwise a quotation."""
    who = re.sub("^(?:The|Somebody)\\b", lambda found: found[0].lower(), speaker)
    converted = in_third_person(sentence, who)
    if converted and len(converted.text) <= REPORT_CHARACTERS:
        begins = converted.text.startswith(speaker)
        if converted.is_past and (begins or _WHEN.match(converted.text)):
            return converted.text
        if begins:
            return f"{speaker} said that {who}{converted.text[len(who) :]}"
    return f"{speaker} said: {quoted(sentence)}"


def _best_two(found: list[_Candidate], payload: Conversation) -> list[_Candidate]:
    first = found[0]
    speaker = payload.lines[first.place].speaker
    others = [one for one in found[1:] if payload.lines[one.place].speaker != speaker] or found[1:]
    second = next((one for one in others if len(first.text) + 1 + len(one.text) <= MAX_CHARACTERS), None)
    return [first, second] if second else [first]


def _fallback(payload: Conversation) -> str:
    """If nothing can be quoted, name only the speakers."""
    names = list(dict.fromkeys(_speaker_name(line.speaker) for line in payload.lines)) or ["Nobody"]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed[:150]} exchanged {len(payload.lines)} short messages."


def _speaker_name(speaker: str) -> str:
    """Return a name unchanged; a role with its article; "Somebody" for anything else."""
    if speaker in ("User", "Assistant", "System", "Tool"):
        return f"The {speaker.lower()}"
    return speaker if _NAME.fullmatch(speaker) else "Somebody"
