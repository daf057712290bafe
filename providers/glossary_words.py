"""Translates one word of another language into English: by exact match, inflection, compound parts, or corrected
spelling."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Final, NamedTuple

from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.gazetteer import fold

DATA: Final = Path(__file__).parent / "data"
LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
JOINED: Final = "-"  # "fin-de-semana" is three words of a query
MIN_FORM, MIN_STEM, MIN_PART = 4, 3, 3  # letters
MIN_MISSPELT: Final = 6  # letters of the intended word: in a shorter one, one letter makes another word
_TWO_LETTERS: Final = {"ae": "a", "oe": "o", "ue": "u"}  # "Fuehrerschein"
LIGATURES: Final = {"ß": "ss", "œ": "oe", "æ": "ae"}
LookUp = Callable[[str, str], str]


class Ending(NamedTuple):
    """An inflected ending, and its replacements in the table."""

    of_form: str
    in_table: Sequence[str]


def plain(word: str) -> str:
    """Normalise to the table's spelling: small letters without accents."""
    for letter, two in LIGATURES.items():
        word = word.casefold().replace(letter, two)
    return fold(word)


def exact_match(word: str, language: str) -> str:
    """Return the table's translation of the word, also with umlauts written as two letters; otherwise empty."""
    known = table(language)
    if word in known or language != "de":
        return known.get(word, "")
    for two, one in _TWO_LETTERS.items():
        word = word.replace(two, one)
    return known.get(word, "")


def inflected_match(word: str, language: str) -> str:
    """The same for inflected forms, and in German for compounds: "Zitronenkuchen"."""
    return _one(word, language) or (_compound(word, language, _one) if language == "de" else "")


def corrected_match(word: str, language: str) -> str:
    """The same for a long word with one letter too many, missing, replaced, or transposed."""
    return inflected_match(word, language) or (
        _misspelt(word, language) or (_compound(word, language, _one_or_misspelt) if language == "de" else "")
    )


@cache
def table(language: str) -> Mapping[str, str]:
    """The translations by word of the language; the first row of a word counts, as rows are sorted by frequency."""
    column = LANGUAGES.index(language) + 1
    return {word: row[0] for row in reversed(rows()) for word in row[column].split()}


@cache
def rows() -> Sequence[Sequence[str]]:
    """English and the five languages; words of a cell are separated by blanks."""
    return _lines("glossary.tsv")


def _one(word: str, language: str) -> str:
    known = table(language)
    return exact_match(word, language) or next((known[form] for form in _forms(word, language) if form in known), "")


def _forms(word: str, language: str) -> Iterator[str]:
    for ending, replacement in _endings(language):
        stem = word.removesuffix(ending)
        if word.endswith(ending) and len(stem) >= MIN_STEM:
            yield from (stem + one for one in replacement if len(stem + one) >= MIN_FORM)


def _one_or_misspelt(word: str, language: str) -> str:
    return _one(word, language) or _misspelt(word, language)


def _compound(word: str, language: str, look_up: LookUp) -> str:
    for at in range(MIN_PART, len(word) - MIN_PART + 1):
        if last := _part(word[at:], language, look_up):
            first = _part(word[:at], language, look_up) or _compound(word[:at], language, _one)
            if first:
                return f"{first} {last}"
    return ""


def _part(part: str, language: str, look_up: LookUp) -> str:
    english = (exact_match if len(part) == MIN_PART else look_up)(part, language)
    return "" if english in FUNCTION_WORDS else english


def corrected(word: str, language: str) -> str:
    """Return the table's word that a misspelt one was meant to be; otherwise empty."""
    known = table(language)
    return next((one for one in _one_letter_away(word) if len(one) >= MIN_MISSPELT and one in known), "")


def _misspelt(word: str, language: str) -> str:
    return table(language).get(corrected(word, language), "")


def _one_letter_away(word: str) -> Iterator[str]:
    """Yield all spellings one edit away. The first letter is rarely wrong, nor is the second one of a shorter word."""
    if len(word) < MIN_MISSPELT - 1:
        return
    first = 1 if len(word) > MIN_MISSPELT else 2
    for at in range(first, len(word)):
        yield word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        yield word[:at] + word[at + 1 :]
    for at in range(first, len(word) + 1):
        yield from (word[:at] + letter + word[at:] for letter in ascii_lowercase)
    for at in range(first, len(word)):
        yield from (word[:at] + letter + word[at + 1 :] for letter in ascii_lowercase)


@cache
def _endings(language: str) -> Sequence[Ending]:
    found = [row for row in _lines("glossary_endings.tsv") if row[0] == language]
    return [Ending(ending, [one.strip("-") for one in replacement.split()]) for _, ending, replacement in found]


def _lines(name: str) -> Sequence[Sequence[str]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
