"""Memories that came from the messages of a conversation, and those that its assistants saved meanwhile."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db.models import Case, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, TextField, Value, When
from django.db.models.functions import Cast, Concat

from consent.models import Decision
from consent.models.decision import Verdict
from conversations.models import Turn
from conversations.turn_events import TURN
from interfaces.pages.texts.wording import INFERRED, INFERRED_IMPORTED
from memories.models import History, Memory, MemoryVersion, Provenance
from memories.models.choices import Event, Trust
from operations.authorship import written_by
from workspaces.actors import ActorKind

AROUND = timedelta(minutes=10)  # before the first message and after the last one


def current_provenance(events: Iterable[str] | QuerySet[Turn, str], *, person_id: UUID) -> QuerySet[Provenance]:
    """Return the provenance of present texts from these events, without texts that the person typed, and without those
    of earlier versions only."""
    provenance = Provenance.objects.filter(memory__person_id=person_id, source_event__in=events)
    same_text = MemoryVersion.objects.filter(memory=OuterRef("memory"), content=OuterRef("memory__current__content"))
    typed = _typed(_wrote(OuterRef("memory__current_id")))
    is_current = Q(version=F("memory__current__number"))
    return provenance.filter(is_current | (Exists(same_text.filter(number=OuterRef("version"))) & ~Exists(typed)))


def amended_from(turns: Iterable[UUID] | QuerySet[Turn, UUID]) -> QuerySet[History]:
    """Return the history rows with which the person saved present texts with edits, when asked about these messages;
    annotated with the message as `evidence_turn_id`."""
    amendments = Decision.objects.filter(verdict=Verdict.AMEND, proposal__evidence_turn_id__in=turns)
    decisions = amendments.filter(id=OuterRef("decision_id"))
    is_current = Exists(Memory.objects.filter(id=OuterRef("memory_id"), current_id=OuterRef("new_version_id")))
    rows = History.objects.exclude(old_version_id=F("new_version_id")).filter(
        is_current, decision_id__in=amendments.values("id")
    )
    return rows.annotate(evidence_turn_id=Subquery(decisions.values("proposal__evidence_turn_id")[:1]))


def derived_from(turn: Turn, *, is_whole: bool) -> Q:
    """Select memories from a message, also ones that the person edited, and episodes about it; for the whole
    conversation, all that were written in it."""
    provenance = current_provenance(_events(turn, is_whole), person_id=turn.person_id)
    amended = amended_from(_turns(turn, is_whole).values_list("id", flat=True))
    about = _about(turn, is_whole) & _written_in_conversation()
    from_message = Q(id__in=provenance.values("memory_id")) | Q(id__in=amended.values("memory_id"))
    return Q(person_id=turn.person_id) & (about | from_message)


def ever_derived_from(turn: Turn, *, is_whole: bool) -> Q:
    """The same, with memories whose earlier text came from it, and those that the person reworded since."""
    provenance = Provenance.objects.filter(memory__person_id=turn.person_id, source_event__in=_events(turn, is_whole))
    return Q(person_id=turn.person_id) & (_about(turn, is_whole) | Q(id__in=provenance.values("memory_id")))


def has_other_source(turn: Turn, *, is_whole: bool) -> Q:
    """Return a condition on memories made from a message or its conversation: their current text has another source.

    That is another person's or agent's write, the person's own, or another message that still exists. An answer to a
    request of this conversation, an assistant's write in it, and a restored earlier text are no other source.
    """
    same = MemoryVersion.objects.filter(memory=OuterRef("memory"), content=OuterRef("memory__current__content"))
    sources = Provenance.objects.filter(Exists(same.filter(number=OuterRef("version"))), memory_id=OuterRef("id"))
    deleted = _turns(turn, is_whole)
    other_turns = Turn.objects.not_deleted().filter(person_id=turn.person_id).exclude(id__in=deleted.values("id"))
    from_turns = sources.filter(source_event__in=_names(other_turns))
    restored = Exists(History.objects.filter(new_version_id=OuterRef("id"), event=Event.RESTORE))
    written = sources.filter(Exists(same.filter(~restored, number=OuterRef("version"))))
    written = written.exclude(source_event__startswith=TURN)
    written = written.exclude(source_event__startswith=f"episode:{turn.session_id}")
    here = Q(memory__session_id=turn.session_id) & ~Q(source_identity__startswith=f"{ActorKind.PERSON}:")
    amended = amended_from(deleted.values_list("id", flat=True)).values("memory_id")
    return Q(Exists(from_turns)) | Q(Exists(written.exclude(here))) & ~Q(id__in=amended)


def note_origins(memories: Iterable[Memory]) -> None:
    """Set `origin` of each memory: one of `Trust`, or INFERRED, INFERRED_IMPORTED, STAFF, IMPORT. One query where any
    may be one of the latter."""
    rows = list(memories)
    unsure = [one.id for one in rows if one.trust in (Trust.DERIVED, Trust.AGENT)]
    turns = Turn.objects.filter(person_id__in={one.person_id for one in rows})
    imported = When(is_inferred(_names(turns.exclude(session__imported_from=""))), then=Value(INFERRED_IMPORTED))
    origin = Case(imported, When(is_inferred(), then=Value(INFERRED)), default=written_by())
    noted = Memory.objects.filter(id__in=unsure).annotate(origin=origin).values_list("id", "origin")
    found = dict(noted) if unsure else {}
    for one in rows:
        one.origin = found.get(one.id, one.trust)  # type: ignore[attr-defined]


def is_inferred(events: QuerySet[Turn, str] | None = None) -> Q:
    """Select memories whose present text the server read in a message of their person; with `events`, in one of
    these."""
    provenance = Provenance.objects.filter(memory_id=OuterRef("id"), version=OuterRef("current__number"))
    of_message = {"source_event__startswith": TURN} if events is None else {"source_event__in": events}
    return Q(Exists(provenance.filter(**of_message)), trust=Trust.DERIVED)


def saved_by_agent(agent_id: UUID) -> Q:
    """Select memories whose present text this assistant wrote, or requested with the person's approval."""
    wrote = _wrote(OuterRef("current_id"))
    decisions_of = Decision.objects.filter(id=OuterRef("decision_id"), proposal__agent_id=agent_id)
    approved = Exists(decisions_of.exclude(verdict=Verdict.AMEND))
    return Q(Exists(wrote.filter(Q(actor_kind=ActorKind.AGENT, actor_id=agent_id, decision_id=None) | approved)))


def saved_meanwhile(turns: QuerySet[Turn]) -> Q:
    """Select memories whose present text an assistant of these messages wrote around their time. One query; runs in the
    entered scope."""
    span = turns.order_by().aggregate(first=Min("occurred_at"), last=Max("occurred_at"))
    agents = turns.order_by().exclude(agent_id=None).values("agent_id")
    wrote = _wrote(OuterRef("current_id")).filter(actor_kind=ActorKind.AGENT, actor_id__in=agents)
    return Q(Exists(wrote.filter(created_at__range=(span["first"] - AROUND, span["last"] + AROUND))))


def _about(turn: Turn, is_whole: bool) -> Q:
    """Select episodes about the message, or all that was written in its conversation."""
    place = {} if is_whole else {"turn_start__lte": turn.position, "turn_end__gte": turn.position}
    return Q(session_id=turn.session_id, **place)


def _events(turn: Turn, is_whole: bool) -> QuerySet[Turn, str]:
    """Return the source events of the message, or of all messages of its conversation."""
    return _names(_turns(turn, is_whole))


def _names(turns: QuerySet[Turn]) -> QuerySet[Turn, str]:
    event = Concat(Value(TURN), Cast("id", TextField()), output_field=TextField())
    return turns.annotate(event=event).values_list("event", flat=True)


def _turns(turn: Turn, is_whole: bool) -> QuerySet[Turn]:
    turns = Turn.objects.filter(session_id=turn.session_id).order_by()
    return turns if is_whole else turns.filter(id=turn.id)


def _written_in_conversation() -> Q:
    """Leave out texts that the person typed or restored over one that was written in the conversation."""
    wrote = _wrote(OuterRef("current_id"))
    amended = Decision.objects.filter(id=OuterRef("decision_id"), verdict=Verdict.AMEND)
    written = wrote.exclude(event=Event.RESTORE).exclude(Exists(amended))
    return Q(Exists(written)) & ~Q(Exists(_typed(wrote)))


def _wrote(version_id: OuterRef) -> QuerySet[History]:
    """Select the history row that wrote a version; later rows of a version changed only attributes."""
    return History.objects.filter(new_version_id=version_id).exclude(old_version_id=F("new_version_id"))


def _typed(wrote: QuerySet[History]) -> QuerySet[History]:
    return wrote.filter(actor_kind=ActorKind.PERSON, decision_id=None).exclude(event=Event.RESTORE)
