"""The memories around one memory, as far as the actor can see (004, "graph traversal")."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from memories import limits
from memories.models import Memory, Relation
from memories.models.choices import RelationType
from workspaces import scope
from workspaces.actors import Actor

DEPTH_DEFAULT = 2
NODES_DEFAULT = 100

# A walk visits a memory at most once per depth, so depth + 1 times the limit contains enough distinct ones; PostgreSQL
# stops when the limit is reached, near memories first.
WALK = """
WITH RECURSIVE walk(id, depth) AS (
    SELECT %s::uuid, 0
    UNION
    SELECT step.other, walk.depth + 1 FROM walk
    CROSS JOIN LATERAL (
        SELECT r.to_memory_id AS other FROM memories_relation r
        WHERE r.workspace_id = %s AND r.from_memory_id = walk.id AND r.relation_type = ANY(%s)
        UNION ALL
        SELECT r.from_memory_id FROM memories_relation r
        WHERE r.workspace_id = %s AND r.to_memory_id = walk.id AND r.relation_type = ANY(%s)
    ) AS step
    WHERE walk.depth < %s AND step.other IN ({visible})
)
SELECT id, min(depth) FROM (SELECT id, depth FROM walk LIMIT %s) AS found GROUP BY id ORDER BY 2, 1 LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Node:
    """`depth` is the number of edges from the start."""

    id: UUID
    depth: int
    title: str
    memory_type: str
    category: str


@dataclass(frozen=True, slots=True)
class Edge:
    id: UUID
    from_id: UUID
    to_id: UUID
    relation_type: str
    strength: float
    confidence: float
    detected_by: str


@dataclass(frozen=True, slots=True)
class Graph:
    """`is_cut` says that there is more than the limit shows."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    is_cut: bool


def neighbourhood(
    *,
    memory_id: UUID,
    actor: Actor,
    now: datetime,
    depth: int = DEPTH_DEFAULT,
    limit: int = NODES_DEFAULT,
    relation_types: Sequence[RelationType] = tuple(RelationType),
) -> Graph | None:
    """Return the memories within `depth` (0..5) edges of one, at most `limit` (1..500), the nearest first.

    Edges are followed both ways, through visible memories only. None when the memory itself cannot be seen. Inside the
    entered scope; four queries however large the graph.
    """
    visible = Memory.objects.visible_to(actor, now=now)
    if not visible.filter(id=memory_id).exists():
        return None
    visible = visible.surfacing()
    depth, limit = min(depth, limits.GRAPH_DEPTH), min(limit, limits.GRAPH_NODES)
    types = [str(each) for each in relation_types]
    found = _walk(memory_id, visible, depth, limit, types)
    kept = dict(found[:limit])
    edges = tuple(_edges(list(kept), types))
    return Graph(
        tuple(_nodes(kept)), edges[: limits.GRAPH_EDGES], len(found) > limit or len(edges) > limits.GRAPH_EDGES
    )


def _walk(start: UUID, seen: QuerySet[Memory], depth: int, limit: int, types: list[str]) -> list[tuple[UUID, int]]:
    visible, values = seen.values("id").query.sql_with_params()
    workspace = scope.current_workspace_id()
    before: list[Any] = [start, workspace, types, workspace, types, depth]
    with connection.cursor() as cursor:
        cursor.execute(WALK.format(visible=visible), [*before, *values, (limit + 1) * (depth + 1), limit + 1])
        return list(cursor.fetchall())


def _nodes(depths: dict[UUID, int]) -> list[Node]:
    rows = Memory.objects.filter(id__in=depths).select_related("current")
    nodes = [
        Node(row.id, depths[row.id], row.current.title if row.current else "", row.memory_type, row.category)
        for row in rows
    ]
    return sorted(nodes, key=lambda node: (node.depth, node.id))


def _edges(ids: list[UUID], types: list[str]) -> list[Edge]:
    rows = Relation.objects.filter(from_memory_id__in=ids, to_memory_id__in=ids, relation_type__in=types)
    return [
        Edge(
            row.id,
            row.from_memory_id,
            row.to_memory_id,
            row.relation_type,
            row.strength,
            row.confidence,
            row.detected_by,
        )
        for row in rows.order_by("created_at", "id")[: limits.GRAPH_EDGES + 1]
    ]
