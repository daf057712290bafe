"""Where a memory comes from: who told it, and the sentence of conversation that it was taken from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from conversations.models import Turn
from interfaces.pages import wording
from interfaces.pages.conversation import Said, quoted, turns_around
from memories.models import Memory, Provenance
from workspaces.actors import Actor

MOST = 10
TURN = "turn:"
OWN = ("change:", TURN)


@dataclass(frozen=True, slots=True)
class Origin:
    """One telling: `said` is its place in a conversation, empty when there is none or it may not be shown.

    `event` is a source's own name for what it sent.
    """

    who: str
    version: int | None
    at: datetime
    event: str
    said: Sequence[Said]


def origins_of(memory: Memory, *, actor: Actor, now: datetime) -> list[Origin]:
    """The latest tellings, newest first; three queries. In the entered scope."""
    rows = list(Provenance.objects.filter(memory=memory).order_by("-created_at", "-id")[:MOST])
    turns = turns_around(_turn_ids(rows), actor, now)
    statement = memory.current.content if memory.current else ""
    return _telling([_origin(row, turns.get(_turn_id(row), []), statement) for row in rows])


def _origin(row: Provenance, turns: Sequence[Turn], statement: str) -> Origin:
    event = "" if row.source_event.startswith(OWN) else row.source_event
    said = quoted(turns, _turn_id(row), statement)
    return Origin(wording.writer(row.source_identity), row.version, row.created_at, event, said)


def _telling(origins: Sequence[Origin]) -> list[Origin]:
    """Those that tell something, and of the others one for each version that none tells of."""
    kept = [origin for origin in origins if origin.said or origin.event]
    known = {(origin.who, origin.version) for origin in kept}
    for origin in origins:
        if (origin.who, origin.version) not in known:
            kept.append(origin)
            known.add((origin.who, origin.version))
    return sorted(kept, key=lambda origin: origin.at, reverse=True)


def _turn_ids(rows: Sequence[Provenance]) -> list[UUID]:
    return [turn_id for turn_id in map(_turn_id, rows) if turn_id]


def _turn_id(row: Provenance) -> UUID | None:
    return UUID(row.source_event.removeprefix(TURN)) if row.source_event.startswith(TURN) else None
