"""Bodies and answers about memories."""

from datetime import datetime
from typing import Any, Literal, Self
from uuid import UUID

from pydantic import AliasPath, Field, model_validator
from pydantic_core import PydanticCustomError

from conversations.withheld_texts import WithheldTexts
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.schemas import (
    AgentRole,
    AsOf,
    Input,
    Namespace,
    Output,
    Scope,
    UserId,
)
from memories import limits
from memories.models import Artifact, Memory
from providers.schema import CategoryName

MemoryTypeName = Literal["working", "episodic", "semantic", "insight", "procedural", "source_object"]
# PostgreSQL's integer.
MAX_VERSION = 2**31 - 1
PROCEDURAL = "procedural"


class MemoryQuery(PageQuery):
    """Which memories to list."""

    user_id: UUID | None = None
    namespace: Namespace | None = Field(default=None, description="This namespace and everything below it, as a path.")
    key: str | None = Field(default=None, max_length=limits.KEY_CHARACTERS)
    category: CategoryName | None = None
    memory_type: MemoryTypeName | None = None
    session_id: UUID | None = Field(
        default=None, description="Only of this conversation; without it `working` ones are left out."
    )
    state: Literal["active", "soft_deleted", "rejected"] = Field(
        default="active", description="Forgotten and rejected memories are shown to people and staff only."
    )


class MemoryListQuery(MemoryQuery):
    """Which memories to list, of now or of then."""

    as_of: AsOf

    @model_validator(mode="after")
    def _checked_as_of(self) -> Self:
        if self.as_of is not None and self.state != "active":
            raise PydanticCustomError("ambiguous", "Give as_of or a state other than active, not both.")
        return self


class Circumstances(Input):
    """Why, and in which conversation, a change is requested."""

    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    agent: AgentRole

    def values(self) -> dict[str, Any]:
        """Return the values for the gate's changes."""
        return self.model_dump(include={"reason", "thread_id", "session_id"})


class RestoreRequest(Circumstances):
    """`version`: the number of an old version to bring back; left out, the last one."""

    version: int | None = Field(default=None, ge=1, le=MAX_VERSION)


class ForgetQuery(Circumstances):
    """Why, and in which conversation, something is forgotten or removed."""


class Provenance(Output):
    """Where a memory comes from."""

    trust: str
    source_label: str
    agent_id: UUID | None
    session_id: UUID | None
    turn_start: int | None
    turn_end: int | None
    run_id: str
    actor_id: str
    role: str


class MemoryOut(Output):
    """One memory as it is now."""

    id: UUID
    kind: Literal["memory"] = "memory"
    user_id: UserId
    namespace: list[str]
    scope: Scope
    key: str
    memory_type: str
    category: str
    content: str = Field(validation_alias=AliasPath("current", "content"))
    steps_text: str | None = Field(description="The content again, if it is a procedure.")
    title: str = Field(validation_alias=AliasPath("current", "title"))
    summary: str = Field(validation_alias=AliasPath("current", "summary"))
    metadata: dict[str, Any] = Field(validation_alias=AliasPath("current", "metadata"))
    tags: list[str]
    importance: float
    importance_level: int
    confidence: float
    pinned: bool
    sensitivity: str
    validation_status: str
    staleness: str
    state: str
    version: int
    thread_id: str
    provenance: Provenance
    occurred_at: datetime | None
    expires_at: datetime | None
    last_accessed: datetime | None = Field(
        validation_alias="last_accessed_at", description="When an answer last showed it; counted a little later."
    )
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, row: object, **more: Any) -> Self:
        """Needs `current` to be fetched with the row."""
        assert isinstance(row, Memory) and row.current is not None
        steps = row.current.content if row.memory_type == PROCEDURAL else None
        return super().of(row, steps_text=steps, provenance=row, **more)


class SaidBy(Output):
    """Who said it, in which event, and the `version` that it led to."""

    source_identity: str
    source_event: str
    version: int | None
    created_at: datetime


class ArtifactRef(Output):
    """A piece of evidence."""

    id: UUID
    scope: Scope
    sha256: str
    storage_uri: str
    artifact_type: str


def artifact_ref(artifact: Artifact, withheld: WithheldTexts) -> ArtifactRef:
    """Return the reference, its address without what the person has not agreed to (R31)."""
    return ArtifactRef.of(artifact, storage_uri=withheld.disclosed_address(artifact.storage_uri, artifact.person_id))


class MemoryDetail(MemoryOut):
    """`embedded`: whether dense search finds all of it already. `said_by` has the last 20, latest first."""

    embedded: bool
    said_by: list[SaidBy]
    artifact_refs: list[ArtifactRef]
    derived_from: list[UUID]
    depends_on: list[UUID]


class MemoryPage(Page[MemoryOut]):
    pass
