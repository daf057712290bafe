"""What a question in another language asks, word by word in English: for models that read English alone."""

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
    as_it_stands,
    corrected,
    in_another_form,
    nearly,
    plain,
    rows,
    table,
)
from providers.language import is_foreign, rank_languages
from providers.statements.text.evidence_words import FUNCTION_WORDS

LEAST_KNOWN: Final = 0.6  # of the words: of fewer the rest would say something else
PHRASE_WORDS: Final = 4  # "factura de la luz"
JOINED_WORDS: Final = 5  # "rendez-vous chez le dentiste"
MOST_NEARLY: Final = 30  # words of a question in which misspelt ones are looked for
MOST_LETTERS: Final = 40  # of a word that is read: the work grows with their square
SHORTEST: Final = 3  # letters of the longest word of such a phrase: "su" may be anything
# English words that are spelt like one of another language, most with another meaning.
ALSO_ENGLISH: Final = DATA / "also_english.txt"
LOOK_UPS: Final = (as_it_stands, in_another_form, nearly)  # the surest first
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
    """Some words of a question, and what they mean; empty where that is not known."""

    words: Sequence[str]
    english: str


@lru_cache(maxsize=256)
def in_english(question: str, *, is_spelt_right: bool = False) -> str:
    """The question's words in English, other words as they are; empty of an English one, and of one of which too few
    words are known. It is no translation: the order stays. Words that are `is_spelt_right` are not looked for among
    those that they may be misspelt from."""
    words = _WORD.findall(question)
    if _GENITIVE.search(question) or all(map(_is_english, words)):
        return ""
    is_phrase = len(words) <= PHRASE_WORDS
    longest = max(words, key=len)
    # What the English model knows as a whole is no form of a foreign word, nor one that is misspelt.
    is_whole = is_phrase and longest.isascii() and count_tokens(longest) == 1
    look_ups = LOOK_UPS[:1] if is_whole else LOOK_UPS[:-1] if is_spelt_right else LOOK_UPS
    english = _phrase_in_english(words, look_ups) if is_phrase and len(longest) >= SHORTEST else ""
    return english or (_sentence_in_english(words, look_ups[-1]) if is_foreign(question) else "")


def spelt_right(word: str) -> str:
    """The word of another language that a misspelt one is read as, without its accents; else empty."""
    if not _WORD.fullmatch(word) or not in_english(word) or in_english(word, is_spelt_right=True):
        return ""
    found = (corrected(plain(word), language) for language in rank_languages(word, LANGUAGES))
    meant = next(filter(None, found), "")
    return meant.capitalize() if word[0].isupper() else meant


def in_language(english: str, language: str) -> Sequence[str]:
    """Other words for a few English ones that the table has as a whole, in small letters without accents, but for those
    that only another ending tells from one; none for an English word such as "with"."""
    spelt, known = english.lower(), _from_english(language)
    forms = [spelt, *(spelt.removesuffix(ending) + instead for ending, instead in _FORMS if spelt.endswith(ending))]
    found = next((known[form] for form in forms if form in known), ())
    return [one for one in found if not any(one != other and one.startswith(other) for other in found)]


@cache
def _from_english(language: str) -> Mapping[str, Sequence[str]]:
    """By English words, those of the language."""
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
    """Whether the words are, or most of them and the others are names, such as in "Wohin reist Ana?"."""
    unknown = [one.words[0] for one in found if not one.english]
    names = [word for word in unknown if word is not found[0].words[0] and word[0].isupper()]
    known = [word for one in found if one.english for word in one.words]
    return not unknown or (len(names) == len(unknown) < len(known) and not all(map(_is_english, known)))


def _sentence_in_english(words: Sequence[str], look_up: LookUp) -> str:
    """In the most probable language of those that know enough of the words."""
    if len(words) > MOST_NEARLY:
        look_up = in_another_form
    for language in rank_languages(" ".join(words), LANGUAGES):
        found = list(_read(words, look_up, language))
        if _known(found) >= LEAST_KNOWN * len(words):
            return _joined(found)
    return ""


def _read(words: Sequence[str], look_up: LookUp, language: str) -> Iterator[Reading]:
    at = 0
    while at < len(words):
        # What has a capital inside a sentence is a name, and not spelt wrongly.
        is_name = at > 0 and language != "de" and words[at][0].isupper()
        found = _read_first(words[at:], in_another_form if is_name and look_up is nearly else look_up, language)
        yield found
        at += len(found.words)


def _read_first(words: Sequence[str], look_up: LookUp, language: str) -> Reading:
    """The first of some words, as many at once as the table has joined."""
    spelt = [plain(word) for word in words[:JOINED_WORDS]]
    for size in range(len(spelt), 1, -1):
        if english := table(language).get(JOINED.join(spelt[:size])):
            return Reading(words[:size], english)
    return Reading(words[:1], look_up(spelt[0], language) if len(spelt[0]) <= MOST_LETTERS else "")


def _known(found: Sequence[Reading]) -> int:
    """How many words."""
    return sum(len(one.words) for one in found if one.english)


def _joined(found: Sequence[Reading]) -> str:
    return " ".join(one.english or " ".join(one.words) for one in found)


def _is_english(word: str) -> bool:
    """Whether it may be; none with an accent is."""
    known, word = _english_words(), word.lower()
    return word in known or any(
        word.removesuffix(ending) + instead in known for ending, instead in _FORMS if word.endswith(ending)
    )


@cache
def _english_words() -> frozenset[str]:
    also = ALSO_ENGLISH.read_text(encoding="utf-8").split()
    return frozenset(also).union(*(row[0].lower().split() for row in rows()))
