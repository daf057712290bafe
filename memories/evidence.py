"""The evidence and sources of a memory, as far as a reader may see them (003, 001 §2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.models import Artifact, Memory, Provenance, Relation
from memories.models.choices import RelationType
from memories.models.relation import DEPENDENCY_TYPES
from workspaces.actors import Actor

SAID_BY_MAX = 20


@dataclass(frozen=True, slots=True)
class Evidence:
    """`said_by` is its provenance, the latest 20 rows; `derived_from` and `depends_on` are ids of memories."""

    said_by: Sequence[Provenance]
    artifacts: Sequence[Artifact]
    derived_from: list[UUID]
    depends_on: list[UUID]


def load_evidence(memory: Memory, *, actor: Actor, now: datetime) -> Evidence:
    """Load the evidence of a memory that the actor may read; three queries, inside the scope."""
    said_by = list(Provenance.objects.filter(memory=memory).order_by("-created_at", "-id")[:SAID_BY_MAX])
    artifacts = list(Artifact.objects.visible_to(actor, now=now).filter(links__memory=memory).order_by("created_at"))
    edges = Relation.objects.visible_to(actor, now=now).filter(from_memory=memory, relation_type__in=DEPENDENCY_TYPES)
    named = list(edges.order_by("created_at", "id").values_list("relation_type", "to_memory_id"))
    return Evidence(
        said_by,
        artifacts,
        derived_from=[other for kind, other in named if kind == RelationType.DERIVED_FROM],
        depends_on=[other for kind, other in named if kind == RelationType.DEPENDS_ON],
    )
