from datetime import datetime
from uuid import UUID

from memories.models import OperationalEvent
from memories.models.operational_event import Node, Operation, Status
from workspaces import scope
from workspaces.round_trip import inserts_of


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
) -> None:
    """Note one operation in the entered scope's transaction (001 §14); all of a scope are one insert at its end.

    `sim` is the best neighbour's score where one is known, 0..1.
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
    scope.at_end(_store, event)


def _store(events: list[OperationalEvent]) -> None:
    scope.send_later(*inserts_of(events))
