"""The names of turns as events that memories come from: `turn:<id>` (`Provenance.source_event`)."""

from typing import Final
from uuid import UUID

TURN: Final = "turn:"


def event_of(turn_id: UUID) -> str:
    return f"{TURN}{turn_id}"


def turn_id_of(event: str) -> UUID | None:
    """Return the id of the turn that an event names; None for any other event, also one that an agent named alike."""
    try:
        return UUID(event.removeprefix(TURN)) if event.startswith(TURN) else None
    except ValueError:
        return None
