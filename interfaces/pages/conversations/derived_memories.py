"""Memories that came from the messages of a conversation, and those that its assistants saved while it ran."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db.models import Case, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Cast, Concat

from consent.models import Decision
from consent.models.decision import Verdict
from conversations.models import Turn
from interfaces.pages.texts.wording import SAID, SAID_IMPORTED
from memories.models import History, Memory, MemoryVersion, Provenance
from memories.models.choices import Event, Trust
from operations.authorship import written_by
from workspaces.actors import ActorKind

TURN = "turn:"  # before its id, in what a memory was taken from
AROUND = timedelta(minutes=10)  # before the first message and after the last


def taken_from(events: Iterable[str] | QuerySet[Turn, str], *, person_id: UUID) -> QuerySet[Provenance]:
    """What stands as these events say it, not what only an earlier version had from them, nor what the person typed."""
    taken = Provenance.objects.filter(memory__person_id=person_id, source_event__in=events)
    said = MemoryVersion.objects.filter(memory=OuterRef("memory"), content=OuterRef("memory__current__content"))
    typed = _typed(_wrote(OuterRef("memory__current_id")))
    is_current = Q(version=F("memory__current__number"))
    return taken.filter(is_current | (Exists(said.filter(number=OuterRef("version"))) & ~Exists(typed)))


def amended_from(turns: Iterable[UUID] | QuerySet[Turn, UUID]) -> QuerySet[History]:
    """The rows by which the person saved the texts of now with edits, when asked about what these messages say; each
    with the message as `asked_of`."""
    asked = Decision.objects.filter(verdict=Verdict.AMEND, proposal__evidence_turn_id__in=turns)
    decisions = asked.filter(id=OuterRef("decision_id"))
    is_current = Exists(Memory.objects.filter(id=OuterRef("memory_id"), current_id=OuterRef("new_version_id")))
    rows = History.objects.exclude(old_version_id=F("new_version_id")).filter(
        is_current, decision_id__in=asked.values("id")
    )
    return rows.annotate(asked_of=Subquery(decisions.values("proposal__evidence_turn_id")[:1]))


def made_from(turn: Turn, *, is_whole: bool) -> Q:
    """Memories taken from a message, also where the person edited what it was read to say, and episodes about it; of
    the whole conversation all that were written in it."""
    taken = taken_from(_events(turn, is_whole), person_id=turn.person_id)
    amended = amended_from(_said(turn, is_whole).values_list("id", flat=True))
    about = _about(turn, is_whole) & _written_there()
    of_it = Q(id__in=taken.values("memory_id")) | Q(id__in=amended.values("memory_id"))
    return Q(person_id=turn.person_id) & (about | of_it)


def ever_made_from(turn: Turn, *, is_whole: bool) -> Q:
    """The same, with what only an earlier text had from it, and what the person has put into other words since."""
    taken = Provenance.objects.filter(memory__person_id=turn.person_id, source_event__in=_events(turn, is_whole))
    return Q(person_id=turn.person_id) & (_about(turn, is_whole) | Q(id__in=taken.values("memory_id")))


def has_other_source(turn: Turn, *, is_whole: bool) -> Q:
    """A condition on memories that were made from a message, or from its conversation: somebody else gave the text of
    now too, or the person themselves, or another message that is kept. An answer to what was asked of it is no other
    source, nor what an assistant wrote in the conversation, nor who put an older text back."""
    same = MemoryVersion.objects.filter(memory=OuterRef("memory"), content=OuterRef("memory__current__content"))
    stands = Provenance.objects.filter(Exists(same.filter(number=OuterRef("version"))), memory_id=OuterRef("id"))
    kept = Turn.objects.kept().filter(person_id=turn.person_id).exclude(id__in=_said(turn, is_whole).values("id"))
    said = stands.filter(source_event__in=_names(kept))
    restored = Exists(History.objects.filter(new_version_id=OuterRef("id"), event=Event.RESTORE))
    given = stands.filter(Exists(same.filter(~restored, number=OuterRef("version"))))
    given = given.exclude(source_event__startswith=TURN).exclude(source_event__startswith=f"episode:{turn.session_id}")
    there = Q(memory__session_id=turn.session_id) & ~Q(source_identity__startswith=f"{ActorKind.PERSON}:")
    amended = amended_from(_said(turn, is_whole).values_list("id", flat=True)).values("memory_id")
    return Q(Exists(said)) | Q(Exists(given.exclude(there))) & ~Q(id__in=amended)


def tell_origins(memories: Iterable[Memory]) -> None:
    """Note on each where it comes from, as `origin`: one of `Trust`, or SAID, SAID_IMPORTED, STAFF, IMPORT. One query
    where any may be of the latter."""
    rows = list(memories)
    unsure = [one.id for one in rows if one.trust in (Trust.DERIVED, Trust.AGENT)]
    imported = _was_said(_names(Turn.objects.exclude(session__imported_from="")))
    origin = Case(When(imported, then=Value(SAID_IMPORTED)), When(was_said(), then=Value(SAID)), default=written_by())
    noted = Memory.objects.filter(id__in=unsure).annotate(origin=origin).values_list("id", "origin")
    found = dict(noted) if unsure else {}
    for one in rows:
        one.origin = found.get(one.id, one.trust)  # type: ignore[attr-defined]


def was_said() -> Q:
    """A condition on memories: the server read their text of now in a message of their person."""
    return _was_said()


def _was_said(events: QuerySet[Turn, str] | None = None) -> Q:
    """The same; with `events` in one of these messages."""
    taken = Provenance.objects.filter(memory_id=OuterRef("id"), version=OuterRef("current__number"))
    of_message = {"source_event__startswith": TURN} if events is None else {"source_event__in": events}
    return Q(Exists(taken.filter(**of_message)), trust=Trust.DERIVED)


def saved_by(agent_id: UUID) -> Q:
    """A condition on memories: this assistant wrote their text of now, or the person agreed to it as it asked."""
    wrote = _wrote(OuterRef("current_id"))
    agreed = Decision.objects.filter(id=OuterRef("decision_id"), proposal__agent_id=agent_id)
    asked = Exists(agreed.exclude(verdict=Verdict.AMEND))
    return Q(Exists(wrote.filter(Q(actor_kind=ActorKind.AGENT, actor_id=agent_id, decision_id=None) | asked)))


def saved_meanwhile(turns: QuerySet[Turn]) -> Q:
    """Memories whose text of now an assistant of these messages wrote around the time that they were said. One query,
    in the entered scope."""
    said = turns.order_by().aggregate(first=Min("occurred_at"), last=Max("occurred_at"))
    agents = turns.order_by().exclude(agent_id=None).values("agent_id")
    wrote = _wrote(OuterRef("current_id")).filter(actor_kind=ActorKind.AGENT, actor_id__in=agents)
    return Q(Exists(wrote.filter(created_at__range=(said["first"] - AROUND, said["last"] + AROUND))))


def _about(turn: Turn, is_whole: bool) -> Q:
    """Episodes about the message, or what was written in its conversation."""
    place = {} if is_whole else {"turn_start__lte": turn.position, "turn_end__gte": turn.position}
    return Q(session_id=turn.session_id, **place)


def _events(turn: Turn, is_whole: bool) -> QuerySet[Turn, str]:
    """The names that provenance has for the message, or for all of its conversation."""
    return _names(_said(turn, is_whole))


def _names(turns: QuerySet[Turn]) -> QuerySet[Turn, str]:
    event = Concat(Value(TURN), Cast("id", TextField()), output_field=TextField())
    return turns.annotate(event=event).values_list("event", flat=True)


def _said(turn: Turn, is_whole: bool) -> QuerySet[Turn]:
    said = Turn.objects.filter(session_id=turn.session_id).order_by()
    return said if is_whole else said.filter(id=turn.id)


def _written_there() -> Q:
    """Not what the person typed, or an older text that was put back, over what was written in the conversation."""
    wrote = _wrote(OuterRef("current_id"))
    amended = Decision.objects.filter(id=OuterRef("decision_id"), verdict=Verdict.AMEND)
    put_there = wrote.exclude(event=Event.RESTORE).exclude(Exists(amended))
    return Q(Exists(put_there)) & ~Q(Exists(_typed(wrote)))


def _wrote(version_id: OuterRef) -> QuerySet[History]:
    """The row by which a version came; later ones of it changed attributes alone."""
    return History.objects.filter(new_version_id=version_id).exclude(old_version_id=F("new_version_id"))


def _typed(wrote: QuerySet[History]) -> QuerySet[History]:
    return wrote.filter(actor_kind=ActorKind.PERSON, decision_id=None).exclude(event=Event.RESTORE)
