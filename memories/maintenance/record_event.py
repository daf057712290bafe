"""Operational events (001 §14), and the access note that a search adds to its own (001 §7)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError

from memories.authority import InsertBuffer
from memories.models import OperationalEvent
from memories.models.operational_event import Node, Operation, Status
from workspaces import replicas, scope
from workspaces.models import Person, uuid7
from workspaces.round_trip import inserts_of

NOTE = """
INSERT INTO memories_memoryaccess (id, workspace_id, memory_ids, accessed_at) SELECT %s, %s, %s, %s FROM asked
"""
EVENT = """
INSERT INTO memories_operationalevent (id, workspace_id, person_id, thread_id, node, op, status, category, sim,
    created_at) SELECT %s, %s, %s, %s, %s, %s, %s, '', %s, %s FROM asked
"""


def record_event(
    *,
    node: Node,
    op: Operation,
    now: datetime,
    status: Status = Status.OK,
    person_id: UUID | None = None,
    thread_id: str = "",
    memory_id: UUID | None = None,
    category: str = "",
    sim: float | None = None,
    inserts: InsertBuffer | None = None,
) -> None:
    """Record one operation in the entered scope's transaction (001 §14); a scope's events are one insert at its end.

    `sim` is the best neighbour's score if known, 0..1. With `inserts` it is written with other new rows.
    """
    event = OperationalEvent(
        person_id=person_id,
        thread_id=thread_id,
        node=node,
        op=op,
        status=status,
        memory_id=memory_id,
        category=category,
        sim=sim,
        created_at=now,
    )
    if inserts is None:
        scope.at_end(_store, event)
    else:
        inserts.add([event])


@contextmanager
def noted_failure(
    node: Node, op: Operation, *, workspace_id: UUID, now: datetime, person_id: UUID | None = None
) -> Iterator[None]:
    """Record an operation that fails by an error of the server with status `error`, in its own transaction.

    If the database itself fails, nothing can be recorded; an operation that is retried has not failed.
    """
    try:
        yield
    except (DatabaseError, scope.Disproved):
        raise
    except Exception:
        with suppress(DatabaseError), replicas.on_primary(), scope.enter(workspace_id):
            if person_id is None or Person.objects.hold([person_id]):  # not if the person is being erased
                record_event(node=node, op=op, status=Status.ERROR, now=now, person_id=person_id)
        raise


def search_rows(
    *,
    node: Node,
    now: datetime,
    person_id: UUID | None,
    thread_id: str,
    shown: Collection[UUID],
    sim: float | None,
) -> list[tuple[str, tuple[Any, ...]]]:
    """Return INSERTs that record which memories a search has shown, and the score `sim` of its best.

    The caller sends them with its own statement, to save a round trip; it defines a CTE called `asked`, and each INSERT
    adds a row for each of its rows.
    """
    workspace_id = scope.current_workspace_id()
    event = (uuid7(), workspace_id, person_id, thread_id, node, Operation.SEARCH, Status.OK, sim, now)
    if not shown:
        return [(EVENT, event)]
    return [(NOTE, (uuid7(), workspace_id, list(shown), now)), (EVENT, event)]


def _store(events: list[OperationalEvent]) -> None:
    scope.send_later(*inserts_of(events))
