"""The values of a field with several that took the place of one another: each is a memory of its own."""

from collections.abc import Sequence

from django.db.models import QuerySet

from interfaces.pages.entries import Entry
from memories.models import Memory
from memories.models.choices import Event, LifecycleState
from memories.models.history import HistoryQuerySet


def replaced_by(memory: Memory, entries: Sequence[Entry], memories: QuerySet[Memory]) -> Memory | None:
    """The one for which it was forgotten, if the person may see it; the entries are newest first."""
    if not memory.is_fact or memory.state != LifecycleState.SOFT_DELETED:
        return None
    forgotten = next((entry for entry in entries if entry.row.event == Event.DELETE), None)
    return memories.filter(id=forgotten.row.meta.get("replaced_by")).first() if forgotten else None


def instead_of(memory: Memory, history: HistoryQuerySet, memories: QuerySet[Memory]) -> Sequence[Memory]:
    """Those that were forgotten for it and still are."""
    if not memory.is_fact:
        return []
    replaced = history.filter(person_id=memory.person_id, event=Event.DELETE, meta__replaced_by=str(memory.id)).values(
        "memory_id"
    )
    return list(memories.filter(id__in=replaced, state=LifecycleState.SOFT_DELETED).order_by("-updated_at"))
