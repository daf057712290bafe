"""One word of another language in English: as the table has it, in another form, of several words, or misspelt."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Final, NamedTuple

from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.gazetteer import fold

DATA: Final = Path(__file__).parent / "data"
LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
JOINED: Final = "-"  # "fin-de-semana" is three words of a question
LEAST_FORM, LEAST_STEM, LEAST_PART = 4, 3, 3  # letters
LEAST_MISSPELT: Final = 6  # of the word that was meant: in a shorter one, one letter makes another word
_TWO_LETTERS: Final = {"ae": "a", "oe": "o", "ue": "u"}  # "Fuehrerschein"
_LIGATURES: Final = {"ß": "ss", "œ": "oe", "æ": "ae"}
LookUp = Callable[[str, str], str]


class Ending(NamedTuple):
    """A form's ending, and what stands in the table instead."""

    of_form: str
    in_table: Sequence[str]


def plain(word: str) -> str:
    """As the table spells: small letters without accents."""
    for letter, two in _LIGATURES.items():
        word = word.casefold().replace(letter, two)
    return fold(word)


def as_it_stands(word: str, language: str) -> str:
    """What the table says of the word, also of umlauts that are written with two letters; else empty."""
    known = table(language)
    if word in known or language != "de":
        return known.get(word, "")
    for two, one in _TWO_LETTERS.items():
        word = word.replace(two, one)
    return known.get(word, "")


def in_another_form(word: str, language: str) -> str:
    """The same, of a form with another ending, and in German of what is made of several words: "Zitronenkuchen"."""
    return _one(word, language) or (_of_parts(word, language, _one) if language == "de" else "")


def nearly(word: str, language: str) -> str:
    """The same, of a long word with one letter too many, too few, exchanged, or in its neighbour's place."""
    return in_another_form(word, language) or (
        _misspelt(word, language) or (_of_parts(word, language, _one_or_misspelt) if language == "de" else "")
    )


@cache
def table(language: str) -> Mapping[str, str]:
    """By each word of the language; of two rows the first, for those stand in the order of how common they are."""
    column = LANGUAGES.index(language) + 1
    return {word: row[0] for row in reversed(rows()) for word in row[column].split()}


@cache
def rows() -> Sequence[Sequence[str]]:
    """English and the five languages, each cell's words apart by blanks."""
    return _lines("glossary.tsv")


def _one(word: str, language: str) -> str:
    known = table(language)
    return as_it_stands(word, language) or next((known[form] for form in _forms(word, language) if form in known), "")


def _forms(word: str, language: str) -> Iterator[str]:
    for ending, instead in _endings(language):
        stem = word.removesuffix(ending)
        if word.endswith(ending) and len(stem) >= LEAST_STEM:
            yield from (stem + one for one in instead if len(stem + one) >= LEAST_FORM)


def _one_or_misspelt(word: str, language: str) -> str:
    return _one(word, language) or _misspelt(word, language)


def _of_parts(word: str, language: str, look_up: LookUp) -> str:
    for at in range(LEAST_PART, len(word) - LEAST_PART + 1):
        if last := _part(word[at:], language, look_up):
            first = _part(word[:at], language, look_up) or _of_parts(word[:at], language, _one)
            if first:
                return f"{first} {last}"
    return ""


def _part(part: str, language: str, look_up: LookUp) -> str:
    english = (as_it_stands if len(part) == LEAST_PART else look_up)(part, language)
    return "" if english in FUNCTION_WORDS else english


def corrected(word: str, language: str) -> str:
    """The word of the table that a misspelt one was meant to be; else empty."""
    known = table(language)
    return next((one for one in _one_letter_away(word) if len(one) >= LEAST_MISSPELT and one in known), "")


def _misspelt(word: str, language: str) -> str:
    return table(language).get(corrected(word, language), "")


def _one_letter_away(word: str) -> Iterator[str]:
    """The first letter is seldom wrong, nor the second one of a shorter word."""
    if len(word) < LEAST_MISSPELT - 1:
        return
    first = 1 if len(word) > LEAST_MISSPELT else 2
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
    return [Ending(ending, [one.strip("-") for one in instead.split()]) for _, ending, instead in found]


def _lines(name: str) -> Sequence[Sequence[str]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
