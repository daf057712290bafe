"""Access counts without an update a read (001 §7): a query leaves one row, a job counts many of them."""

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
    """Add a batch of noted accesses to their memories; returns how many notes are done with, 0 when none is left.

    Waits for nobody's lock, so no write can deadlock with it: memories being written just now keep a note for next
    time. Two workers never count the same note.
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
    """Put back what belongs to memories that are there, but locked; returns how many notes that takes."""
    locked = Memory.objects.filter(id__in=shown.keys() - counted).values_list("id", flat=True)
    notes = [
        MemoryAccess(memory_ids=[memory_id] * shown[memory_id], accessed_at=last[memory_id]) for memory_id in locked
    ]
    return len(MemoryAccess.objects.bulk_create(notes))
