"""Allergies, diets, illnesses and medicines that answer a search, allergies and diets first. They are found by the
fields that memories state, because the embeddings of a doctor and of penicillin are not similar."""

from collections.abc import Iterable
from uuid import UUID

from consent.changes.proposable import field_at
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from providers.statements import NEED_KEYS, own_need
from retrieval.needs.questions import requested_needs
from workspaces.models import Person

MOST_READ = 1_000  # newest notes
MOST = 20
NEEDS_CATEGORY = rf"^fact:[a-z]+\.({'|'.join(NEED_KEYS)})(:|$)"


def needs_answering(words: str, alive: MemoryQuerySet, person_id: UUID) -> list[Memory]:
    """Return the person's needs that a question asks for, each kind newest first; three queries, one where it asks for
    none. Runs in the entered scope."""
    keys = requested_needs(words, Person.objects.name_of(person_id))
    if not keys:
        return []
    own = alive.filter(person_id=person_id).order_by("-updated_at", "-id")
    facts = own.filter(key__regex=NEEDS_CATEGORY)[:MOST_READ]
    notes = own.exclude(key__startswith="fact:")[:MOST_READ]
    return dangerous_first(one for one in (*facts, *notes) if need_of(one) in keys)[:MOST]


def dangerous_first(memories: Iterable[Memory]) -> list[Memory]:
    """Sort memories that state a need before the others, otherwise in their order."""
    ranks = {key: place for place, key in enumerate(NEED_KEYS)}
    return sorted(memories, key=lambda one: ranks.get(need_of(one), len(ranks)))


def need_of(memory: Memory) -> str:
    """Return the field of the person's need that a memory states; empty for none."""
    if memory.current is None:
        return ""
    if memory.is_fact:
        key = field_at(memory.key)[1]
        return key if key in NEED_KEYS else ""
    return own_need(memory.current.content)
