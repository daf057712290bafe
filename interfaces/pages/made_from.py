"""Which memories were made from messages of a conversation."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat

from conversations.models import Turn
from memories.models import MemoryVersion, Provenance

TURN = "turn:"  # before its id, in what a memory was taken from


def taken_from(events: Iterable[str] | QuerySet[Turn, str], *, person_id: UUID) -> QuerySet[Provenance]:
    """What stands as these events say it, not what only an earlier version had from them."""
    taken = Provenance.objects.filter(memory__person_id=person_id, source_event__in=events)
    said = MemoryVersion.objects.filter(memory=OuterRef("memory"), content=OuterRef("memory__current__content"))
    return taken.filter(Exists(said.filter(number=OuterRef("version"))))


def made_from(turn: Turn, *, is_whole: bool) -> Q:
    """Memories taken from a message and episodes about it; of the whole conversation all that were written in it."""
    event = Concat(Value(TURN), Cast("id", TextField()), output_field=TextField())
    said = Turn.objects.filter(session_id=turn.session_id).order_by()
    named = (said if is_whole else said.filter(id=turn.id)).annotate(event=event).values_list("event", flat=True)
    taken = taken_from(named, person_id=turn.person_id)
    place = {} if is_whole else {"turn_start__lte": turn.position, "turn_end__gte": turn.position}
    about = Q(session_id=turn.session_id, **place)
    return Q(person_id=turn.person_id) & (about | Q(id__in=taken.values("memory_id")))
