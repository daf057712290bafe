"""Finding words however they are spelt: without accents, in part."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import override

from memories.models import Chunk

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
LATIN = range(0xC0, 0x250)
MOST_WORDS, LEAST_CHARACTERS = 6, 3
SHORT = 3  # letters of a word that is part of many others: "cat" of "cathedral"
ENDINGS = "(s|es|n|en|er|'s|’s)?"
MOST_READ = 5_000  # rows, the newest: no index helps
# Thai, Lao, Burmese, Khmer, Japanese and Chinese are written without blanks: a word stands anywhere in its sentence.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def plain(text: str) -> str:
    """In small letters and without accents or ligatures: "Évora" → "evora", "sœur" → "soeur"."""
    parts = unicodedata.normalize("NFD", text.lower().translate(LIGATURES))
    return "".join(part for part in parts if not unicodedata.combining(part))


def in_each_language() -> Iterator[None]:
    """Once for each language of the pages, which is the one of texts meanwhile."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield


def _accented() -> dict[str, str]:
    """Each letter with those that are it with an accent, as the inside of a class of letters."""
    found: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, LATIN):
        if letter.islower() and plain(letter) != letter and len(plain(letter)) == 1:
            found[plain(letter)] += letter
    return dict(found)


ACCENTED = _accented()
LIGATED = {str(letters): chr(sign) for sign, letters in LIGATURES.items()}
PARTS = re.compile("|".join([*LIGATED, "."]), re.DOTALL)


def spelt_like(chunks: QuerySet[Chunk], words: str) -> QuerySet[Chunk]:
    """Of the newest chunks those that hold each of the words, a longer one also as a part of another; none for very
    short words."""
    return newest_like(chunks, "text", words)


def newest_like(rows: QuerySet[Any], column: str, words: str) -> QuerySet[Any]:
    """The same of any rows with a text in this column."""
    wanted = words.split()
    is_short = any(len(plain(word)) < LEAST_CHARACTERS and not UNSPACED.search(word) for word in wanted)
    if not wanted or len(wanted) > MOST_WORDS or is_short:
        return rows.none()
    newest = rows.order_by("-id").values("id")[:MOST_READ]
    holding = reduce(and_, (_holds(column, word) for word in wanted))
    found: QuerySet[Any] = rows.model._default_manager.filter(holding, id__in=newest)
    return found


def is_unspaced(words: str) -> bool:
    """Whether it is one word of such a writing, which an index of words finds only where nothing stands beside it."""
    return UNSPACED.search(words) is not None and len(words.split()) == 1


def as_it_stands(column: str, words: str) -> Q:
    """The words as they stand, a short one by itself and no part of another."""
    if UNSPACED.search(words) or len(words.split()) != 1:
        return Q(**{f"{column}__icontains": words})
    return Q(**{f"{column}__iregex": whole_or_part(re.escape(words), len(words))})


def begun_like(column: str, word: str) -> Q:
    """A word that begins as this one does; a dictionary may leave three letters of it ("tennis", "ten")."""
    return Q(**{f"{column}__iregex": rf"\m{pattern_of(word[: min(SHORT + 1, max(len(word) - 1, 1))])}"})


def _holds(column: str, word: str) -> Q:
    if UNSPACED.search(word):
        return Q(**{f"{column}__icontains": word})
    return Q(**{f"{column}__iregex": whole_or_part(pattern_of(word), len(word))})


def whole_or_part(pattern: str, length: int) -> str:
    """A regular expression of the database for a word of so many letters, in a form of its own where it is short."""
    return rf"(?<!\w){pattern}{ENDINGS}(?!\w)" if length <= SHORT else pattern


def pattern_of(word: str) -> str:
    """A regular expression for the word with and without accents and ligatures."""
    return "".join(map(_pattern_of_part, PARTS.findall(plain(word))))


def _pattern_of_part(part: str) -> str:
    if len(part) > 1:
        return f"(?:{LIGATED[part]}|{''.join(map(_pattern_of_part, part))})"
    return f"[{part}{ACCENTED[part]}]" if part in ACCENTED else re.escape(part)
