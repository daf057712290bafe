"""The audit trail as events in a stable order: writes, decisions, configuration, exports and reads.

No event contains content such as texts, questions and values. A reader continues from the `cursor` of its last event:
no event is repeated or missed. Writes appear when they are sealed, about a minute later, in the order of their seals;
reads when they are SETTLED.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Self
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet

from memories.models import SealEntry
from memories.models.choices import Event
from retrieval.models import RetrievalEvent
from workspaces import scope

BATCH = 500
# After so long a request has stored its receipt or failed.
SETTLED = timedelta(minutes=2)
NONE_READ = UUID(int=0)


class Kind(StrEnum):
    """The kind of an event: memories, answers to questions, access, rules and people, exports, queries."""

    WRITE = "write"
    CONSENT = "consent"
    ACCESS = "access"
    SETUP = "setup"
    EXPORT = "export"
    READ = "read"


KINDS: dict[str, Kind] = {
    **dict.fromkeys(Event.values, Kind.WRITE),
    Event.CONSENT: Kind.CONSENT,
    Event.ACCESS: Kind.ACCESS,
    Event.RULE: Kind.SETUP,
    Event.PERSON: Kind.SETUP,
    Event.EXPORT: Kind.EXPORT,
}


class InvalidCursor(ValueError):
    """Not the cursor of an event."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last seal, the position under it, and the last read; `12.3.01a1fda9...`, empty at the beginning."""

    seq: int = 0
    position: int = 0
    read: UUID = NONE_READ

    def __str__(self) -> str:
        return f"{self.seq}.{self.position}.{self.read.hex}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises InvalidCursor."""
        if not text:
            return cls()
        try:
            seq, position, read = text.split(".")
            found = cls(int(seq), int(position), UUID(hex=read))
        except ValueError as error:
            raise InvalidCursor("That is no cursor of this audit trail.") from error
        if str(found) != text or max(found.seq, found.position) >= 2**31:
            raise InvalidCursor("That is no cursor of this audit trail.")
        return found


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Selects events of these kinds (none: all), from `since` to before `until`."""

    kinds: Sequence[Kind] = ()
    since: datetime | None = None
    until: datetime | None = None

    def includes(self, kind: Kind) -> bool:
        return not self.kinds or kind in self.kinds

    def times(self, column: str) -> Q:
        found = Q(**{f"{column}__gte": self.since}) if self.since else Q()
        return found & Q(**{f"{column}__lt": self.until}) if self.until else found


def audit_events(
    wanted: AuditFilter, *, workspace_id: UUID, after: Cursor, now: datetime, limit: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the workspace's events after a cursor: sealed writes first, then reads. Each batch has its own scope."""
    place, left = after, limit
    for read_next in (_writes, _reads):
        while left is None or left > 0:
            size = BATCH if left is None else min(BATCH, left)
            with scope.enter(workspace_id):
                found = read_next(wanted, place, now, size)
            for place, event in found:
                yield event | {"cursor": str(place), "workspace_id": workspace_id}
            left = None if left is None else left - len(found)
            if len(found) < size:
                break


def line_of(event: Mapping[str, Any]) -> bytes:
    """An event as one line of JSON."""
    return json.dumps(event, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _writes(wanted: AuditFilter, after: Cursor, now: datetime, size: int) -> list[tuple[Cursor, dict[str, Any]]]:
    events = [event for event, kind in KINDS.items() if wanted.includes(kind)]
    if not events:
        return []
    rows: QuerySet[SealEntry] = SealEntry.objects.select_related("seal", "history").filter(
        Q(seal__seq__gt=after.seq) | Q(seal__seq=after.seq, position__gt=after.position),
        wanted.times("history__created_at"),
        history__event__in=events,
    )
    return [
        (Cursor(row.seal.seq, row.position, after.read), _write(row))
        for row in rows.order_by("seal__seq", "position")[:size]
    ]


def _write(entry: SealEntry) -> dict[str, Any]:
    row = entry.history
    return {
        "kind": KINDS[row.event],
        "event": row.event,
        "id": row.id,
        "at": row.created_at,
        "actor": {"kind": row.actor_kind, "id": row.actor_id, "label": row.actor_label, "key_id": row.key_id},
        "user_id": row.person_id,
        "memory_id": row.memory_id,
        "namespace": row.namespace_path,
        "category": row.category,
        "decision_id": row.decision_id,
        "details": row.meta,
        "seal": {"seq": entry.seal.seq, "position": entry.position, "leaf_hash": entry.leaf_hash},
    }


def _reads(wanted: AuditFilter, after: Cursor, now: datetime, size: int) -> list[tuple[Cursor, dict[str, Any]]]:
    if not wanted.includes(Kind.READ):
        return []
    rows = RetrievalEvent.objects.filter(
        wanted.times("created_at"), id__gt=after.read, created_at__lte=now - SETTLED
    ).defer("query", "filters", "policy", "results", "timings", "packed")
    return [(Cursor(after.seq, after.position, row.id), _read(row)) for row in rows.order_by("id")[:size]]


def _read(row: RetrievalEvent) -> dict[str, Any]:
    return {
        "kind": Kind.READ,
        "event": "READ",
        "id": row.id,
        "at": row.created_at,
        "actor": {"kind": row.actor_label.partition(":")[0], "id": row.agent_id, "label": row.actor_label},
        "user_id": row.person_id,
        "namespace": row.scope,
        "purpose": row.purpose,
        "memory_ids": row.returned_memory_ids,
        "artifact_ids": row.returned_artifact_ids,
        "withheld": row.withheld,
    }
