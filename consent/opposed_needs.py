"""Finds memories that contradict a person's allergy or diet. They are shown with it, because trusting the wrong one
may harm the person. Nothing is removed or marked."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Length

from consent.changes.proposable import field_at
from memories.models import Chunk, Fact, Memory
from memories.models.choices import LifecycleState, ValidationStatus
from providers.statements import DIET_KEYS, EXCLUSIVE_STEMS
from providers.statements.comparison.contradictions import (
    EATS,
    MAX_LENGTH,
    Need,
    are_contrary,
    field_need,
    needs_stated,
    stem,
)

# How many of the texts that name a need are read, the latest first.
MOST = 20


def opposed_needs(memories: Iterable[Memory], person_id: UUID | None) -> Mapping[UUID, Memory]:
    """Return the latest memory that contradicts each: that the person has no such allergy, another diet, or eats what
    these forbid. Three queries if any states a need, else none. In the entered scope.
    """
    if person_id is None:
        return {}
    stated = {one.id: needs for one in memories if one.person_id == person_id and (needs := _needs(one))}
    stated = {one: needs for one, needs in stated.items() if any(need.key != EATS for need in needs)}
    if not stated:
        return {}
    others = [
        (one, _needs(one)) for one in _candidates(person_id, [need for needs in stated.values() for need in needs])
    ]
    found: dict[UUID, Memory] = {}
    for memory_id, needs in stated.items():
        opposed = [one for one, theirs in others if one.id != memory_id and are_contrary(needs, theirs)]
        if opposed:
            found[memory_id] = max(opposed, key=lambda one: one.written_at)
    return found


def _candidates(person_id: UUID, needs: Sequence[Need]) -> list[Memory]:
    """Return the person's active memories that name one of the needs, or a diet if one of the needs is a diet."""
    keys = {need.key for need in needs}
    words = {stem(need.value) for need in needs if need.key != EATS} | (EXCLUSIVE_STEMS if "diet" in keys else set())
    facts = Fact.objects.active().filter(person_id=person_id, key__in=keys)
    texts = Chunk.objects.current().filter(reduce(or_, (Q(text__icontains=word) for word in sorted(words))))
    short = texts.alias(length=Length("text")).filter(length__lte=MAX_LENGTH, person_id=person_id)
    latest = short.filter(memory__isnull=False).order_by("-id").values_list("memory_id", flat=True)[:MOST]
    ids = {*latest, *facts.values_list("memory_id", flat=True)}
    alive = Memory.objects.filter(id__in=ids, person_id=person_id, state=LifecycleState.ACTIVE)
    return list(alive.exclude(validation_status=ValidationStatus.REJECTED).select_related("current"))


def _needs(memory: Memory) -> list[Need]:
    """Return what a memory states about allergies, diets and meals; of a fact by its key."""
    if memory.current is None:
        return []
    content = memory.current.content
    if memory.is_fact:
        key = field_at(memory.key)[1]
        return [field_need(key, content.partition(": ")[2] or content)] if key in DIET_KEYS else []
    return needs_stated(content)
