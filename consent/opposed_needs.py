"""Which memories say the contrary of a person's allergy or diet: named beside it, as two that stand side by side may
harm whoever believes the wrong one. Nothing is removed or marked."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Length

from consent.changes.base import field_at
from memories.models import Chunk, Fact, Memory
from memories.models.choices import LifecycleState, ValidationStatus
from providers.statements import DIET_KEYS, normalize_value, sensitive, states_need

# A text that states one need is short; so many are read, the latest.
CHARACTERS, MOST = 200, 20
# How texts name diets, in the languages that the gate reads.
DIETS: Final = ("vegan", "vegetari", "vegetali", "pescatari")


class Need(NamedTuple):
    key: str
    value: str
    is_denied: bool


def opposed_needs(memories: Iterable[Memory], person_id: UUID | None) -> Mapping[UUID, Memory]:
    """The latest memory that says the contrary of each: that the person has no such allergy, or another diet. Three
    queries where any states a need, none else. In the entered scope.
    """
    if person_id is None:
        return {}
    stated = {one.id: needs for one in memories if one.person_id == person_id and (needs := _needs(one))}
    if not stated:
        return {}
    others = [(one, _needs(one)) for one in _telling(person_id, [need for needs in stated.values() for need in needs])]
    found: dict[UUID, Memory] = {}
    for memory_id, needs in stated.items():
        opposed = [one for one, theirs in others if one.id != memory_id and _is_opposed(needs, theirs)]
        if opposed:
            found[memory_id] = max(opposed, key=lambda one: one.written_at)
    return found


def _telling(person_id: UUID, needs: Sequence[Need]) -> list[Memory]:
    """The person's memories in force that name one of the needs, or that tell of a diet where one of them does."""
    keys = {need.key for need in needs}
    words = {need.value for need in needs} | ({*DIETS} if "diet" in keys else set())
    facts = Fact.objects.active().filter(person_id=person_id, key__in=keys)
    texts = Chunk.objects.current().filter(reduce(or_, (Q(text__icontains=word) for word in sorted(words))))
    short = texts.alias(length=Length("text")).filter(length__lte=CHARACTERS, person_id=person_id)
    latest = short.filter(memory__isnull=False).order_by("-id").values_list("memory_id", flat=True)[:MOST]
    ids = {*latest, *facts.values_list("memory_id", flat=True)}
    alive = Memory.objects.filter(id__in=ids, person_id=person_id, state=LifecycleState.ACTIVE)
    return list(alive.exclude(validation_status=ValidationStatus.REJECTED).select_related("current"))


def _needs(memory: Memory) -> list[Need]:
    """What a memory says of allergies and diets, a field by its name."""
    if memory.current is None:
        return []
    content = memory.current.content
    if memory.is_fact:
        key = field_at(memory.key)[1]
        return [Need(key, normalize_value(content.partition(": ")[2] or content), False)] if key in DIET_KEYS else []
    found = sensitive(content, keys=DIET_KEYS) if len(content) <= CHARACTERS and states_need(content) else []
    return [Need(one.key, normalize_value(one.value), one.negated) for one in found]


def _is_opposed(needs: Sequence[Need], theirs: Sequence[Need]) -> bool:
    return any(_are_opposed(one, other) for one in needs for other in theirs if one.key == other.key)


def _are_opposed(one: Need, other: Need) -> bool:
    """The same denied, or two diets at once."""
    if one.is_denied != other.is_denied:
        return one.value in other.value or other.value in one.value
    is_other_diet = one.value not in other.value and other.value not in one.value
    return one.key == "diet" and not one.is_denied and is_other_diet
