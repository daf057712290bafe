"""The words of a search: in English, in the other languages of a person's texts, and as they are marked."""

import re
from collections.abc import Collection, Sequence

from interfaces.spelling import is_unspaced
from providers.glossary import in_language
from providers.glossary_words import LANGUAGES
from providers.statements.text.words import word_set
from retrieval.explanation import content_words

MOST = 4  # words of other languages that are looked for beside an English one
SMALL_WORDS = word_set("my your his her its our their a an the of to for with")
_WORD = re.compile(r"\w+")


def words_to_mark(words: str) -> Sequence[str]:
    """The words that tell something, or the one word as it is."""
    if is_unspaced(words):
        return [words]
    return content_words(words) if len(words.split()) > 1 else _WORD.findall(words)


def without_small_words(english: str) -> str:
    """Without what nobody looks for; all where nothing else is there."""
    return " ".join(word for word in english.split() if word.lower() not in SMALL_WORDS) or english


def in_languages(english: str, languages: Collection[str]) -> list[str]:
    """What the table has for English words in these languages."""
    found = [words for one in LANGUAGES if one in languages for words in _in_language(english, one)]
    return [words for words in dict.fromkeys(found) if words != english.lower()][:MOST]


def _in_language(english: str, language: str) -> Sequence[str]:
    """As the table has all of it, or each word by itself."""
    if found := in_language(english, language):
        return found
    each = [in_language(word, language) for word in english.split()]
    return [" ".join(words[0] for words in each)] if each and all(each) else ()
