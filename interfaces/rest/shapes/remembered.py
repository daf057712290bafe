"""Memories as they are answered."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.pagination import Page
from interfaces.rest.shapes.memories import PROCEDURAL
from memories.evidence import Evidence
from memories.models import Artifact, Memory


class Provenance(BaseModel):
    """Where a memory came from."""

    trust: str
    source_label: str
    agent_id: UUID | None
    session_id: UUID | None
    turn_start: int | None
    turn_end: int | None
    run_id: str
    actor_id: str
    role: str


class MemoryOut(BaseModel):
    """One memory as it is now."""

    id: UUID
    kind: Literal["memory"] = "memory"
    user_id: UUID | None
    namespace: list[str]
    scope: str
    key: str
    memory_type: str
    category: str
    content: str
    steps_text: str | None = Field(description="The content again, of a procedure.")
    title: str
    summary: str
    metadata: dict[str, Any]
    tags: list[str]
    importance: float
    importance_level: int
    confidence: float
    pinned: bool
    sensitivity: str
    validation_status: str
    state: str
    version: int
    thread_id: str
    provenance: Provenance
    occurred_at: datetime | None
    expires_at: datetime | None
    created_at: datetime
    updated_at: datetime


class SaidBy(BaseModel):
    """Who said it and by which event of theirs; `version` is the one that it led to (003's provenance)."""

    source_identity: str
    source_event: str
    version: int | None
    created_at: datetime


class ArtifactRef(BaseModel):
    """003's reference to a piece of evidence."""

    id: UUID
    scope: str
    sha256: str
    storage_uri: str
    artifact_type: str


class MemoryDetail(MemoryOut):
    """`embedded`: whether all of it is found by meaning already. `said_by` holds the last 20, latest first."""

    embedded: bool
    said_by: list[SaidBy]
    artifact_refs: list[ArtifactRef]
    derived_from: list[UUID]
    depends_on: list[UUID]


class MemoryPage(Page[MemoryOut]):
    pass


COPIED = (
    "id", "namespace", "key", "memory_type", "category", "tags", "importance", "importance_level", "confidence",
    "pinned", "sensitivity", "validation_status", "state", "version", "thread_id", "occurred_at", "expires_at",
    "created_at", "updated_at",
)  # fmt: skip
CONTENT = ("content", "title", "summary", "metadata")
PROVENANCE = (
    "trust", "source_label", "agent_id", "session_id", "turn_start", "turn_end", "run_id", "actor_id", "role",
)  # fmt: skip


REFERRED = ("id", "sha256", "storage_uri", "artifact_type")


def memory_out(memory: Memory) -> MemoryOut:
    """Needs `current` fetched along."""
    return MemoryOut(**_values(memory))


def memory_detail(memory: Memory, *, embedded: bool, rests: Evidence) -> MemoryDetail:
    said = [SaidBy(**{name: getattr(row, name) for name in SaidBy.model_fields}) for row in rests.said_by]
    refs = [
        ArtifactRef(**{name: getattr(row, name) for name in REFERRED}, scope=row.namespace_path)
        for row in rests.artifacts
    ]
    return MemoryDetail(
        **_values(memory),
        embedded=embedded,
        said_by=said,
        artifact_refs=refs,
        derived_from=rests.derived_from,
        depends_on=rests.depends_on,
    )


def _reference(row: Artifact) -> ArtifactRef:
    return ArtifactRef(**{name: getattr(row, name) for name in REFERRED}, scope=row.namespace_path)


def _values(memory: Memory) -> dict[str, Any]:
    return {
        **{name: getattr(memory, name) for name in COPIED},
        **{name: getattr(memory.current, name) for name in CONTENT},
        "user_id": memory.person_id,
        "steps_text": memory.current.content if memory.memory_type == PROCEDURAL else None,
        "scope": memory.namespace_path,
        "provenance": Provenance(**{name: getattr(memory, name) for name in PROVENANCE}),
    }
