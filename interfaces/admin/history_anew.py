"""Writes that took up a forgotten memory's place with another text: two rows of the history, and one new memory to
readers, for nobody brought back what it said before."""

from collections.abc import Container, Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from memories.models import History
from memories.models.choices import Event

ANEW = "is_anew"  # noted on each row of such a write
TAKEN_UP = Q(event=Event.RESTORE, new_version_id__isnull=True)
PAIR = (Event.RESTORE, Event.UPDATE)


def taking_up() -> Q:
    """A condition on rows: the first of such a write, which the second one tells as well."""
    own = History.objects.filter(memory_id=OuterRef("memory_id"), change_id=OuterRef("change_id"))
    return TAKEN_UP & Q(Exists(own.filter(event=Event.UPDATE)))


def note_anew(rows: Iterable[History], *, undone: Container[UUID]) -> None:
    """Of rows by which no answer was undone; one query where any may be one. In the entered scope."""
    maybe = [row for row in rows if row.event in PAIR and row.memory_id and row.id not in undone]
    first = History.objects.filter(TAKEN_UP, change_id__in={row.change_id for row in maybe}) if maybe else None
    taken_up = set(first.filter(taking_up()).values_list("change_id", "memory_id")) if first is not None else set()
    for row in maybe:
        setattr(row, ANEW, (row.change_id, row.memory_id) in taken_up)


def is_first(row: object) -> bool:
    """Whether a row is the first of such a write."""
    return getattr(row, ANEW, False) and getattr(row, "event", "") == Event.RESTORE
