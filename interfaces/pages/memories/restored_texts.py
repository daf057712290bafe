"""Memories whose text an undone answer restored: since when they say it."""

from collections.abc import Container, Iterable, Mapping
from typing import Any

from django.db.models import F, Min

from consent.proposals.undone_decisions import restored_by_undo
from memories.models import Memory, MemoryVersion
from memories.models.choices import Event

WRITING = (Event.ADD, Event.UPDATE, Event.MERGE, Event.RESTORE)
LEAST_VERSIONS = 3  # what stood, what took its place, and the first again


def note_restored_since(memories: Iterable[Memory]) -> None:
    """Note on each whose text was put back, as `said_at`, when it was first written; one query where any may be. In the
    entered scope."""
    changed = {one.id: one for one in memories if one.version >= LEAST_VERSIONS}
    if not changed:
        return
    rows = MemoryVersion.objects.filter(memory__in=Memory.objects.filter(restored_by_undo(), id__in=changed))
    same = rows.filter(content=F("memory__current__content")).order_by().values_list("memory_id")
    for memory_id, said_at in same.annotate(Min("ingested_at")):
        changed[memory_id].said_at = said_at


def restored_in(export: Mapping[str, Any], undoing: Container[str]) -> set[str]:
    """The ids of an export's memories whose text was put back; `undoing` are the decisions that undid another."""
    rows = [row for row in export.get("history", []) if row["event"] in WRITING]
    last = {row["memory_id"]: row["decision_id"] for row in sorted(rows, key=lambda row: row["created_at"])}
    return {memory_id for memory_id, decision_id in last.items() if decision_id and decision_id in undoing}
