"""The multi-fact pass by rules (001 §13): sentences about something lasting."""

import re

from providers import statements
from providers.llm.rules.third_person import in_third_person
from providers.llm.rules.words import document_frequencies, information, is_statement, numbers, quoted, sentences
from providers.llm.tasks import FoundMemories, FoundMemory, PersonMessage

MAX_MEMORIES = 5
QUOTE_CHARACTERS = 240
_FIRST_PERSON = re.compile(r"\b(?:I|I've|I'm|my|we|we've|our)\b", re.IGNORECASE)
# Events with an effect beyond a day; a sentence without one of these is smalltalk.
_LASTING = re.compile(
    r"\b(?:adopted|accepted|agreed|applied|became|began|bought|built|cancelled|chose|completed|decided|earned|enrolled|"
    r"engaged|expanded|finished|founded|graduated|hired|inherited|invested|joined|launched|learned|left|lost|married|"
    r"met|moved|opened|passed|planned|promised|promoted|published|quit|received|renovated|retired|sold|signed|started|"
    r"stopped|switched|volunteered|won)\b",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(r"\b(?:if|would|could|might|maybe|perhaps|wish|imagine|suppose|dream|almost|nearly)\b", re.I)
_TOPICS = {
    "goals": re.compile(r"\b(?:plan|goal|decided|promised|applied|enrolled)\w*", re.I),
    "relationships": re.compile(r"\b(?:married|engaged|adopted|met|friend|wife|husband|partner|kids?|family)\b", re.I),
    "projects": re.compile(r"\b(?:project|launched|business|startup|shop|opened|published|built)\b", re.I),
}


def find_memories(payload: PersonMessage) -> FoundMemories:
    """Return up to five sentences, in their original order; fields of the profile are left to `find_facts`."""
    found = sentences(payload.text)
    frequencies = document_frequencies(found)
    ranked = sorted(filter(_is_lasting, found), key=lambda one: -information(one, frequencies, len(found)))[
        :MAX_MEMORIES
    ]
    return FoundMemories(memories=tuple(_memory(one) for one in found if one in ranked))


def _is_lasting(sentence: str) -> bool:
    return bool(
        len(sentence) <= QUOTE_CHARACTERS
        and is_statement(sentence)
        and _FIRST_PERSON.search(sentence)
        and _LASTING.search(sentence)
        and not _HYPOTHETICAL.search(sentence)
        and not statements.find(sentence, role="user")
    )


def _memory(sentence: str) -> FoundMemory:
    topic = next((name for name, words in _TOPICS.items() if words.search(sentence)), "general")
    level = 3 if numbers(sentence) else 2
    converted = in_third_person(sentence, "the user")
    summary = converted.text if converted else f"The user said: {quoted(sentence)}"
    return FoundMemory(summary=summary, category=topic, importance=level, quote=sentence)
