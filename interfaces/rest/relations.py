from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from django.db.models import Q
from pydantic import BaseModel, Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import LinkMemories, UnlinkMemories
from consent.outcomes import Applied
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import Circumstances, ForgetQuery
from interfaces.rest.memories.views import visible_memory
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import Input, Unit
from interfaces.rest.problems import NotFound
from interfaces.rest.views import RestView, answer
from memories import graph, limits
from memories.graph import neighbourhood
from memories.models import Relation
from memories.models.choices import RelationType

RelationTypeName = Literal[
    "related_to", "mentions", "links_to", "blocks", "duplicates", "closes", "depends_on", "derived_from", "supersedes"
]
DetectorName = Literal["regex", "llm", "manual", "similarity"]


class NewRelation(Circumstances):
    """An edge from one memory to another (001 §2, 004)."""

    from_id: UUID
    to_id: UUID
    relation_type: RelationTypeName = "related_to"
    strength: Unit = 1.0

    @model_validator(mode="after")
    def _of_two(self) -> Self:
        if self.from_id == self.to_id:
            raise ValueError("A memory is not linked to itself.")
        return self


class RelationQuery(PageQuery):
    """Which edges to list."""

    memory_id: UUID | None = Field(default=None, description="Edges that begin or end at this memory.")
    from_id: UUID | None = None
    to_id: UUID | None = None
    relation_type: RelationTypeName | None = None
    detected_by: DetectorName | None = None


class MemoryRelationQuery(PageQuery):
    """Which edges of a memory to list."""

    direction: Literal["outbound", "inbound", "both"] = "both"
    relation_type: RelationTypeName | None = None
    detected_by: DetectorName | None = None


class RelationOut(BaseModel):
    """One edge. `strength` and `confidence` are 0..1; `related_to` has no direction."""

    id: UUID
    from_id: UUID
    to_id: UUID
    relation_type: RelationTypeName
    strength: float
    confidence: float
    detected_by: DetectorName
    created_at: datetime


class RelationPage(Page[RelationOut]):
    pass


class GraphQuery(Input):
    """How far to walk from a memory."""

    depth: Annotated[int, Field(ge=0, le=limits.GRAPH_DEPTH, description="Edges away.")] = graph.DEPTH_DEFAULT
    limit: Annotated[int, Field(ge=1, le=limits.GRAPH_NODES, description="Memories, the nearest first.")] = (
        graph.NODES_DEFAULT
    )
    relation_type: RelationTypeName | list[RelationTypeName] | None = None

    @property
    def relation_types(self) -> list[str]:
        return [self.relation_type] if isinstance(self.relation_type, str) else list(self.relation_type or [])


class GraphNode(BaseModel):
    """A memory; `depth` is its distance from the start in edges."""

    id: UUID
    depth: int
    title: str
    memory_type: str
    category: str


class GraphEdge(BaseModel):
    """An edge between two of the nodes."""

    id: UUID
    from_id: UUID
    to_id: UUID
    relation_type: RelationTypeName
    strength: float
    confidence: float
    detected_by: DetectorName


class GraphOut(BaseModel):
    """`is_cut`: there is more than the limits show."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    is_cut: bool


def relation_out(row: Relation) -> RelationOut:
    copied = ("id", "relation_type", "strength", "confidence", "detected_by", "created_at")
    return RelationOut(
        **{name: getattr(row, name) for name in copied}, from_id=row.from_memory_id, to_id=row.to_memory_id
    )


def graph_out(found: graph.Graph) -> GraphOut:
    return GraphOut(
        nodes=[GraphNode(**{name: getattr(node, name) for name in GraphNode.model_fields}) for node in found.nodes],
        edges=[GraphEdge(**{name: getattr(edge, name) for name in GraphEdge.model_fields}) for edge in found.edges],
        is_cut=found.is_cut,
    )


TAG = "relations"
DIRECTIONS = {"outbound": "from_memory_id", "inbound": "to_memory_id"}


class Relations(RestView):
    @documented(
        "Link two memories",
        operation="link_memories",
        tag=TAG,
        body=NewRelation,
        answers={200: RelationOut, 201: RelationOut, 202: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(NewRelation)
        change = LinkMemories(
            memory_id=body.from_id,
            to_id=body.to_id,
            relation_type=RelationType(body.relation_type),
            strength=body.strength,
            **body.told(),
        )
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        if not isinstance(outcome, Applied):
            return respond(request, outcome)
        with self.scope():
            row = Relation.objects.get(Q(id=outcome.relation_id))
        return answer(relation_out(row), status=201 if outcome.event else 200)

    @documented(
        "List edges between memories, newest first",
        operation="list_relations",
        tag=TAG,
        query=RelationQuery,
        answers={200: RelationPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(RelationQuery)
        wanted = {
            "from_memory_id": query.from_id,
            "to_memory_id": query.to_id,
            "relation_type": query.relation_type,
            "detected_by": query.detected_by,
        }
        with self.scope():
            rows = Relation.objects.visible_to(self.actor, now=self.now)
            rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
            if query.memory_id:
                rows = rows.touching(query.memory_id)
            found, following = NEWEST.slice(rows, query)
        return answer(RelationPage(results=[relation_out(row) for row in found], next_cursor=following))


class OneRelation(RestView):
    @documented(
        "Remove an edge",
        operation="unlink_memories",
        tag=TAG,
        query=ForgetQuery,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def delete(self, request: Request, relation_id: UUID) -> Response:
        query = self.query(ForgetQuery)
        change = UnlinkMemories(relation_id=relation_id, **query.told())
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


class MemoryRelations(RestView):
    @documented(
        "List a memory's edges, newest first",
        operation="memory_relations",
        tag=TAG,
        query=MemoryRelationQuery,
        answers={200: RelationPage},
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(MemoryRelationQuery)
        wanted: dict[str, object] = {"relation_type": query.relation_type, "detected_by": query.detected_by}
        if query.direction in DIRECTIONS:
            wanted[DIRECTIONS[query.direction]] = memory_id
        with self.scope():
            visible_memory(self, memory_id)
            rows = Relation.objects.visible_to(self.actor, now=self.now).touching(memory_id)
            rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
            found, following = NEWEST.slice(rows, query)
        return answer(RelationPage(results=[relation_out(row) for row in found], next_cursor=following))


class MemoryGraph(RestView):
    @documented(
        "The memories around a memory", operation="memory_graph", tag=TAG, query=GraphQuery, answers={200: GraphOut}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(GraphQuery)
        types = [RelationType(name) for name in query.relation_types] or list(RelationType)
        with self.scope():
            found = neighbourhood(
                memory_id=memory_id,
                actor=self.actor,
                now=self.now,
                depth=query.depth,
                limit=query.limit,
                relation_types=types,
            )
        if found is None:
            raise NotFound
        return answer(graph_out(found))
