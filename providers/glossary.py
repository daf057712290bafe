"""Translates a query word by word into English, for models that read English only."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from providers.embedding import count_tokens
from providers.glossary_words import (
    DATA,
    JOINED,
    LANGUAGES,
    LookUp,
    corrected,
    corrected_match,
    exact_match,
    inflected_match,
    plain,
    rows,
    table,
)
from providers.language import is_foreign, rank_languages
from providers.statements.text.evidence_words import FUNCTION_WORDS

MIN_KNOWN: Final = 0.6  # share of known words below which the result would be misleading
PHRASE_WORDS: Final = 4  # "factura de la luz"
JOINED_WORDS: Final = 5  # "rendez-vous chez le dentiste"
MAX_CORRECTED_WORDS: Final = 30  # words of a query up to which misspellings are corrected
MAX_LETTERS: Final = 40  # letters of a word; the work grows with their square
MIN_LETTERS: Final = 3  # letters of the longest word of a short phrase: "su" may be anything
# English words that are also words of another language, most with another meaning.
ALSO_ENGLISH: Final = DATA / "also_english.txt"
LOOK_UPS: Final = (exact_match, inflected_match, corrected_match)  # most reliable first
_WORD: Final = re.compile(r"\w+")
_GENITIVE: Final = re.compile(r"\w['’]s(?!\w)")  # "Ana's"
_FORMS: Final = (
    ("ies", "y"),
    ("ses", "s"),
    ("xes", "x"),
    ("hes", "h"),
    ("s", ""),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
)


class Reading(NamedTuple):
    """Some words of a query, and their translation; empty if unknown."""

    words: Sequence[str]
    english: str


@lru_cache(maxsize=256)
def in_english(question: str, *, is_spelled_correctly: bool = False) -> str:
    """Return the query with its words in English and unknown words as they are; empty if it is English, or too few of
    its words are known.

    No real translation: the order stays the same. With `is_spelled_correctly`, misspellings are not corrected.
    """
    words = _WORD.findall(question)
    if _GENITIVE.search(question) or all(map(_is_english, words)):
        return ""
    is_phrase = len(words) <= PHRASE_WORDS
    longest = max(words, key=len)
    # A word that the English model knows whole is no inflected or misspelt foreign word.
    is_whole = is_phrase and longest.isascii() and count_tokens(longest) == 1
    look_ups = LOOK_UPS[:1] if is_whole else LOOK_UPS[:-1] if is_spelled_correctly else LOOK_UPS
    english = _phrase_in_english(words, look_ups) if is_phrase and len(longest) >= MIN_LETTERS else ""
    return english or (_sentence_in_english(words, look_ups[-1]) if is_foreign(question) else "")


def corrected_spelling(word: str) -> str:
    """Return the correct spelling, without accents, of a misspelt word of another language; otherwise empty."""
    if not _WORD.fullmatch(word) or not in_english(word) or in_english(word, is_spelled_correctly=True):
        return ""
    found = (corrected(plain(word), language) for language in rank_languages(word, LANGUAGES))
    correction = next(filter(None, found), "")
    return correction.capitalize() if word[0].isupper() else correction


def in_language(english: str, language: str) -> Sequence[str]:
    """Return other words for an English phrase that the table contains as a whole, in small letters without accents,
    one for each inflection group; none for an English function word such as "with"."""
    spelt, known = english.lower(), _from_english(language)
    forms = [spelt, *(spelt.removesuffix(ending) + instead for ending, instead in _FORMS if spelt.endswith(ending))]
    found = next((known[form] for form in forms if form in known), ())
    return [one for one in found if not any(one != other and one.startswith(other) for other in found)]


@cache
def _from_english(language: str) -> Mapping[str, Sequence[str]]:
    """The words of the language by their English translation."""
    column = LANGUAGES.index(language) + 1
    content_words = (row for row in reversed(rows()) if row[0].lower() not in FUNCTION_WORDS)
    return {row[0].lower(): [word.replace(JOINED, " ") for word in row[column].split()] for row in content_words}


def _phrase_in_english(words: Sequence[str], look_ups: Sequence[LookUp]) -> str:
    """Few words, too few to detect a language, in the one that knows them all."""
    for look_up in look_ups:
        readings = {language: list(_read(words, look_up, language)) for language in LANGUAGES}
        known = [language for language, found in readings.items() if _is_all_known(found)]
        if known:
            return _joined(readings[rank_languages(" ".join(words), known)[0]])
    return ""


def _is_all_known(found: Sequence[Reading]) -> bool:
    """Whether all words are known, or most of them and the others are names, as in "Wohin reist Ana?"."""
    unknown = [one.words[0] for one in found if not one.english]
    names = [word for word in unknown if word is not found[0].words[0] and word[0].isupper()]
    known = [word for one in found if one.english for word in one.words]
    return not unknown or (len(names) == len(unknown) < len(known) and not all(map(_is_english, known)))


def _sentence_in_english(words: Sequence[str], look_up: LookUp) -> str:
    """Translate from the most probable of the languages that know enough of the words."""
    if len(words) > MAX_CORRECTED_WORDS:
        look_up = inflected_match
    for language in rank_languages(" ".join(words), LANGUAGES):
        found = list(_read(words, look_up, language))
        if _known(found) >= MIN_KNOWN * len(words):
            return _joined(found)
    return ""


def _read(words: Sequence[str], look_up: LookUp, language: str) -> Iterator[Reading]:
    at = 0
    while at < len(words):
        # A capitalised word inside a sentence is a name, and not a misspelling.
        is_name = at > 0 and language != "de" and words[at][0].isupper()
        found = _read_first(
            words[at:], inflected_match if is_name and look_up is corrected_match else look_up, language
        )
        yield found
        at += len(found.words)


def _read_first(words: Sequence[str], look_up: LookUp, language: str) -> Reading:
    """Look up the first words, as many at once as the table has joined."""
    spelt = [plain(word) for word in words[:JOINED_WORDS]]
    for size in range(len(spelt), 1, -1):
        if english := table(language).get(JOINED.join(spelt[:size])):
            return Reading(words[:size], english)
    return Reading(words[:1], look_up(spelt[0], language) if len(spelt[0]) <= MAX_LETTERS else "")


def _known(found: Sequence[Reading]) -> int:
    """Count the known words."""
    return sum(len(one.words) for one in found if one.english)


def _joined(found: Sequence[Reading]) -> str:
    return " ".join(one.english or " ".join(one.words) for one in found)


def _is_english(word: str) -> bool:
    """Whether the word may be English; none with an accent is."""
    known, word = _english_words(), word.lower()
    return word in known or any(
        word.removesuffix(ending) + instead in known for ending, instead in _FORMS if word.endswith(ending)
    )


@cache
def _english_words() -> frozenset[str]:
    also = ALSO_ENGLISH.read_text(encoding="utf-8").split()
    return frozenset(also).union(*(row[0].lower().split() for row in rows()))
