"""Pairs of memories that may say the same, by their vectors and words, before anybody judges them (001 §4)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.conf import settings

from consent.changes.merge import ALIKE
from intelligence.consolidation.candidates import mergeable
from memories import neighbours
from memories.embedding_models import active_model
from memories.models import Memory
from memories.models.choices import ValidationStatus
from memories.neighbours import Place
from providers.llm.rules.pairs import state_the_same
from providers.llm.rules.words import content_words, numbers

NEAREST = 8
OVERLAP = 0.3
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")


@dataclass(frozen=True, slots=True)
class MemoryPair:
    """Two memories, the older first, and their cosine."""

    first: Memory
    second: Memory
    cosine: float

    @property
    def texts(self) -> tuple[str, str]:
        return _text(self.first), _text(self.second)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of both ids and the cosine to two places, hexadecimal (001 §4)."""
        return sha256(f"{self.first.id}|{self.second.id}|{self.cosine:.2f}".encode()).hexdigest()

    def as_it_is(self, *, now: datetime) -> "MemoryPair | None":
        """Both read again; None when one is gone or merged away. In the entered scope."""
        rows = {row.id: row for row in mergeable(now=now).select_related("current").filter(id__in=self.ids)}
        if len(rows) < 2:
            return None
        return MemoryPair(rows[self.first.id], rows[self.second.id], self.cosine)

    @property
    def ids(self) -> tuple[UUID, UUID]:
        return self.first.id, self.second.id


def pairs_among(memories: Sequence[Memory], *, now: datetime) -> list[MemoryPair]:
    """Each pair of a candidate and one of its neighbours that passes the filters, the nearest first.

    All candidates are of one person, or of none. In the entered scope.
    """
    model = active_model()
    vectors = neighbours.vectors_of(memories, model)
    few = neighbours.is_small(memories[0]) if memories else True
    scores: dict[frozenset[UUID], float] = {}
    for memory in memories:
        place = Place(memory, vectors[memory.id], model, few)
        near = neighbours.nearest(place, count=NEAREST, least=settings.CONSOLIDATION_LOW, now=now)
        scores |= {frozenset((memory.id, other)): min(1.0, cosine) for other, cosine in near.items()}
    return sorted(_compared(scores, now), key=lambda pair: (-pair.cosine, pair.ids))


def passes(pair: MemoryPair) -> bool:
    """Alike in all but the text, and with words in common, or the same but for a number."""
    first, second = pair.first, pair.second
    if any(getattr(first, name) != getattr(second, name) for name in ALIKE):
        return False
    # Merging would take the person's word away from the one, or lend it to the other.
    if (first.validation_status == ValidationStatus.VERIFIED) != (
        second.validation_status == ValidationStatus.VERIFIED
    ):
        return False
    return _overlap(*pair.texts) >= OVERLAP or _numeric_step(*pair.texts)


def is_literal(pair: MemoryPair) -> bool:
    """The same text but for case, blanks and punctuation: nothing is left to judge."""
    first, second = (re.findall(r"\w+(?:[.,:/'’]\w+)*", text.casefold()) for text in pair.texts)
    return first == second


def is_duplicate(pair: MemoryPair) -> bool:
    """What counts in the duplicate rate: the rules find that both say the same."""
    return is_literal(pair) or state_the_same(*pair.texts)


def _compared(scores: dict[frozenset[UUID], float], now: datetime) -> Iterator[MemoryPair]:
    ids: set[UUID] = set().union(*scores) if scores else set()
    rows = {row.id: row for row in mergeable(now=now).select_related("current").filter(id__in=ids)}
    for both, cosine in scores.items():
        if both <= rows.keys():
            first, second = _oldest_first(rows[one] for one in both)
            pair = MemoryPair(first, second, cosine)
            if passes(pair):
                yield pair


def _oldest_first(memories: Iterable[Memory]) -> list[Memory]:
    return sorted(memories, key=lambda memory: (memory.created_at, memory.id))


def _text(memory: Memory) -> str:
    return memory.current.content if memory.current else ""


def _overlap(first: str, second: str) -> float:
    """The share of the shorter one's words that the other has too, 0..1."""
    one, other = set(content_words(first)), set(content_words(second))
    return len(one & other) / max(1, min(len(one), len(other)))


def _numeric_step(first: str, second: str) -> bool:
    return bool(numbers(first)) and _NUMBER.sub("#", first).casefold() == _NUMBER.sub("#", second).casefold()
