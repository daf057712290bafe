"""Whether two texts say the same with nearly the same words, in any order and form.

For asking once too often, not for refusing: "Ana hates Porto" is near to "Ana loves Porto" and not told from it where
much else is the same.
"""

import re
from functools import lru_cache
from typing import Final

from providers.statements.foreign.languages import ALL_STOP_WORDS
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.inflections import english_stem
from providers.statements.text.normalise import view

LEAST_SHARED: Final = 4  # words, beside small ones
MOST_BESIDE: Final = 2
LEAST_PART: Final = 0.8  # of the words of the shorter text
_WORD: Final = re.compile(r"[^\W_]+")
_SMALL: Final = FUNCTION_WORDS | PERSON_WORDS | ALL_STOP_WORDS
_NUMBERS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def says_nearly_the_same(one: str, other: str) -> bool:
    """Whether they have the same telling words, or the other has most of the shorter one's, and no number in one stands
    against one in the other."""
    mine, theirs = _telling(one), _telling(other)
    shared = mine & theirs
    if mine == theirs and len(mine) > 1:
        return True
    if len(shared) < LEAST_SHARED or len(shared) < LEAST_PART * min(len(mine), len(theirs)):
        return False
    return not all(any(word.isdigit() for word in apart) for apart in (mine - theirs, theirs - mine))


def adds_little(text: str, value: str) -> bool:
    """Whether a text has but a name and a word beside a value: "Ana is allergic to walnuts."."""
    return len(_telling(text) - _telling(value)) <= MOST_BESIDE


@lru_cache(maxsize=1024)
def _telling(text: str) -> frozenset[str]:
    words = (_NUMBERS.get(word, word) for word in _WORD.findall(view(text).folded))
    return frozenset(english_stem(word) for word in words if word not in _SMALL and (len(word) > 1 or word.isdigit()))
