"""What somebody may have meant who searched for words that nothing has: such of their memories, spelt nearly so."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches

from interfaces.spelling import plain
from memories.models.memory import MemoryQuerySet

WORD = re.compile(r"\w{3,}")
WORDS = 2  # more are a question
MOST_READ = 1_000  # memories
LEAST_CHARACTERS = 4
LEAST_ALIKE = 0.8  # of 1: below it, words share letters by chance
MOST_APART = 2  # characters in length


def words_meant(words: str, memories: MemoryQuerySet, *, now: datetime) -> str:
    """For a search that found nothing; empty for a question, whose words need not stand anywhere. One query."""
    if len(words.split()) > WORDS:
        return ""
    newest = memories.alive(now=now).order_by("-updated_at")
    return meant(words, newest.values_list("current__content", flat=True)[:MOST_READ])


def meant(words: str, texts: Iterable[str]) -> str:
    """The words, each that no text has exchanged for the one most like it; empty where none is like any."""
    known = {plain(word): word for text in texts for word in WORD.findall(text)}
    asked = words.split()
    found = [_near(word, known) for word in asked]
    return " ".join(found) if found != asked else ""


def _near(word: str, known: Mapping[str, str]) -> str:
    spelt = plain(word)
    if spelt in known or len(spelt) < LEAST_CHARACTERS:
        return word
    alike = [one for one in known if abs(len(one) - len(spelt)) <= MOST_APART]
    return next((known[one] for one in get_close_matches(spelt, alike, n=1, cutoff=LEAST_ALIKE)), word)
