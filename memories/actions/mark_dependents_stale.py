from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from memories.authority import WriteAuthority
from memories.dependencies import dependents_of
from memories.models import Memory
from memories.models.choices import Event, LifecycleState, Staleness, ValidationStatus
from workspaces import scope, sensitivity
from workspaces.models import uuid7

INVALIDATING = frozenset({Event.UPDATE, Event.DELETE, Event.TTL, Event.RESTORE})
LEAVING = frozenset({Event.DELETE, Event.TTL})
# Rows that somebody is writing just now are left to the job: waiting for them here could end in a deadlock.
MARK = """
UPDATE memories_memory SET staleness = %(staleness)s WHERE id IN (
    SELECT id FROM memories_memory WHERE workspace_id = %(workspace)s AND id = ANY(%(ids)s)
    AND staleness <> 'gone' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
"""
NOTE = """
INSERT INTO memories_dependencyreview AS standing (id, workspace_id, source_id, person_id, namespace_path, category,
    sensitivity_rank, event, stale_ids, recomputed_ids, created_at)
VALUES (%(id)s, %(workspace)s, %(source)s, %(person)s, %(path)s, %(category)s, %(rank)s, %(event)s, %(ids)s, '{}',
    %(now)s)
ON CONFLICT (workspace_id, source_id) WHERE settled_at IS NULL DO UPDATE
SET event = EXCLUDED.event, stale_ids = EXCLUDED.stale_ids, checked_at = NULL
"""


def mark_dependents_stale(memory: Memory, event: Event, authority: WriteAuthority) -> None:
    """Mark what rests on a memory that was changed or went, and leave a note for the job that looks closer.

    One query where nothing rests on it. What the memory becomes is stored already.
    """
    ids = dependents_of(memory.id)
    if not ids:
        return
    is_gone = event in LEAVING or memory.validation_status == ValidationStatus.REJECTED
    _mark(ids, Staleness.GONE if is_gone else Staleness.CHANGED)
    _note(memory, event, ids, authority)


def _mark(ids: Sequence[UUID], staleness: Staleness) -> None:
    values: dict[str, Any] = {"staleness": staleness.value, "ids": list(ids), "workspace": scope.current_workspace_id()}
    with connection.cursor() as cursor:
        cursor.execute(MARK, values)


def _note(memory: Memory, event: Event, ids: Sequence[UUID], authority: WriteAuthority) -> None:
    values = {
        "id": uuid7(),
        "workspace": scope.current_workspace_id(),
        "source": memory.id,
        "person": memory.person_id,
        "path": memory.namespace_path,
        "category": memory.category,
        "rank": sensitivity.rank(memory.sensitivity),
        "event": event.value,
        "ids": list(ids),
        "now": authority.now,
    }
    with connection.cursor() as cursor:
        cursor.execute(NOTE, values)


def invalidates_dependents(memory: Memory, event: Event, *, has_new_version: bool) -> bool:
    """Whether an event of a memory can make stale what rests on it."""
    if event == Event.UPDATE and not has_new_version:
        return memory.validation_status == ValidationStatus.REJECTED
    return event in INVALIDATING and (memory.state != LifecycleState.SUPERSEDED or event == Event.RESTORE)
