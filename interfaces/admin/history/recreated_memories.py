"""Writes that stored another text at the address of a forgotten memory.

They leave two rows in the history. To readers they are one new memory, since nobody restored the old text.
"""

from collections.abc import Container, Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from memories.models import History
from memories.models.choices import Event

ANEW = "is_anew"  # noted on each row of such a write
PAIR = (Event.RESTORE, Event.UPDATE)


def taking_up() -> Q:
    """A condition on rows: the first of such a write, which the second one tells as well."""
    own = History.objects.filter(memory_id=OuterRef("memory_id"), change_id=OuterRef("change_id"))
    return Q(Exists(own.filter(event=Event.UPDATE)), event=Event.RESTORE, new_version_id__isnull=True)


def note_anew(rows: Iterable[History], *, undone: Container[UUID]) -> None:
    """Of rows by which no answer was undone; one query where any may be one. In the entered scope."""
    maybe = [row for row in rows if row.event in PAIR and row.memory_id and row.id not in undone]
    changes = {row.change_id for row in maybe}
    first = History.objects.filter(taking_up(), change_id__in=changes) if changes else History.objects.none()
    taken_up = set(first.values_list("change_id", "memory_id"))
    for row in maybe:
        setattr(row, ANEW, (row.change_id, row.memory_id) in taken_up)
