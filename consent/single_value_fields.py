"""Fields that are stored without consent and have one value at a time: the employer and the diet.

Finds which English texts state such a field, and what they state.
"""

import re
from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Length

from consent.detection.values import Pair
from memories.models import Chunk
from providers.statements import (
    EXCLUSIVE_DIETS,
    EXCLUSIVE_STEMS,
    Statement,
    canonical_value,
    capitalised,
    find,
    normalize_value,
)

# A text that states one field and nothing else is short; so many of the latest candidates are read under the lock.
CHARACTERS: Final = 200
MOST: Final = 40
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "employer": ("work", "employ", "joined", "started", " at ", " for "),
    "diet": tuple(sorted(EXCLUSIVE_STEMS)),
}
SINGLE_VALUE_FIELDS: Final = frozenset(_WORDS)
# Words for a further value, or for how the person works and not for whom.
_BESIDE: Final = re.compile(
    r"\b(?:also|and|or|both|too|as well|besides|part[- ]time|freelanc\w*|side|second|sometimes|partly|mostly|often|"
    r"usually|weekends?|evenings?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|except|but|"
    r"work(?:s|ing)? with|&)(?!\w)",
    re.IGNORECASE,
)


def stated_single_value(text: str, name: str) -> Pair:
    """Return the field that a short text states about the person of this name, and its value; two empty strings if it
    states none, several, or one of several values ("also", "part-time", "and")."""
    found = _states(text, name) if len(text) <= CHARACTERS and not _BESIDE.search(text) else []
    if len(found) != 1:
        return "", ""
    key, value = found[0].key, comparable_single_value(found[0].key, found[0].value)
    return (key, value) if value else ("", "")


def _states(text: str, name: str) -> list[Statement]:
    found = find(text, speaker=name, role="assistant")
    return [one for one in found if one.key in SINGLE_VALUE_FIELDS and one.is_fact]


def comparable_single_value(key: str, value: str) -> str:
    """Return a value normalised for comparison; empty if it may be one of several. Employers have names."""
    spelled = canonical_value(key, normalize_value(value))
    is_name = (value[:1].isupper() or value[:1].isdigit()) and not spelled.endswith("'s")
    is_one = spelled in EXCLUSIVE_DIETS if key == "diet" else is_name
    return spelled if is_one and not _BESIDE.search(value) else ""


def may_state(text: str) -> bool:
    """Whether a text would state one of the fields if each capitalised word were the person's name. No query."""
    folded = text.casefold()
    if len(text) > CHARACTERS or not any(word in folded for words in _WORDS.values() for word in words):
        return False
    return bool(_states(text, capitalised(text)))


def memories_stating(person_id: UUID, keys: Collection[str], name: str) -> set[UUID]:
    """Return the person's memories whose texts state one of the single-value keys. One query."""
    words = [word for key in sorted(SINGLE_VALUE_FIELDS & {*keys}) for word in _WORDS[key]]
    if not words:
        return set()
    rows = Chunk.objects.current().filter(reduce(or_, (Q(text__icontains=word) for word in words)))
    short = rows.alias(length=Length("text")).filter(length__lte=CHARACTERS, is_lexical_only=False)
    of_person = short.filter(person_id=person_id, memory__isnull=False).order_by("-id")
    latest = of_person.values_list("memory_id", "text")[:MOST]
    return {memory_id for memory_id, text in latest if stated_single_value(text, name)[0] in keys}
