"""Direct and indirect dependents of a memory, and whether they are stale (`derived_from`, `depends_on`)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memories.models import Memory, MemoryVersion, Relation
from memories.models.choices import LifecycleState, Staleness, ValidationStatus
from memories.models.relation import DEPENDENCY_TYPES
from workspaces import scope

# A longer chain is a mistake rather than a derivation.
DEPTH = 20
DEPENDENTS = """
WITH RECURSIVE dependent (id, depth) AS (
    SELECT from_memory_id, 1 FROM memories_relation
    WHERE workspace_id = %(workspace)s AND to_memory_id = %(source)s AND relation_type = ANY(%(types)s)
    UNION
    SELECT r.from_memory_id, dependent.depth + 1 FROM dependent
    JOIN memories_relation r ON r.workspace_id = %(workspace)s AND r.to_memory_id = dependent.id
        AND r.relation_type = ANY(%(types)s)
    WHERE dependent.depth < %(most)s)
SELECT id, max(depth) AS depth FROM dependent WHERE id <> %(source)s GROUP BY id ORDER BY 2, 1
"""
# From the mildest up.
SEVERITY = (Staleness.FRESH, Staleness.CHANGED, Staleness.GONE)


def dependents_of(memory_id: UUID) -> list[UUID]:
    """Return the dependents of a memory in topological order; one query. In the entered scope."""
    with connection.cursor() as cursor:
        cursor.execute(DEPENDENTS, dependents_values(memory_id))
        return [row[0] for row in cursor.fetchall()]


def dependents_values(memory_id: UUID) -> dict[str, Any]:
    workspace_id = scope.current_workspace_id()
    return {"workspace": workspace_id, "source": memory_id, "types": list(DEPENDENCY_TYPES), "most": DEPTH}


def staleness_of(memory: Memory, *, now: datetime) -> Staleness:
    """Return the worst change of a memory's sources since its current content was written. In the entered scope.

    A merged source still supports it; one that has its former text again has not changed.
    """
    edges = Relation.objects.filter(from_memory=memory, relation_type__in=DEPENDENCY_TYPES).select_related(
        "to_memory__current"
    )
    sources = [edge.to_memory for edge in edges]
    then = versions_then(memory, sources)
    written_at = memory.current.ingested_at if memory.current else memory.created_at
    return worst(_state_of(source, then.get(source.id), written_at, now) for source in sources)


def versions_then(memory: Memory, sources: Sequence[Memory]) -> Mapping[UUID, MemoryVersion]:
    """Return the version of each source that was current when the memory's current content was written."""
    if memory.current is None:
        return {}
    rows = MemoryVersion.objects.filter(memory__in=sources, ingested_at__lte=memory.current.ingested_at)
    return {version.memory_id: version for version in rows.order_by("number")}


def worst(found: Iterable[Staleness]) -> Staleness:
    return max(found, key=SEVERITY.index, default=Staleness.FRESH)


def _state_of(source: Memory, then: MemoryVersion | None, written_at: datetime, now: datetime) -> Staleness:
    """Return a source's staleness. A memory written after its source was removed takes that into account."""
    is_refused = source.validation_status == ValidationStatus.REJECTED
    if source.state == LifecycleState.SOFT_DELETED or source.has_expired(now) or is_refused:
        return Staleness.FRESH if source.updated_at <= written_at else Staleness.GONE
    if then is not None and source.current is not None and then.content_hash != source.current.content_hash:
        return Staleness.CHANGED
    return Staleness.CHANGED if source.staleness == Staleness.OUTDATED else Staleness(source.staleness)
