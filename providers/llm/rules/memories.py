"""The multi-fact pass by rules (001 §13): sentences about something that lasts."""

import re

from providers import statements
from providers.llm.rules.third_person import in_third_person
from providers.llm.rules.words import information, is_statement, numbers, quoted, sentences, spread
from providers.llm.tasks import FoundMemories, FoundMemory, Said

MOST = 5
QUOTE_CHARACTERS = 240
_FIRST_PERSON = re.compile(r"\b(?:I|I've|I'm|my|we|we've|our)\b", re.IGNORECASE)
# What changes a life for longer than a day; a sentence without one of these is talk.
_LASTING = re.compile(
    r"\b(?:adopted|accepted|agreed|applied|became|began|bought|built|cancelled|chose|completed|decided|earned|enrolled|"
    r"engaged|expanded|finished|founded|graduated|hired|inherited|invested|joined|launched|learned|left|lost|married|"
    r"met|moved|opened|passed|planned|promised|promoted|published|quit|received|renovated|retired|sold|signed|started|"
    r"stopped|switched|volunteered|won)\b",
    re.IGNORECASE,
)
_NOT_MEANT = re.compile(r"\b(?:if|would|could|might|maybe|perhaps|wish|imagine|suppose|dream|almost|nearly)\b", re.I)
_TOPICS = {
    "goals": re.compile(r"\b(?:plan|goal|decided|promised|applied|enrolled)\w*", re.I),
    "relationships": re.compile(r"\b(?:married|engaged|adopted|met|friend|wife|husband|partner|kids?|family)\b", re.I),
    "projects": re.compile(r"\b(?:project|launched|business|startup|shop|opened|published|built)\b", re.I),
}


def find_memories(payload: Said) -> FoundMemories:
    """Up to five sentences, in the order they were said; what is a field of the profile is left to the facts."""
    found = sentences(payload.text)
    seen = spread(found)
    ranked = sorted(filter(_is_lasting, found), key=lambda one: -information(one, seen, len(found)))[:MOST]
    return FoundMemories(memories=tuple(_memory(one) for one in found if one in ranked))


def _is_lasting(sentence: str) -> bool:
    return bool(
        len(sentence) <= QUOTE_CHARACTERS
        and is_statement(sentence)
        and _FIRST_PERSON.search(sentence)
        and _LASTING.search(sentence)
        and not _NOT_MEANT.search(sentence)
        and not statements.find(sentence, role="user")
    )


def _memory(sentence: str) -> FoundMemory:
    topic = next((name for name, words in _TOPICS.items() if words.search(sentence)), "general")
    level = 3 if numbers(sentence) else 2
    turned = in_third_person(sentence, "the user")
    summary = turned.text if turned else f"The user said: {quoted(sentence)}"
    return FoundMemory(summary=summary, category=topic, importance=level, quote=sentence)
