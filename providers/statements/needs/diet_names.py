"""Diets by their names in six languages, from `data/diets.tsv`: "vegana" and "Veganerin" are one diet, with the food
groups that it excludes."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from providers.statements.text.word_tables import DATA, pattern_of, table_lines

TABLE: Final = DATA / "diets.tsv"
ANIMALS: Final = "animals"
RAW: Final = "raw food"
# Of one of these kinds a person has one diet at a time, mostly.
KINDS: Final = (ANIMALS, "rule", "regime")


class Diet(NamedTuple):
    """A row of the table; `excluded` are groups of `allergens.tsv`."""

    name: str
    kind: str
    excluded: Sequence[str]
    words: str


@cache
def _table() -> Sequence[Diet]:
    rows = (line.split("\t") for line in table_lines(TABLE))
    return [Diet(name, kind, excluded.split(), words) for name, kind, excluded, words in rows]


def _words_of(*kinds: str) -> str:
    """Return the words of diets by their kinds or names."""
    return " ".join(diet.words for diet in _table() if diet.kind in kinds or diet.name in kinds)


def diet_words(*kinds: str) -> str:
    """Return a pattern of the words of diets by their kinds or names, for lower-case text without accents."""
    return rf"(?:{pattern_of(_words_of(*kinds), ending='')})(?![\w-])"


# The diets that exclude one another, and the beginnings of their single words.
EXCLUSIVE_DIETS: Final = frozenset(diet.name for diet in _table() if diet.kind == ANIMALS or diet.name == "paleo")
EXCLUSIVE_STEMS: Final = frozenset(word.rstrip("*") for word in _words_of(*EXCLUSIVE_DIETS).split() if "-" not in word)
# The words of all diets, and of those that exclude one food ("gluten-free").
DIETS: Final = diet_words(*KINDS)
DIETS_AND_FREE: Final = diet_words(*KINDS, "free")
# The words without wildcards, which the English rules look for first; "_" joins the parts of one.
TRIGGERS: Final = " ".join(word for word in _words_of(*KINDS, "free").split() if "*" not in word).replace("-", "_")


def diets_in(folded: str) -> Iterator[Diet]:
    """Yield the diets that a lower-case text without accents names, in order."""
    return map(_diet, _any_diet().finditer(folded))


@lru_cache(maxsize=4_096)
def diet_called(folded: str) -> str:
    """Return the name of the diet that a word is; empty if it is none: "vegan" for "veganerin"."""
    found = _any_diet().fullmatch(folded)
    return _diet(found).name if found else ""


@cache
def _any_diet() -> re.Pattern[str]:
    named = (f"(?P<d{at}>{diet_words(diet.name)})" for at, diet in enumerate(_table()))
    return re.compile(rf"\b(?:{'|'.join(named)})")


def _diet(found: re.Match[str]) -> Diet:
    return _table()[int(str(found.lastgroup)[1:])]


def without_diet_names(folded: str) -> str:
    """Return the other words of a lower-case text without accents."""
    return _any_diet().sub(" ", folded)
