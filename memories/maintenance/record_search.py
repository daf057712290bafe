"""What a search leaves behind: an access note (001 §7) and an operational event (001 §14)."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.models.operational_event import Node, Operation, Status
from workspaces import scope
from workspaces.models import uuid7

NOTE = """
INSERT INTO memories_memoryaccess (id, workspace_id, memory_ids, accessed_at) SELECT %s, %s, %s, %s FROM asked
"""
EVENT = """
INSERT INTO memories_operationalevent (id, workspace_id, person_id, thread_id, node, op, status, category, sim,
    created_at) SELECT %s, %s, %s, %s, %s, %s, %s, '', %s, %s FROM asked
"""


def search_rows(
    *,
    node: Node,
    now: datetime,
    person_id: UUID | None,
    thread_id: str,
    shown: Collection[UUID],
    sim: float | None,
) -> list[tuple[str, tuple[Any, ...]]]:
    """INSERTs, each with its values, that say: these memories were shown, by a search whose best scored `sim`.

    For the caller to send together with its own, since every query waits for them, and with a SELECT called `asked`:
    they insert one row for each of its rows.
    """
    workspace_id = scope.current_workspace_id()
    event = (uuid7(), workspace_id, person_id, thread_id, node, Operation.SEARCH, Status.OK, sim, now)
    if not shown:
        return [(EVENT, event)]
    return [(NOTE, (uuid7(), workspace_id, list(shown), now)), (EVENT, event)]
