"""Memories and rows of the history that result from undoing a decision, and not from a new statement."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery

from consent.models import Decision
from consent.models.decision import Verdict
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState


def approval_undone() -> Exists:
    """A condition on forgotten memories: they went because an approval was undone, nobody forgot them. In the entered
    scope.
    """
    return _last_by_withdrawal(Event.DELETE, Event.TTL)


def put_back() -> Exists:
    """A condition on memories: their text is what a decision had replaced that was undone. In the entered scope."""
    return _last_by_withdrawal(Event.ADD, Event.UPDATE, Event.MERGE, Event.RESTORE)


def by_withdrawal() -> Exists:
    """A condition on entries of the history: they come from taking an answer back. In the entered scope."""
    return Exists(Decision.objects.filter(verdict=Verdict.WITHDRAW, id=OuterRef("decision_id")))


def undone_version() -> Exists:
    """A condition on versions of memories: an answer that had brought them was undone while they stood. In the entered
    scope."""
    return Exists(History.objects.filter(by_withdrawal(), old_version_id=OuterRef("id")))


def brought_back_anew() -> Exists:
    """A condition on entries of the history: an approval brought a forgotten memory back with another text, so that it
    neither restored nor changed what anybody knew. In the entered scope."""
    own = History.objects.filter(decision_id=OuterRef("decision_id"), memory_id=OuterRef("memory_id"))
    return Exists(own.filter(event__in=(Event.RESTORE, Event.UPDATE)).exclude(event=OuterRef("event")))


def told_by_its_change() -> Q:
    """The same: what was forgotten was brought back and changed at once, and the change tells it."""
    act = History.objects.filter(memory_id=OuterRef("memory_id"), created_at=OuterRef("created_at"))
    return Q(Exists(act.filter(event=Event.UPDATE)), event=Event.RESTORE)


def _last_by_withdrawal(*events: Event) -> Exists:
    """Whether the last of these events came from taking a decision back."""
    rows = History.objects.filter(memory_id=OuterRef(OuterRef("id")), event__in=events)
    last = Subquery(rows.order_by("-created_at", "-id").values("decision_id")[:1])
    return Exists(Decision.objects.filter(verdict=Verdict.WITHDRAW, id=last))


def is_approval_undone(memory: Memory) -> bool:
    """Whether it was forgotten because an approval was undone. In the entered scope."""
    found = Memory.objects.filter(approval_undone(), id=memory.id)
    return memory.state == LifecycleState.SOFT_DELETED and found.exists()


def undone_by(rows: Iterable[History]) -> set[UUID]:
    """The rows by which an answer was undone: nobody forgot or restored the memory itself. One query where there may be
    any. In the entered scope.
    """
    changed = {row.id: row.decision_id for row in rows if row.decision_id and row.event != Event.CONSENT}
    found = Decision.objects.filter(id__in=set(changed.values()), verdict=Verdict.WITHDRAW) if changed else None
    withdrawn = set(found.values_list("id", flat=True)) if found is not None else set()
    return {row_id for row_id, decision_id in changed.items() if decision_id in withdrawn}
