"""Tells a sentence that was reworded from one that says something else of the same field.

What the gate finds of a special category is often the words that gave it away ("diagnosed with"), which sentences about
different illnesses share. Two sentences are one question unless each has a telling word that the other lacks: a number,
a name, or what stands beside words that say nothing of their own; or one alone says that the person cannot bear, or
only stores, what they name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Final, NamedTuple

from providers.statements.comparison.stances import Stance, stance_to
from providers.statements.foreign.languages import ALL_STOP_WORDS, STOP_WORDS, languages_of
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.needs.adverse_reactions import is_adverse
from providers.statements.text.evidence_words import CALENDAR, FUNCTION_WORDS, PREPOSITIONS, VERBS
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.words import NOT_A_NAME, word_set

_TIMES: Final = CALENDAR | word_set("ago day days later month months recently week weeks year years yesterday")
_SMALL: Final = FUNCTION_WORDS | NOT_A_NAME | ALL_STOP_WORDS | _TIMES | word_set("newly since underwent severe mild 's")
_LINKS: Final = PREPOSITIONS | ALL_STOP_WORDS
# Words that need others beside them to say what is meant, in five languages.
_OPEN: Final = re.compile(
    r"(?:diagnos|operat|operac|operier|surger|chirurg|cirug|therap|terap|treat|behand|medic|medik|prescri|prescrip"
    r"|hospital|injur|cancer|cance|krebs|cancro|tumou?r|diseas|disorder|syndrom|condition|illness|infecti|transplant"
    r"|addict|phobi|disabilit|biops|arrest|convict|accus|charged|sued|sentenc|offen[cs]|vot(?:e|ed|es|ing)$|member"
    r"|part(?:y|ei|ido|i)$|union|supports?$|against|belie[fv]|descent|origin|visa|permit|account|code)"
)
# What says another thing of the same medicine than that it is the person's.
_APART: Final = frozenset({Stance.CANNOT_BEAR, Stance.STORES})
_HOME: Final = "home"
# What ties a person to a place besides living there, and what says that they live there.
_TIES: Final[Mapping[str, frozenset[str]]] = {
    "birth": word_set("""
        born birthplace native hails grew grown raised geboren geburtsort aufgewachsen nacida nacido nacio naci creci
        crecio criada criado nee ne grandi nascida nascido nata nato
    """),
    "work": word_set("""
        work works working worked office job arbeitet arbeite buro trabaja trabajo oficina travaille bureau trabalha
        trabalho lavora lavoro
    """),
    "study": word_set("""
        study studies studied studying graduated studiert studiere studierte estudia estudio estudio etudie etudie
    """),
    _HOME: word_set("""
        live lives living lived home moved moves moving resides resident settled wohnt wohne lebt lebe umgezogen vive
        vivo reside vivir mudo habite vit demenage mora moro abita
    """),
}
_IS_NUMBER: Final = re.compile(r"\d")


class _Telling(NamedTuple):
    """Of one sentence: all words, and those that tell it from another, by kind."""

    words: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    beside: frozenset[str]
    stance: Stance | None


def is_reworded(one: str, other: str, value: str) -> bool:
    """Whether two texts that state a value of a special category, in the spelling of `normalize_value`, state the same
    thing by it. Where a text states it in no sentence that can be told apart, they do, unless one alone warns of it."""
    if warns(one) != warns(other):
        return False
    mine, theirs = list(_told(one, value)), list(_told(other, value))
    return not mine or not theirs or any(not _differ(this, that) for this in mine for that in theirs)


def stating(text: str, values: Iterable[str]) -> Iterator[Sentence]:
    """The sentences of a text that state one of the values, in the spelling of `normalize_value`."""
    spelled = [view(value).folded for value in values]
    for sentence in sentences(view(text)):
        said = normalize_value(sentence.folded)
        if any(value in said for value in spelled):
            yield sentence


def _told(text: str, value: str) -> Iterator[_Telling]:
    return (_telling(sentence, view(value).folded) for sentence in stating(text, [value]))


def is_said_otherwise(text: str, value: str) -> bool:
    """Whether each sentence of a text that names a value says that the person cannot bear it, or only stores it; or
    any sentence warns of what it did to them."""
    if warns(text):
        return True
    stances = [one.stance for one in _told(text, value)]
    return bool(stances) and all(stance in _APART for stance in stances)


def is_same_tie(one: str, other: str, place: str) -> bool:
    """Whether two texts that name a place tie the person to it alike: an empty one, or one that does not say what ties
    them, says that they live there."""
    return bool(_ties(one, place) & _ties(other, place))


def _ties(text: str, place: str) -> frozenset[str]:
    said = {tie for sentence in stating(text, [place]) for tie, words in _TIES.items() if words & sentence.vocabulary}
    return frozenset(said or {_HOME})


def warns(text: str) -> bool:
    """Whether a text tells of an adverse reaction, or that something must not be given."""
    return is_adverse(view(text).folded)


def _differ(one: _Telling, other: _Telling) -> bool:
    if one.stance is not other.stance and {one.stance, other.stance} & _APART:
        return True
    kinds = ((one.numbers, other.numbers), (one.names, other.names), (one.beside, other.beside))
    return any(mine - other.words and theirs - one.words for mine, theirs in kinds)


def _telling(sentence: Sentence, value: str) -> _Telling:
    said = frozenset(value.split())
    numbers = frozenset(text for text in sentence.texts if _IS_NUMBER.search(text))
    return _Telling(
        words=sentence.vocabulary,
        numbers=numbers - said,
        names=frozenset(_names(sentence)) - said,
        beside=frozenset(_beside(sentence, value)) - numbers,
        stance=stance_to(sentence.folded, value),
    )


def _names(sentence: Sentence) -> Iterator[str]:
    """In German every noun has a capital; at the head any word has, where a verb behind it shows a name."""
    if "de" in languages_of(sentence) and sentence.vocabulary & STOP_WORDS["de"]:
        return
    for at, text in enumerate(sentence.texts):
        is_one = text.isalpha() and text not in _SMALL | PERSON_WORDS and not _OPEN.match(text)
        if is_one and sentence.is_capital(at) and (at or sentence.text(1) in VERBS | {"'s"}):
            yield text


def _beside(sentence: Sentence, value: str) -> Iterator[str]:
    """The words right before and behind a value that says nothing of its own; behind it alone where it ends open."""
    parts = [text for text in sentence.texts if text.isalnum()]
    said = re.findall(r"\w+", value)
    at = next((start for start in range(len(parts)) if said and parts[start : start + len(said)] == said), None)
    is_linked = at is not None and said[-1] in _LINKS
    if at is None or not (is_linked or _OPEN.match(said[-1])):
        return
    behind = parts[at + len(said) :]
    while behind and behind[0] in _SMALL:
        behind = behind[1:]
    if not is_linked and at > 1 and _tells(parts[at - 1]):
        yield parts[at - 1]
    yield from (word for word in takewhile(lambda word: word not in _SMALL, behind) if _tells(word))


def _tells(word: str) -> bool:
    return word not in _SMALL and not _OPEN.match(word) and not word.endswith("ly")
