"""Counts accesses without an update for each read (001 §7): a query inserts one row, a job counts many of them."""

from collections import Counter
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.models import Memory, MemoryAccess
from workspaces import scope

BATCH = 1_000
ADD = """
UPDATE memories_memory AS memory
SET access_count = memory.access_count + shown.times, last_accessed_at = greatest(memory.last_accessed_at, shown.last)
FROM unnest(%s::uuid[], %s::int[], %s::timestamptz[]) AS shown (id, times, last)
WHERE memory.id = shown.id
"""


def count_accesses(*, workspace_id: UUID) -> int:
    """Add a batch of noted accesses to their memories; return the number of notes done, 0 when none is left.

    It waits for no lock, so it cannot deadlock with a write: locked memories keep a note for the next run. Two workers
    never count the same note.
    """
    with scope.enter(workspace_id):
        notes = list(MemoryAccess.objects.select_for_update(skip_locked=True).order_by("id")[:BATCH])
        MemoryAccess.objects.filter(id__in=[note.id for note in notes]).delete()
        shown = Counter(memory_id for note in notes for memory_id in note.memory_ids)
        last = {memory_id: note.accessed_at for note in notes for memory_id in note.memory_ids}
        counted = _add(shown, last)
        return max(0, len(notes) - _postpone(shown, last, counted))


def _add(shown: Counter[UUID], last: dict[UUID, datetime]) -> set[UUID]:
    free = Memory.objects.select_for_update(skip_locked=True, no_key=True).filter(id__in=shown)
    ids = list(free.values_list("id", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(ADD, [ids, [shown[one] for one in ids], [last[one] for one in ids]])
    return set(ids)


def _postpone(shown: Counter[UUID], last: dict[UUID, datetime], counted: set[UUID]) -> int:
    """Store the accesses of locked memories again; return the number of notes."""
    locked = Memory.objects.filter(id__in=shown.keys() - counted).values_list("id", flat=True)
    notes = [
        MemoryAccess(memory_ids=[memory_id] * shown[memory_id], accessed_at=last[memory_id]) for memory_id in locked
    ]
    return len(MemoryAccess.objects.bulk_create(notes))
