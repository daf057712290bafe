"""Finding words with other spellings: without accents, in part."""

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
from providers.glossary_words import LIGATURES

_LETTERS = str.maketrans(LIGATURES)
LATIN = range(0xC0, 0x250)
MOST_WORDS, LEAST_CHARACTERS = 6, 3
SHORT = 3  # words of this length are part of many others: "cat" of "cathedral"
ENDINGS = "(s|es|n|en|er|'s|’s)?"
MOST_READ = 5_000  # newest rows; no index helps
# Thai, Lao, Burmese, Khmer, Japanese and Chinese are written without spaces between words.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def plain(text: str) -> str:
    """Return lower case without accents or ligatures: "Évora" → "evora", "sœur" → "soeur"."""
    parts = unicodedata.normalize("NFD", text.lower().translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


def in_each_language() -> Iterator[None]:
    """Yield once for each language of the pages, which is active meanwhile."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield


def _accented() -> dict[str, str]:
    """Return each letter with its accented forms, for a character class."""
    found: defaultdict[str, str] = defaultdict(str)
    for letter in map(chr, LATIN):
        if letter.islower() and plain(letter) != letter and len(plain(letter)) == 1:
            found[plain(letter)] += letter
    return dict(found)


ACCENTED = _accented()
LIGATED = {letters: sign for sign, letters in LIGATURES.items()}
PARTS = re.compile("|".join([*LIGATED, "."]), re.DOTALL)


def spelt_like(chunks: QuerySet[Chunk], words: str) -> QuerySet[Chunk]:
    """Select, of the newest chunks, those that contain each of the words, longer words also as part of another; none
    for very short words."""
    return newest_like(chunks, "text", words)


def newest_like(rows: QuerySet[Any], column: str, words: str) -> QuerySet[Any]:
    """The same for any rows with a text in this column."""
    wanted = words.split()
    is_short = any(len(plain(word)) < LEAST_CHARACTERS and not UNSPACED.search(word) for word in wanted)
    if not wanted or len(wanted) > MOST_WORDS or is_short:
        return rows.none()
    return newest_matching(rows, reduce(and_, (_holds(column, word) for word in wanted)))


def newest_matching(rows: QuerySet[Any], condition: Q) -> QuerySet[Any]:
    """Select, of the newest rows, those that match a condition which no index helps."""
    newest = rows.order_by("-id").values("id")[:MOST_READ]
    found: QuerySet[Any] = rows.model._default_manager.filter(condition, id__in=newest)
    return found


def is_unspaced(words: str) -> bool:
    """Whether it is one word of such a script, which a word index finds only without neighbours."""
    return UNSPACED.search(words) is not None and len(words.split()) == 1


def literal_match(column: str, words: str) -> Q:
    """Match the words literally; a short word only by itself, not as part of another."""
    if UNSPACED.search(words) or len(words.split()) != 1:
        return Q(**{f"{column}__icontains": words})
    return Q(**{f"{column}__iregex": whole_or_part(re.escape(words), len(words))})


def starting_like(column: str, word: str) -> Q:
    """Match a word with the same beginning; a dictionary may reduce it to three letters ("tennis", "ten")."""
    return Q(**{f"{column}__iregex": rf"\m{pattern_of(word[: min(SHORT + 1, max(len(word) - 1, 1))])}"})


def _holds(column: str, word: str) -> Q:
    if UNSPACED.search(word):
        return Q(**{f"{column}__icontains": word})
    return Q(**{f"{column}__iregex": whole_or_part(pattern_of(word), len(word))})


def whole_or_part(pattern: str, length: int) -> str:
    """Return a PostgreSQL regular expression for a word of this length; a short one must be a whole word or its
    inflection."""
    return rf"(?<!\w){pattern}{ENDINGS}(?!\w)" if length <= SHORT else pattern


def pattern_of(word: str) -> str:
    """Return a regular expression for the word with and without accents and ligatures."""
    return "".join(map(_pattern_of_part, PARTS.findall(plain(word))))


def _pattern_of_part(part: str) -> str:
    if len(part) > 1:
        return f"(?:{LIGATED[part]}|{''.join(map(_pattern_of_part, part))})"
    return f"[{part}{ACCENTED[part]}]" if part in ACCENTED else re.escape(part)
