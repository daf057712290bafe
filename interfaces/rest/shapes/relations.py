from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import Input, Unit
from interfaces.rest.shapes.memories import Circumstances
from memories import graph, limits
from memories.models import Relation

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
