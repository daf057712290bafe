"""What a question in another language asks, word by word in English: for models that read English alone."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from providers.language import choose_language, is_foreign
from providers.statements.gazetteer import fold

FILE: Final = Path(__file__).parent / "data" / "glossary.tsv"
LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
LEAST_KNOWN: Final = 0.6  # of the words: of fewer the rest would say something else
_WORD: Final = re.compile(r"\w+")
_ENDINGS: Final = ("en", "es", "er", "em", "e", "n", "s", "t")
_LEAST_STEM: Final = 4  # letters


@lru_cache(maxsize=256)
def in_english(question: str) -> str:
    """The question's words in English, other words as they are; empty of an English one, and of one of which too few
    words are known. It is no translation: the order stays."""
    words = _WORD.findall(question)
    if not words or not is_foreign(question):
        return ""
    known = _glossary(choose_language(question, LANGUAGES))
    found = [_known(fold(word).replace("ß", "ss"), known) for word in words]
    if sum(map(bool, found)) < LEAST_KNOWN * len(words):
        return ""
    return " ".join(english or word for english, word in zip(found, words, strict=True))


def _known(word: str, known: Mapping[str, str]) -> str:
    """What a word means, also with another ending or of two: "Zitronenkuchen"."""
    if whole := _one_known(word, known):
        return whole
    places = range(_LEAST_STEM, len(word) - _LEAST_STEM + 1)
    parts = ((_one_known(word[:at], known), _one_known(word[at:], known)) for at in places)
    return next((f"{first} {second}" for first, second in parts if first and second), "")


def _one_known(word: str, known: Mapping[str, str]) -> str:
    stems = (word.removesuffix(end) for end in ("", *_ENDINGS) if word.endswith(end))
    return next((known[stem] for stem in stems if (stem == word or len(stem) >= _LEAST_STEM) and stem in known), "")


@cache
def _glossary(language: str) -> Mapping[str, str]:
    """By each word of the language; of two rows the first, for those stand in the order of how common they are."""
    rows = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    column = LANGUAGES.index(language) + 1
    return {word: row[0] for row in reversed(rows) for word in row[column].split()}
