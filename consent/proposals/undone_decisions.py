"""Conditions for memories and history rows that result from undoing a decision, not from a new statement."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery

from consent.models import Decision
from consent.models.decision import Verdict
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState


def approval_undone() -> Exists:
    """Return a condition on forgotten memories: they were removed by undoing an approval. In the entered scope."""
    return _last_caused_by_undo(Event.DELETE, Event.TTL)


def restored_by_undo() -> Exists:
    """Return a condition on memories: undoing a decision restored their text. In the entered scope."""
    return _last_caused_by_undo(Event.ADD, Event.UPDATE, Event.MERGE, Event.RESTORE)


def caused_by_undo() -> Exists:
    """Return a condition on history rows: they come from undoing an answer. In the entered scope."""
    return Exists(Decision.objects.filter(verdict=Verdict.WITHDRAW, id=OuterRef("decision_id")))


def undone_version() -> Exists:
    """Return a condition on versions: they were current when the answer that made them was undone. In the entered
    scope."""
    return Exists(History.objects.filter(caused_by_undo(), old_version_id=OuterRef("id")))


def revived_with_new_text() -> Exists:
    """Return a condition on history rows: an approval revived a forgotten memory with another text, which is neither a
    restore nor an update for readers. In the entered scope."""
    own = History.objects.filter(decision_id=OuterRef("decision_id"), memory_id=OuterRef("memory_id"))
    return Exists(own.filter(event__in=(Event.RESTORE, Event.UPDATE)).exclude(event=OuterRef("event")))


def is_covered_by_update() -> Q:
    """Return a condition on the restore rows of such revivals, which the update row of the same time covers."""
    act = History.objects.filter(memory_id=OuterRef("memory_id"), created_at=OuterRef("created_at"))
    return Q(Exists(act.filter(event=Event.UPDATE)), event=Event.RESTORE)


def _last_caused_by_undo(*events: Event) -> Exists:
    """Return a condition on memories: the last of these events came from undoing a decision."""
    rows = History.objects.filter(memory_id=OuterRef(OuterRef("id")), event__in=events)
    last = Subquery(rows.order_by("-created_at", "-id").values("decision_id")[:1])
    return Exists(Decision.objects.filter(verdict=Verdict.WITHDRAW, id=last))


def is_approval_undone(memory: Memory) -> bool:
    """Whether it was forgotten because an approval was undone. In the entered scope."""
    found = Memory.objects.filter(approval_undone(), id=memory.id)
    return memory.state == LifecycleState.SOFT_DELETED and found.exists()


def undone_by(rows: Iterable[History]) -> set[UUID]:
    """Return the ids of the rows by which an answer was undone. One query if there may be any. In the entered scope."""
    changed = {row.id: row.decision_id for row in rows if row.decision_id and row.event != Event.CONSENT}
    found = Decision.objects.filter(id__in=set(changed.values()), verdict=Verdict.WITHDRAW) if changed else None
    withdrawn = set(found.values_list("id", flat=True)) if found is not None else set()
    return {row_id for row_id, decision_id in changed.items() if decision_id in withdrawn}
