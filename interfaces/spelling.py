"""Finding words however they are spelt: without accents, in part."""

import re
import unicodedata
from collections import defaultdict
from functools import reduce
from operator import and_
from typing import Any

from django.db.models import Q, QuerySet

from memories.models import Chunk

LATIN = range(0xC0, 0x250)
MOST_WORDS, LEAST_CHARACTERS = 6, 3
MOST_READ = 5_000  # rows, the newest: no index helps


def plain(text: str) -> str:
    """In small letters and without accents: "Évora" → "evora"."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _accented() -> dict[str, str]:
    """Each letter with those that are it with an accent, as the inside of a class of letters."""
    found: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, LATIN):
        if letter.islower() and plain(letter) != letter and len(plain(letter)) == 1:
            found[plain(letter)] += letter
    return dict(found)


ACCENTED = _accented()


def spelt_like(chunks: QuerySet[Chunk], words: str) -> QuerySet[Chunk]:
    """Of the newest chunks those that hold each of the words, also as a part of one; none for very short words."""
    return newest_like(chunks, "text", words)


def newest_like(rows: QuerySet[Any], column: str, words: str) -> QuerySet[Any]:
    """The same of any rows with a text in this column."""
    wanted = [plain(word) for word in words.split()]
    if not wanted or len(wanted) > MOST_WORDS or min(map(len, wanted)) < LEAST_CHARACTERS:
        return rows.none()
    newest = rows.order_by("-id").values("id")[:MOST_READ]
    holding = reduce(and_, (Q(**{f"{column}__iregex": pattern_of(word)}) for word in wanted))
    found: QuerySet[Any] = rows.model._default_manager.filter(holding, id__in=newest)
    return found


def pattern_of(word: str) -> str:
    """A regular expression for the word with and without accents."""
    letters = plain(word)
    return "".join(f"[{letter}{ACCENTED[letter]}]" if letter in ACCENTED else re.escape(letter) for letter in letters)
