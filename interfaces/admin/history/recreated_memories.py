"""Writes that stored another text at the address of a forgotten memory.

They have two rows in the history. To readers they are one new memory, because the old text was not restored.
"""

from collections.abc import Container, Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from memories.models import History
from memories.models.choices import Event

REWRITTEN = "is_rewritten"  # set on each row of such a write
PAIR = (Event.RESTORE, Event.UPDATE)


def taking_up() -> Q:
    """Select the first row of such a write, which the second one covers."""
    own = History.objects.filter(memory_id=OuterRef("memory_id"), change_id=OuterRef("change_id"))
    return Q(Exists(own.filter(event=Event.UPDATE)), event=Event.RESTORE, new_version_id__isnull=True)


def note_rewrites(rows: Iterable[History], *, undone: Container[UUID]) -> None:
    """Mark these rows, of those that undid no answer; one query where there may be any. Runs in the entered scope."""
    maybe = [row for row in rows if row.event in PAIR and row.memory_id and row.id not in undone]
    changes = {row.change_id for row in maybe}
    first = History.objects.filter(taking_up(), change_id__in=changes) if changes else History.objects.none()
    taken_up = set(first.values_list("change_id", "memory_id"))
    for row in maybe:
        setattr(row, REWRITTEN, (row.change_id, row.memory_id) in taken_up)
