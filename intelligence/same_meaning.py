"""Finds a person's short memories that mean what the person asks to forget, in any two languages.

By cosines of the multilingual Universal Sentence Encoder. It hardly distinguishes names, numbers and negation, so these
are compared as words.
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

# 39 of 40 requests in six languages find their memory among 81; one finds a wrong one if its own is missing.
LEAST_COSINE: Final = 0.5
# The largest difference to the nearest cosine at which a memory still counts.
MAX_DIFFERENCE: Final = 0.1
# Added for a common name; capitalised German nouns count as names ("Risotto").
SHARED_NAME: Final = 0.1
# Limits on the newest facts and texts that are compared, and on the words of one: cosines of longer texts mean little.
MOST_COMPARED: Final = 200
MOST_WORDS: Final = 20
# Fields that store facts about other people and pets.
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
class ComparedText:
    """A memory's text in the first person (`own`), and without a person (`bare`)."""

    memory_id: UUID
    own: str
    bare: str
    is_denial: bool
    is_of_others: bool = True

    @classmethod
    def of_text(cls, memory_id: UUID, content: str, name: str) -> Self | None:
        """Return the text in both forms; None if it is too long to compare."""
        if len(content.split()) > MOST_WORDS:
            return None
        names = (name, *name.split()[:1], "The user", "User", "She", "He", "They")
        found = re.match(rf"(?:{'|'.join(re.escape(one) for one in names if one)})(?P<owns>['’]s)?\s+", content)
        bare = content[found.end() :] if found else content
        own = f"{'My' if found['owns'] else 'I'} {bare}" if found else content
        return cls(memory_id, own, bare, is_denial(content))

    @classmethod
    def of_fact(cls, fact: Fact) -> Self | None:
        """Return the fact's text; None for sensitive fields, whose values are names and words that rules read."""
        if fact.key in statements.SENSITIVE_KEYS:
            return None
        own = f"My {fact.key.replace('_', ' ')}: {fact.value}"
        return cls(fact.memory_id, own, fact.value, fact.key == "dislikes", fact.key in OF_OTHERS)


def is_denial(text: str) -> bool:
    return bool(_DENIAL.search(text))


def memories_with_meaning(clause: str, texts: Sequence[ComparedText]) -> list[UUID]:
    """Return the memories with the meaning of a clause, nearest first. Raises PreparationFailed, ModelDamaged."""
    likely = [one for one in texts if _may_mean(clause, one)]
    if not likely:
        return []
    cosines = _cosines(clause, likely) + [SHARED_NAME * _shares_name(clause, one.bare) for one in likely]
    least = max(LEAST_COSINE, float(cosines.max()) - MAX_DIFFERENCE)
    return [likely[at].memory_id for at in np.argsort(-cosines) if cosines[at] >= least]


def _cosines(clause: str, texts: Sequence[ComparedText]) -> npt.NDArray[np.float32]:
    """Return [len(texts)] cosines: the lower one of both forms of the text, which is rarely high by chance."""
    vector = statements.vectors_of([clause])[0]
    own = statements.vectors_of([one.own for one in texts]) @ vector
    cosines: npt.NDArray[np.float32] = np.minimum(own, statements.vectors_of([one.bare for one in texts]) @ vector)
    return cosines


def _may_mean(clause: str, text: ComparedText) -> bool:
    return (
        is_denial(clause) == text.is_denial
        and numbers(clause) == numbers(text.bare)
        and (text.is_of_others or not _is_of_others(clause))
        and _names_agree(clause, text.bare)
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
    one, other = ({name[:2] for name in _names(one_text)} for one_text in (clause, text))
    return not one or not other or bool(one & other)
