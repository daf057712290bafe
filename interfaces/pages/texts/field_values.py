"""The fields of a person with their values, and parsing of several values typed at once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.text import capfirst

from interfaces.pages.texts.wording import field_name
from interfaces.plain_words import FAMILY, FIELDS, named_value
from interfaces.spelling import plain
from memories.drafts import item_of
from memories.models import Fact
from providers.statements import is_multi_valued

# Fields whose values are names of things: a comma between short ones separates them.
_THINGS: Final = """
    allergies avoided_foods dislikes email health_conditions hobbies languages_spoken likes pets phone
"""
LISTED: Final = frozenset(_THINGS.split())
MOST_WORDS = 3  # words of one name
SEPARATORS = re.compile(r"[,;\n、]+")


@dataclass(frozen=True, slots=True)
class Field:
    """One field with its values, each with its fact."""

    key: str
    category: str
    name: str
    values: list[tuple[Fact, str]] = field(default_factory=list)

    @property
    def takes_more(self) -> bool:
        """Whether the person may add values; relatives are described in sentences instead."""
        return self.key != FAMILY and is_multi_valued(self.key)


def fields_of(facts: Iterable[Fact]) -> Sequence[Field]:
    """Return the fields in the order of the facts; the category is that of the memory."""
    found: dict[tuple[str, str], Field] = {}
    for fact in facts:
        name, value = named_value(fact.key, fact.value)
        category = fact.memory.category
        found.setdefault((category, name), Field(fact.key, category, name)).values.append((fact, value))
    return list(found.values())


def values_in(key: str, text: str) -> list[str]:
    """Return the values listed in a text for a multi-valued field, each once; else the whole text."""
    parts = [part.strip() for part in SEPARATORS.split(text) if part.strip()]
    is_list = key in LISTED and all(len(part.split()) <= MOST_WORDS for part in parts)
    return list({item_of(part): part for part in parts}.values()) if is_list and parts else [text]


def field_choices() -> list[tuple[str, str]]:
    """Return the fields that the server knows, with their names in the reader's language."""
    return sorted(((key, capfirst(field_name(key))) for key in FIELDS), key=lambda choice: plain(choice[1]))


def choices_to_add() -> list[tuple[str, str]]:
    """Return the fields that a form can set; relatives are described in sentences instead."""
    return [choice for choice in field_choices() if choice[0] != FAMILY]
