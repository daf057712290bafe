from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from django.db.models import Q
from pydantic import Field, model_validator
from rest_framework.response import Response

from consent import gate
from consent.changes import LinkMemories, UnlinkMemories
from consent.outcomes import Applied
from interfaces.rest.memories.schemas import Circumstances, ForgetQuery
from interfaces.rest.memories.views import visible_memory
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import STATUS_OF_UNLINKING, WRITTEN, WriteResult
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import NO_MEMORY, NotFound
from interfaces.rest.schemas import Input, Output, Unit
from interfaces.rest.views import RestView, answer, without_none
from memories import graph, limits
from memories.graph import neighbourhood
from memories.models import Relation
from memories.models.choices import RelationType

RelationTypeName = Literal[
    "related_to", "mentions", "links_to", "blocks", "duplicates", "closes", "depends_on", "derived_from", "supersedes"
]
DetectorName = Literal["regex", "llm", "manual", "similarity"]


class NewRelation(Circumstances):
    """An edge from one memory to another."""

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


class RelationOut(Output):
    """One edge. `strength` and `confidence` are 0..1; `related_to` has no direction."""

    id: UUID
    from_id: UUID = Field(validation_alias="from_memory_id")
    to_id: UUID = Field(validation_alias="to_memory_id")
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


class GraphNode(Output):
    """A memory; `depth` is its distance from the start in edges."""

    id: UUID
    depth: int
    title: str
    memory_type: str
    category: str


class GraphEdge(Output):
    """An edge between two of the nodes."""

    id: UUID
    from_id: UUID
    to_id: UUID
    relation_type: RelationTypeName
    strength: float
    confidence: float
    detected_by: DetectorName


class GraphOut(Output):
    """`is_cut`: there is more than the limits show."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    is_cut: bool


DIRECTIONS = {"outbound": "from_memory_id", "inbound": "to_memory_id"}


class Relations(RestView):
    @operation("link_memories", answers={200: RelationOut, 201: RelationOut, 202: WriteResult})
    def post(self, body: NewRelation) -> Response:
        """Link two memories."""
        change = LinkMemories(
            memory_id=body.from_id,
            to_id=body.to_id,
            relation_type=RelationType(body.relation_type),
            strength=body.strength,
            **body.values(),
        )
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        if not isinstance(outcome, Applied):
            return self.respond(outcome)
        with self.scope():
            row = Relation.objects.get(Q(id=outcome.relation_id))
        return answer(RelationOut.of(row), status=201 if outcome.event else 200)

    @operation("list_relations")
    def get(self, query: RelationQuery) -> RelationPage:
        """List edges between memories, newest first."""
        wanted = query.model_dump(include={"relation_type", "detected_by"})
        wanted |= {"from_memory_id": query.from_id, "to_memory_id": query.to_id}
        with self.scope():
            rows = Relation.objects.visible_to(self.actor, now=self.now)
            rows = rows.filter(**without_none(**wanted))
            if query.memory_id:
                rows = rows.touching(query.memory_id)
            return NEWEST.page(rows, query, RelationPage)


class OneRelation(RestView):
    @operation("unlink_memories", answers=WRITTEN)
    def delete(self, relation_id: UUID, query: ForgetQuery) -> Response:
        """Remove an edge."""
        return self.submit(UnlinkMemories(relation_id=relation_id, **query.values()), statuses=STATUS_OF_UNLINKING)


class MemoryRelations(RestView):
    @operation("memory_relations")
    def get(self, memory_id: UUID, query: MemoryRelationQuery) -> RelationPage:
        """List a memory's edges, newest first."""
        wanted = query.model_dump(include={"relation_type", "detected_by"})
        if query.direction in DIRECTIONS:
            wanted[DIRECTIONS[query.direction]] = memory_id
        with self.scope():
            visible_memory(self, memory_id)
            rows = Relation.objects.visible_to(self.actor, now=self.now).touching(memory_id)
            rows = rows.filter(**without_none(**wanted))
            return NEWEST.page(rows, query, RelationPage)


class MemoryGraph(RestView):
    @operation("memory_graph")
    def get(self, memory_id: UUID, query: GraphQuery) -> GraphOut:
        """The memories around a memory."""
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
            raise NotFound(NO_MEMORY)
        return GraphOut.of(found)
