"""The change id and the upkeep id that the triggers of `memories.models.guards` ask for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.models.choices import Trust
from memories.rows import Rows
from workspaces.actors import Actor
from workspaces.models import uuid7


@dataclass(frozen=True, slots=True)
class Change:
    """One transaction's authority to change what is remembered: opened by the gate, or for upkeep.

    `thread_id` and `session_id` say in which conversation the change was made (R20); empty where in none. `rows` writes
    what is new.
    """

    id: UUID
    actor: Actor
    now: datetime
    trust: Trust
    decision_id: UUID | None = None
    thread_id: str = ""
    session_id: UUID | None = None
    rows: Rows = field(default_factory=Rows, compare=False)


@contextmanager
def authorise(*, actor: Actor, now: datetime, trust: Trust, decision_id: UUID | None = None) -> Iterator[Change]:
    """Let this transaction change memories until the block ends. The gate's alone."""
    change = Change(uuid7(), actor, now, trust, decision_id)
    _set_local("app.change_id", str(change.id))
    yield change
    change.rows.flush()
    _set_local("app.change_id", "")


@contextmanager
def authorise_upkeep(*, actor: Actor, now: datetime) -> Iterator[Change]:
    """Let this transaction forget memories, and destroy those forgotten long enough, until the block ends (R26).

    The triggers refuse everything else: nothing can be written or changed under it.
    """
    change = Change(uuid7(), actor, now, Trust.DERIVED)
    _set_local("app.upkeep_id", str(change.id))
    yield change
    _set_local("app.upkeep_id", "")


def _set_local(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [name, value])
