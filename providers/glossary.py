"""What a question in another language asks, word by word in English: for models that read English alone."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from providers.language import choose_language, is_foreign
from providers.statements.gazetteer import fold
from providers.statements.words import word_set

FILE: Final = Path(__file__).parent / "data" / "glossary.tsv"
LANGUAGES: Final = ("de", "es", "fr", "it", "pt")
LEAST_KNOWN: Final = 0.6  # of the words: of fewer the rest would say something else
PHRASE_WORDS: Final = 3  # "tarta de limón"
SHORTEST: Final = 3  # letters of the longest word of such a phrase: "su" may be anything
# English words that are spelt like one of another language, most with another meaning.
ENGLISH_TOO: Final = word_set("""
    academia alter amiga ape api bananas bin biscuits bonnet boot boutique brief bureau but cafe camera cane chat
    chef chorale client clients come comment con concerto concerts costa cote courses court cousin cuisine data dem
    den dent die diner diploma director dove economies est estate eta excursion expose exposition fame fare femme
    fiancee fiesta films four fruits fur fuss grand grande gross gut handy hose hunger hut ideas invite invites
    journal kind laden land lee leo lied listen lit mae mag mail main mal male malt mama mar mare mari marie mel
    mere messages metro montana musee natal nave nee negro nina noel noir non notebook notes nova operation ore
    padre papa pass patron pays per petit petite photos pie pinto place planes plaza pont port portable pour prima
    prix prof professor promenade questions rad regime reunion rio robe robes roman romance romances rosa roses rot
    rouge sac sale scale sci see seen semi sera serie siege sol sole son soy stanza stock strand stricken studio
    sumo taller telephone tempo tension theater torte tramway via villages visa vol vols voyage voyages was will
""")
_WORD: Final = re.compile(r"\w+")
_ENDINGS: Final = ("en", "es", "er", "em", "e", "n", "s", "t")
_LEAST_STEM: Final = 4  # letters


@lru_cache(maxsize=256)
def in_english(question: str) -> str:
    """The question's words in English, other words as they are; empty of an English one, and of one of which too few
    words are known. It is no translation: the order stays."""
    words = _WORD.findall(question)
    spelt = [fold(word).replace("ß", "ss") for word in words]
    if not words or not is_foreign(question):
        return _phrase_in_english(spelt)
    found = _found(spelt, choose_language(question, LANGUAGES))
    if sum(map(bool, found)) < LEAST_KNOWN * len(words):
        return ""
    return " ".join(english or word for english, word in zip(found, words, strict=True))


def _phrase_in_english(spelt: Sequence[str]) -> str:
    """Few words, by which a language is not told, in the one that knows them all; empty where they may be English."""
    longest = max(spelt, key=len, default="")
    if len(spelt) > PHRASE_WORDS or len(longest) < SHORTEST or longest in _english_words():
        return ""
    readings = {language: _found(spelt, language) for language in LANGUAGES}
    known = [language for language, found in readings.items() if all(found)]
    return " ".join(readings[choose_language(" ".join(spelt), known)]) if known else ""


def _found(spelt: Sequence[str], language: str) -> list[str]:
    known = _glossary(language)
    return [_known(word, known) for word in spelt]


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
    column = LANGUAGES.index(language) + 1
    return {word: row[0] for row in reversed(_rows()) for word in row[column].split()}


@cache
def _english_words() -> frozenset[str]:
    return ENGLISH_TOO.union(*(row[0].lower().split() for row in _rows()))


@cache
def _rows() -> Sequence[Sequence[str]]:
    return [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
