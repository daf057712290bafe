"""Finds short texts of a person that mean what they ask to forget, in any two languages.

By cosines of the multilingual Universal Sentence Encoder. It hardly tells a name, a number or a "not" from another, so
these are compared as words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self
from uuid import UUID

import numpy as np
import numpy.typing as npt

from memories.models import Fact
from providers import statements
from providers.llm.rules.words import numbers

# Of 40 requests in six languages 39 find theirs among 81 memories, and one finds another where its own is missing.
LEAST_COSINE: Final = 0.5
# What is so much farther than the nearest is something else.
NEAR: Final = 0.1
# A name in common makes it likelier; a German noun is one ("Risotto").
SHARED_NAME: Final = 0.1
# The newest facts, and texts, that are compared, and the words of one: a cosine of a longer text says little.
MOST_COMPARED: Final = 200
MOST_WORDS: Final = 20
# What a fact about somebody else may be kept as.
OF_OTHERS: Final = frozenset({"family", "pets"})
_DENIAL: Final = re.compile(
    r"\b(?:not?(?! [A-Z])|never|without|\w+n['’]t|nicht|nie|kein\w*|ohne|nunca|sin|pas|jamais|sans|"
    r"não|sem|non|mai|senza|hate[sd]?|dislikes?|detest\w*|hasse|hasst|odi[oa]|odei[oa]|d[ée]teste\w*|haat|haten)\b"
)
_NAME: Final = re.compile(r"(?<=[\w,:] )[A-Z\u00c0-\u00de]\w+")
_DAYS: Final = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Janu|Febru)ary|March|April|May|June|July")
_RELATIVE: Final = re.compile(
    r"\b(?:my|mein\w*|mis?|ma|mon|mes|minhas?|meus?|mi[oae]|miei) (?P<who>\w+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Said:
    """A memory, as the person would say it themselves (`own`) and without a person (`bare`)."""

    memory_id: UUID
    own: str
    bare: str
    is_denial: bool
    is_of_others: bool = True

    @classmethod
    def of_text(cls, memory_id: UUID, content: str, name: str) -> Self | None:
        """None where it is too long to compare."""
        if len(content.split()) > MOST_WORDS:
            return None
        names = (name, *name.split()[:1], "The user", "User", "She", "He", "They")
        found = re.match(rf"(?:{'|'.join(re.escape(one) for one in names if one)})(?P<owns>['’]s)?\s+", content)
        bare = content[found.end() :] if found else content
        own = f"{'My' if found['owns'] else 'I'} {bare}" if found else content
        return cls(memory_id, own, bare, is_denial(content))

    @classmethod
    def of_fact(cls, fact: Fact) -> Self | None:
        """None for what the gate guards: such values are names and words that rules read."""
        if fact.key in statements.SENSITIVE_KEYS:
            return None
        own = f"My {fact.key.replace('_', ' ')}: {fact.value}"
        return cls(fact.memory_id, own, fact.value, fact.key == "dislikes", fact.key in OF_OTHERS)


def is_denial(text: str) -> bool:
    return bool(_DENIAL.search(text))


def meaning(clause: str, said: Sequence[Said]) -> list[UUID]:
    """The memories that mean what a clause means, nearest first. Raises PreparationFailed, ModelDamaged."""
    likely = [one for one in said if _may_mean(clause, one)]
    if not likely:
        return []
    cosines = _cosines(clause, likely) + [SHARED_NAME * _shares_name(clause, one.bare) for one in likely]
    least = max(LEAST_COSINE, float(cosines.max()) - NEAR)
    return [likely[at].memory_id for at in np.argsort(-cosines) if cosines[at] >= least]


def _cosines(clause: str, said: Sequence[Said]) -> npt.NDArray[np.float32]:
    """Return [len(said)] cosines: the lower one of both forms of the text, which is rarely high by chance."""
    vector = statements.vectors_of([clause])[0]
    own = statements.vectors_of([one.own for one in said]) @ vector
    cosines: npt.NDArray[np.float32] = np.minimum(own, statements.vectors_of([one.bare for one in said]) @ vector)
    return cosines


def _may_mean(clause: str, said: Said) -> bool:
    return (
        is_denial(clause) == said.is_denial
        and numbers(clause) == numbers(said.bare)
        and (said.is_of_others or not _is_of_others(clause))
        and _names_agree(clause, said.bare)
    )


def _is_of_others(clause: str) -> bool:
    return any(found["who"].lower() in statements.RELATED for found in _RELATIVE.finditer(clause))


def _names(text: str) -> list[str]:
    return _NAME.findall(_DAYS.sub("", text))


def _shares_name(clause: str, text: str) -> bool:
    return any(name.lower() in statements.words_of(text) for name in _names(clause))


def _names_agree(clause: str, text: str) -> bool:
    """Whether they have a name in common, by its first letters ("Lisbon", "Lissabon"), if both have any.

    German nouns count as names there: beside a name they only make it stricter.
    """
    one, other = ({name[:2] for name in _names(said)} for said in (clause, text))
    return not one or not other or bool(one & other)
