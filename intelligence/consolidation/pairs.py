"""Candidates for merging and their pairs, found by vectors and words before they are judged (001 §4)."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from consent.changes.merge import SAME_ATTRIBUTES
from memories import neighbours
from memories.embedding_models import active_model
from memories.importance import lowest_of
from memories.models import Memory
from memories.models.choices import MemoryType, ValidationStatus
from memories.models.memory import MemoryQuerySet
from memories.neighbours import Place
from providers.llm.rules.pairs import state_same_fact
from providers.llm.rules.words import content_words, numbers
from workspaces.sensitivity import INTERNAL, rank

# Notes and insights may be merged; episodes, which record events, and a person's fields may not.
TYPES = (MemoryType.SEMANTIC, MemoryType.INSIGHT)
PER_PERSON = 500
TOP_DECILE = 10
NEAREST = 8
OVERLAP = 0.3
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")


def mergeable(*, now: datetime) -> MemoryQuerySet:
    """Select active notes and insights of the last CONSOLIDATION_RECENCY_DAYS that are not confidential."""
    rows = Memory.objects.alive(now=now).filter(memory_type__in=TYPES, sensitivity_rank__lte=rank(INTERNAL))
    recent = rows.filter(updated_at__gte=now - timedelta(days=settings.CONSOLIDATION_RECENCY_DAYS))
    return recent.exclude(key__startswith="fact:")


def candidates(*, now: datetime) -> dict[UUID | None, list[Memory]]:
    """Return memories by person that were written in the last CONSOLIDATION_HOURS, are important or are often accessed.

    At most the PER_PERSON newest of each person; the key None has those without a person. Runs in the entered scope.
    """
    wanted = Q(updated_at__gte=now - timedelta(hours=settings.CONSOLIDATION_HOURS))
    wanted |= Q(importance__gte=lowest_of(settings.CONSOLIDATION_LEVEL))
    frequent = _top_decile_access_count(now)
    if frequent:
        wanted |= Q(access_count__gte=frequent)
    found: dict[UUID | None, list[Memory]] = defaultdict(list)
    for memory in mergeable(now=now).filter(wanted).select_related("current").order_by("-updated_at", "id").iterator():
        if len(found[memory.person_id]) < PER_PERSON:
            found[memory.person_id].append(memory)
    return found


def _top_decile_access_count(now: datetime) -> int:
    """Return the lowest access count within the most accessed tenth; 0 when none was accessed."""
    place = mergeable(now=now).count() // TOP_DECILE
    shown = mergeable(now=now).filter(access_count__gt=0).order_by("-access_count")
    return min(shown.values_list("access_count", flat=True)[:place], default=0)


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

    def reloaded(self, *, now: datetime) -> "MemoryPair | None":
        """Return the pair read again; None if one is no longer mergeable. Runs in the entered scope."""
        rows = {row.id: row for row in mergeable(now=now).select_related("current").filter(id__in=self.ids)}
        if len(rows) < 2:
            return None
        return MemoryPair(rows[self.first.id], rows[self.second.id], self.cosine)

    @property
    def ids(self) -> tuple[UUID, UUID]:
        return self.first.id, self.second.id


def pairs_among(memories: Sequence[Memory], *, now: datetime) -> list[MemoryPair]:
    """Return pairs of a candidate and one of its neighbours that pass the filters, nearest first.

    All candidates are of one person, or of none. Runs in the entered scope.
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
    """Whether the two agree in all but the text, and share words or differ in a number only."""
    first, second = pair.first, pair.second
    if any(getattr(first, name) != getattr(second, name) for name in SAME_ATTRIBUTES):
        return False
    # Merging would drop the person's confirmation of one, or extend it to the other.
    if (first.validation_status == ValidationStatus.VERIFIED) != (
        second.validation_status == ValidationStatus.VERIFIED
    ):
        return False
    return _overlap(*pair.texts) >= OVERLAP or is_numeric_step(*pair.texts)


def is_literal(pair: MemoryPair) -> bool:
    """Whether the texts are equal but for case, spaces and punctuation, so that nothing is left to judge."""
    first, second = (re.findall(r"\w+(?:[.,:/'’]\w+)*", text.casefold()) for text in pair.texts)
    return first == second


def is_duplicate(pair: MemoryPair) -> bool:
    """Whether the rules find the same statement in both: this counts in the duplicate rate."""
    return is_literal(pair) or state_same_fact(*pair.texts)


def _compared(scores: dict[frozenset[UUID], float], now: datetime) -> Iterator[MemoryPair]:
    ids: set[UUID] = set().union(*scores) if scores else set()
    rows = {row.id: row for row in mergeable(now=now).select_related("current").filter(id__in=ids)}
    for both, cosine in scores.items():
        if both <= rows.keys():
            first, second = sorted((rows[one] for one in both), key=lambda memory: (memory.created_at, memory.id))
            pair = MemoryPair(first, second, cosine)
            if passes(pair):
                yield pair


def _text(memory: Memory) -> str:
    return memory.current.content if memory.current else ""


def _overlap(first: str, second: str) -> float:
    """Return the share of the shorter text's words that the other contains, 0..1."""
    one, other = set(content_words(first)), set(content_words(second))
    return len(one & other) / max(1, min(len(one), len(other)))


def is_numeric_step(first: str, second: str) -> bool:
    """Whether the texts differ in their numbers only."""
    return bool(numbers(first)) and _NUMBER.sub("#", first).casefold() == _NUMBER.sub("#", second).casefold()
