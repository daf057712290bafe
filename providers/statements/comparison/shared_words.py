"""Whether two texts state the same with nearly the same words, in any order and inflection.

Good enough to avoid a repeated question, not for a rejection: in long texts "Ana hates Porto" and "Ana loves Porto" are
near duplicates.
"""

import re
from functools import lru_cache
from typing import Final

from providers.statements.foreign.languages import ALL_STOP_WORDS
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.inflections import english_stem
from providers.statements.text.normalise import view
from providers.statements.text.sentences import sentences

MIN_SHARED: Final = 4  # words, not counting function words
MAX_EXTRA: Final = 2
MIN_SHARE: Final = 0.8  # of the words of the shorter text
_WORD: Final = re.compile(r"[^\W_]+")
_FUNCTION_WORDS: Final = FUNCTION_WORDS | PERSON_WORDS | ALL_STOP_WORDS
_NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def is_near_duplicate(one: str, other: str) -> bool:
    """Whether the texts have the same distinctive words, or one has most of those of the shorter, and their numbers do
    not conflict."""
    return _are_near(_content_words(one), _content_words(other))


def sentences_like(text: str, value: str, *, name: str, derived: bool = False) -> list[str]:
    """Return the sentences of a message by the person called `name` that say what a note about them says, in nearly the
    same words. If there is none and the note is `derived` from the message, return the one that shares most words with
    the note, if these are half of the note's."""
    names = _content_words(name)
    wanted = _content_words(value) - names
    by_text = {one.original: _content_words(one.original) - names for one in sentences(view(text))}
    found = [one for one, words in by_text.items() if _are_near(words, wanted)]
    if found or not derived:
        return found
    shared = {one: len(words & wanted) for one, words in by_text.items()}
    best = max(shared, key=shared.__getitem__, default="")
    return [best] if best and 0 < len(wanted) <= 2 * shared[best] else []


def _are_near(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    shared = mine & theirs
    if mine == theirs and len(mine) > 1:
        return True
    if len(shared) < MIN_SHARED or len(shared) < MIN_SHARE * min(len(mine), len(theirs)):
        return False
    return not all(any(word.isdigit() for word in apart) for apart in (mine - theirs, theirs - mine))


def adds_little(text: str, value: str) -> bool:
    """Whether a text adds no more than a name and a word to a value: "Ana is allergic to walnuts."."""
    return len(_content_words(text) - _content_words(value)) <= MAX_EXTRA


@lru_cache(maxsize=1024)
def _content_words(text: str) -> frozenset[str]:
    words = (_NUMBERS.get(word, word) for word in _WORD.findall(view(text).folded))
    return frozenset(
        english_stem(word) for word in words if word not in _FUNCTION_WORDS and (len(word) > 1 or word.isdigit())
    )
