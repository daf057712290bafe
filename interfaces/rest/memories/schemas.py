"""Memories as they are answered."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self, get_args
from uuid import UUID

from pydantic import BaseModel, Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import AgentRole, Importance, Input, Namespace, Timestamp, Unit
from memories import limits
from memories.drafts import Clearable, Metadata
from memories.evidence import Evidence
from memories.models import Artifact, Memory
from providers.schema import CategoryName, Flag
from workspaces.namespaces import MEMORIES, person_id_of

MemoryTypeName = Literal["working", "episodic", "semantic", "insight", "procedural", "source_object"]
# PostgreSQL's integer.
MAX_VERSION = 2**31 - 1
PROCEDURAL = "procedural"
NOT_IN_DRAFT = ("user_id", "agent", "steps_text")
Ids = Annotated[tuple[UUID, ...], Field(max_length=limits.EVIDENCE)]
Tag = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]


# Sent as null, or as an empty list, they lose their value.
CLEARABLE = get_args(Clearable)


class MemoryFields(Input):
    """What may be said about a memory besides its content.

    What is left out keeps its value or gets its default. `expires_at`, `occurred_at`, `tags`, `derived_from` and
    `depends_on` are cleared by null or an empty list.
    """

    steps_text: str | None = Field(
        default=None,
        min_length=1,
        pattern=r"\S",
        description="The numbered steps of a procedure (001 §12), instead of `content`.",
    )

    title: str = Field(default="", max_length=limits.TITLE_CHARACTERS)
    summary: str = Field(default="", max_length=limits.SUMMARY_CHARACTERS)
    metadata: Metadata = Field(default_factory=dict, description="Any JSON object of at most 16 KB.")
    memory_type: MemoryTypeName | None = None
    category: CategoryName | None = None
    importance: Importance | None = None
    confidence: Unit | None = None
    sensitivity: str | None = Field(default=None, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    pinned: Flag | None = None
    tags: tuple[Tag, ...] = Field(default=(), max_length=limits.TAGS)
    expires_at: Timestamp | None = None
    occurred_at: Timestamp | None = None
    run_id: str = Field(default="", max_length=128)
    actor_id: str = Field(default="", max_length=128)
    role: str = Field(default="", max_length=16)
    source_label: str = Field(default="", max_length=limits.SOURCE_LABEL_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    evidence_turn_id: UUID | None = Field(default=None, description="The turn that this was learnt from.")
    source_event_id: str = Field(default="", max_length=256, description="The same event sent again changes nothing.")
    source_identity: str = Field(default="", max_length=128, description="Who said it, if not the writer (003).")
    derived_from: Ids = Field(default=(), description="Memories that it was made from; replaces what was named before.")
    depends_on: Ids = Field(default=(), description="Memories that it holds by; replaces what was named before.")
    artifact_refs: Ids = Field(default=(), description="Artifacts to attach as evidence; its scope must be theirs.")
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    agent: AgentRole

    @field_validator("tags", "derived_from", "depends_on", "artifact_refs", mode="before")
    @classmethod
    def _none_is_empty(cls, value: object) -> object:
        return () if value is None else value

    @field_validator("memory_type")
    @classmethod
    def _steps_are_procedural(cls, value: str | None, info: ValidationInfo) -> str | None:
        if info.data.get("steps_text") and value not in (None, PROCEDURAL):
            raise ValueError("Only a procedural memory has steps.")
        return value

    @property
    def told(self) -> dict[str, Any]:
        """What the body says, as a draft takes it: the fields that were sent, and those that lose their value."""
        sent = self.model_fields_set
        values = self.model_dump(include=sent - {*NOT_IN_DRAFT})
        cleared = [name for name in CLEARABLE if name in sent and not getattr(self, name)]
        steps = {"memory_type": PROCEDURAL, "content": self.steps_text} if self.steps_text else {}
        return values | steps | {"cleared": cleared}


class NewMemory(MemoryFields):
    """A memory to create, or to update where its key is known already in its namespace (000's upsertMemory)."""

    user_id: UUID | None = Field(default=None, description="Whom it is about. This, a namespace, or both.")
    namespace: Namespace | None = None
    key: str | None = Field(
        default=None, min_length=1, max_length=limits.KEY_CHARACTERS, description="Made up if left out."
    )
    content: str | None = Field(
        default=None,
        validate_default=True,
        min_length=1,
        pattern=r"\S",
        description="At most 2,048 tokens. Required, unless there is `steps_text`.",
    )

    @field_validator("content", mode="before")
    @classmethod
    def _or_steps(cls, value: object, info: ValidationInfo) -> object:
        has_steps = info.data.get("steps_text") is not None
        if value is None and not has_steps:
            raise PydanticCustomError("missing", "Field required")
        if value is not None and has_steps:
            raise ValueError("steps_text is the content of a procedure: send one of them.")
        return value

    @model_validator(mode="after")
    def _says_whose(self) -> Self:
        if self.user_id is None and self.namespace is None:
            raise ValueError("Say whom it is about: user_id, or a namespace.")
        if self.user_id and self.namespace and person_id_of(self.namespace) != self.user_id:
            raise ValueError("The namespace is not one of that user_id.")
        return self

    @property
    def full_namespace(self) -> tuple[str, ...]:
        return tuple(self.namespace or (MEMORIES, str(self.user_id)))


class MemoryPatch(MemoryFields):
    """What to change about a memory; fields left out stay as they are."""

    content: str | None = Field(default=None, min_length=1, pattern=r"\S")

    @model_validator(mode="after")
    def _says_it_once(self) -> Self:
        if self.content and self.steps_text:
            raise ValueError("steps_text is the content of a procedure: send one of them.")
        return self


class NewMemories(Input):
    """Up to 100 memories; each is decided by itself."""

    items: list[Any] = Field(
        min_length=1,
        max_length=limits.BATCH_ITEMS,
        description="Memories as for POST /memories; each has its own outcome.",
    )
    agent: AgentRole


class ItemResult(BaseModel):
    """The outcome of one item: `result` if it was applied or queued, else `problem`."""

    status_code: int
    result: WriteResult | None = None
    problem: dict[str, Any] | None = None


class BatchResult(BaseModel):
    """One entry per item, in their order."""

    results: list[ItemResult]


class MemoryQuery(PageQuery):
    """Which memories to list."""

    user_id: UUID | None = None
    namespace: Namespace | None = Field(default=None, description="This namespace and everything below it, as a path.")
    key: str | None = Field(default=None, max_length=limits.KEY_CHARACTERS)
    category: CategoryName | None = None
    memory_type: MemoryTypeName | None = None
    session_id: UUID | None = Field(default=None, description="Of one conversation; `working` ones are listed so only.")
    state: Literal["active", "soft_deleted", "rejected"] = Field(
        default="active", description="Forgotten ones, and those said to be wrong, are shown to people and staff only."
    )


class Circumstances(Input):
    """Why, and in which conversation (R20), a change was asked for."""

    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    agent: AgentRole

    def told(self) -> dict[str, Any]:
        """As the gate's changes take it."""
        return self.model_dump(include={"reason", "thread_id", "session_id"})


class RestoreRequest(Circumstances):
    """`version`: the number of an old version to bring back; left out, the last one."""

    version: int | None = Field(default=None, ge=1, le=MAX_VERSION)


class ForgetQuery(Circumstances):
    """About forgetting, and about taking something away."""


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
