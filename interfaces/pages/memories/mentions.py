"""The people and places that memories mention, found by grammar and by the word lists of statement detection."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal
from uuid import UUID

from memories.models import Memory
from providers.statements import ANIMALS, sensitive
from providers.statements.text import evidence_words, gazetteer
from providers.statements.text.vocabulary import PETS
from providers.statements.text.words import KIN, NOT_A_NAME, word_set

Kind = Literal["person", "place"]
LONGEST_NAME: Final = 3  # words
MOST_NAMING: Final = 20  # texts, the newest
# Capitalised words in a row; a word in mixed case ("GitHub") is a product's.
_NAME = r"[^\W\d_a-z][^\W\d_A-Z]+(?!\w)"
_RUN = re.compile(rf"\b{_NAME}(?:[ -]{_NAME})*")
_WORD_BEFORE = re.compile(r"([\w'’]+)[\s:]+$")
_COMPANIONS: Final = word_set("with called named met meets meet meeting invited invites visited visits visiting")
_TOWARDS: Final = word_set("in to from near around at within outside visit visited visiting leaving reached")
_HOME_FIELDS: Final = word_set("city country hometown residence birthplace")
# "My sister Rita" and "her dentist Marta".
_RELATED: Final = KIN | word_set("teacher doctor dentist mentor landlord")
_FAMILY: Final = "family: "  # prefix of the field's value

_ANIMAL: Final = rf"(?i:{PETS}|{'|'.join(sorted(ANIMALS))}|kater|hündin|cão)"
_PET = re.compile(
    rf"\b{_ANIMAL}\b[,:]?(?: is| was| ist)?(?: (?:called|named|namens|llamad[ao]|nommée?|appelée?))?"
    rf" (?P<behind>{_NAME})"
    rf"|\b(?P<before>{_NAME})(?:,| is| ist| es| est) (?:(?:her|his|their|my|the|a|ihre?|die|der|su|son|sa) )?"
    rf"(?:\w+ )?{_ANIMAL}\b"
)
_MAY_NAME = re.compile(r"\b(?:call|called|goes|known as|nickname|preferred.name)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Run:
    """A capitalised run in a text: its words, the word before it, whether a genitive follows, and whether it is the
    value of a relative."""

    name: str
    before: str
    is_genitive: bool
    is_relative: bool


def mentions(memories: Sequence[Memory], *, person_name: str = "") -> dict[tuple[Kind, str], list[UUID]]:
    """Return the memories that mention each person and place. The remembered person, `person_name`, is left out under
    all names that memories state, and so are pets.

    A name counts once grammar shows its kind in one memory ("my sister Rita", "in Lisbon"); then wherever it occurs. In
    the memories' order.
    """
    texts = [(memory.id, list(_runs(memory))) for memory in memories]
    known = _kinds(run for _, runs in texts for run in runs)
    own = {*person_name.split(), *_own_names(memories), *_pets(memories)}
    found: dict[tuple[Kind, str], list[UUID]] = {}
    for memory_id, runs in texts:
        for name in dict.fromkeys(run.name for run in runs):
            if (kind := known.get(name)) and name not in own:
                found.setdefault((kind, name), []).append(memory_id)
    return found


def _own_names(memories: Iterable[Memory]) -> Iterator[str]:
    """Yield the person's names. Detecting statements takes a millisecond or two, so only texts that may state a name
    are read."""
    texts = (memory.current.content for memory in memories if memory.current)
    for text in islice(filter(_MAY_NAME.search, texts), MOST_NAMING):
        for stated in sensitive(text):
            if stated.key == "preferred_name" and stated.is_fact:
                yield from stated.value.split()


def _pets(memories: Iterable[Memory]) -> Iterator[str]:
    """The names that animals have: "the cat Miso", "a dog called Rex", "Miso is her cat"."""
    for memory in memories:
        for found in _PET.finditer(memory.current.content if memory.current else ""):
            yield found["behind"] or found["before"]


def _kinds(runs: Iterable[_Run]) -> Mapping[str, Kind]:
    known: dict[str, Kind] = {}
    for run in runs:
        if run.name not in known and (kind := _kind(run)):
            known[run.name] = kind
    return known


def _kind(run: _Run) -> Kind | None:
    """Return what kind of name the words around a run suggest; None where they suggest nothing."""
    folded, before = gazetteer.fold(run.name), run.before.lower()
    if folded in NOT_A_NAME or folded in evidence_words.CALENDAR or gazetteer.is_language(folded):
        return None
    if run.is_relative or before in _RELATED:
        return "person"
    if gazetteer.is_place(folded):
        return "place" if before in _TOWARDS | _HOME_FIELDS and not gazetteer.is_ambiguous(folded) else None
    is_one_word = " " not in run.name
    return "person" if is_one_word and (before in _COMPANIONS or (run.is_genitive and before)) else None


def _runs(memory: Memory) -> Iterator[_Run]:
    text = memory.current.content if memory.current else ""
    for found in _RUN.finditer(text):
        before = _WORD_BEFORE.search(text[: found.start()])
        is_genitive = text[found.end() : found.end() + 2] in ("'s", "’s")
        is_relative = text[: found.start()] == _FAMILY
        yield _Run(_shortened(found.group()), before.group(1) if before else "", is_genitive, is_relative)


def _shortened(run: str) -> str:
    """Drop a weekday or an ordinary word at the start of a sentence: "On Monday" names nothing."""
    words = run.split()[:LONGEST_NAME]
    while len(words) > 1 and words[0].lower() in NOT_A_NAME:
        words = words[1:]
    return " ".join(words)
