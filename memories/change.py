"""The change id that the triggers of `memories.models.guards` ask for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.models.choices import Trust
from workspaces.actors import Actor
from workspaces.models import uuid7


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction's authority to change what is remembered: opened by the gate alone."""

    id: UUID
    actor: Actor
    now: datetime
    trust: Trust
    decision_id: UUID | None = None


@contextmanager
def authorise(*, actor: Actor, now: datetime, trust: Trust, decision_id: UUID | None = None) -> Iterator[Change]:
    """Let this transaction change memories until the block ends."""
    change = Change(uuid7(), actor, now, trust, decision_id)
    _set_local(str(change.id))
    yield change
    _set_local("")


def _set_local(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.change_id = %s", [value])
