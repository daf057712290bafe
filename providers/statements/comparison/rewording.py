"""Distinguishes a reworded sentence from one that states something else about the same field.

The gate's value for a special category is often only the words that gave it away ("diagnosed with"), which sentences
about different illnesses share. Two sentences count as one unless each has a distinctive word that the other lacks: a
number, a name, or a word beside a value without meaning of its own; or only one says that the person does not tolerate,
or only stocks, what they name.
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

_TIME_WORDS: Final = CALENDAR | word_set("ago day days later month months recently week weeks year years yesterday")
_FUNCTION_WORDS: Final = (
    FUNCTION_WORDS | NOT_A_NAME | ALL_STOP_WORDS | _TIME_WORDS | word_set("newly since underwent severe mild 's")
)
_LINKS: Final = PREPOSITIONS | ALL_STOP_WORDS
# Words that need others beside them to be specific, in five languages.
_UNSPECIFIC: Final = re.compile(
    r"(?:diagnos|operat|operac|operier|surger|chirurg|cirug|therap|terap|treat|behand|medic|medik|prescri|prescrip"
    r"|hospital|injur|cancer|cance|krebs|cancro|tumou?r|diseas|disorder|syndrom|condition|illness|infecti|transplant"
    r"|addict|phobi|disabilit|biops|arrest|convict|accus|charged|sued|sentenc|offen[cs]|vot(?:e|ed|es|ing)$|member"
    r"|part(?:y|ei|ido|i)$|union|supports?$|against|belie[fv]|descent|origin|visa|permit|account|code)"
)
# Stances that differ from having or taking the medicine.
_OTHER_STANCES: Final = frozenset({Stance.CANNOT_BEAR, Stance.STORES})
_HOME: Final = "home"
# Relations of a person to a place, and the words for each.
_RELATIONS: Final[Mapping[str, frozenset[str]]] = {
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


class _Features(NamedTuple):
    """All words of a sentence, and the distinctive ones by kind."""

    words: frozenset[str]
    numbers: frozenset[str]
    names: frozenset[str]
    adjacent: frozenset[str]
    stance: Stance | None


def is_reworded(one: str, other: str, value: str) -> bool:
    """Whether two texts state the same by a special-category value, normalised by `normalize_value`.

    Also true if a text has no single sentence with the value; never if only one text warns of something.
    """
    if has_warning(one) != has_warning(other):
        return False
    mine, theirs = list(_features_of(one, value)), list(_features_of(other, value))
    return not mine or not theirs or any(not _differ(this, that) for this in mine for that in theirs)


def sentences_with(text: str, values: Iterable[str]) -> Iterator[Sentence]:
    """Yield the sentences of a text that state one of the values, normalised by `normalize_value`."""
    spelled = [view(value).folded for value in values]
    for sentence in sentences(view(text)):
        said = normalize_value(sentence.folded)
        if any(value in said for value in spelled):
            yield sentence


def _features_of(text: str, value: str) -> Iterator[_Features]:
    return (_features(sentence, view(value).folded) for sentence in sentences_with(text, [value]))


def has_other_stance(text: str, value: str) -> bool:
    """Whether every sentence that names the value says that the person does not tolerate it, or only stocks it; or the
    text warns of a reaction."""
    if has_warning(text):
        return True
    stances = [one.stance for one in _features_of(text, value)]
    return bool(stances) and all(stance in _OTHER_STANCES for stance in stances)


def has_same_relation(one: str, other: str, place: str) -> bool:
    """Whether two texts state the same relation of the person to a place. An empty text, or one without a relation,
    means that they live there."""
    return bool(_relations(one, place) & _relations(other, place))


def _relations(text: str, place: str) -> frozenset[str]:
    said = {
        relation
        for sentence in sentences_with(text, [place])
        for relation, words in _RELATIONS.items()
        if words & sentence.vocabulary
    }
    return frozenset(said or {_HOME})


def has_warning(text: str) -> bool:
    """Whether a text reports an adverse reaction, or that something must not be given."""
    return is_adverse(view(text).folded)


def _differ(one: _Features, other: _Features) -> bool:
    if one.stance is not other.stance and {one.stance, other.stance} & _OTHER_STANCES:
        return True
    kinds = ((one.numbers, other.numbers), (one.names, other.names), (one.adjacent, other.adjacent))
    return any(mine - other.words and theirs - one.words for mine, theirs in kinds)


def _features(sentence: Sentence, value: str) -> _Features:
    said = frozenset(value.split())
    numbers = frozenset(text for text in sentence.texts if _IS_NUMBER.search(text))
    return _Features(
        words=sentence.vocabulary,
        numbers=numbers - said,
        names=frozenset(_names(sentence)) - said,
        adjacent=frozenset(_adjacent_words(sentence, value)) - numbers,
        stance=stance_to(sentence.folded, value),
    )


def _names(sentence: Sentence) -> Iterator[str]:
    """Yield the names in a sentence: capitalised words, except in German, where all nouns are. The first word counts
    only before a verb."""
    if "de" in languages_of(sentence) and sentence.vocabulary & STOP_WORDS["de"]:
        return
    for at, text in enumerate(sentence.texts):
        is_one = text.isalpha() and text not in _FUNCTION_WORDS | PERSON_WORDS and not _UNSPECIFIC.match(text)
        if is_one and sentence.is_capital(at) and (at or sentence.text(1) in VERBS | {"'s"}):
            yield text


def _adjacent_words(sentence: Sentence, value: str) -> Iterator[str]:
    """Yield the words directly before and after a value without meaning of its own; only after it if it ends with a
    preposition."""
    parts = [text for text in sentence.texts if text.isalnum()]
    said = re.findall(r"\w+", value)
    at = next((start for start in range(len(parts)) if said and parts[start : start + len(said)] == said), None)
    is_linked = at is not None and said[-1] in _LINKS
    if at is None or not (is_linked or _UNSPECIFIC.match(said[-1])):
        return
    after = parts[at + len(said) :]
    while after and after[0] in _FUNCTION_WORDS:
        after = after[1:]
    if not is_linked and at > 1 and _is_distinctive(parts[at - 1]):
        yield parts[at - 1]
    yield from (word for word in takewhile(lambda word: word not in _FUNCTION_WORDS, after) if _is_distinctive(word))


def _is_distinctive(word: str) -> bool:
    return word not in _FUNCTION_WORDS and not _UNSPECIFIC.match(word) and not word.endswith("ly")
