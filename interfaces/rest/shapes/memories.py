from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator

from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import AgentRole, Flag, Importance, Input, Namespace, Timestamp, Unit
from memories import limits
from memories.drafts import Metadata
from memories.models import Memory
from workspaces.namespaces import MEMORIES, person_id_of

MemoryTypeName = Literal["working", "episodic", "semantic", "insight", "procedural", "source_object"]
CategoryName = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
# PostgreSQL's integer.
MAX_VERSION = 2**31 - 1
Tag = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]


class MemoryFields(Input):
    """What may be said about a memory besides its content.

    What is left out keeps its value or gets its default.
    """

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
    source_event_id: str = Field(default="", max_length=256)
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS, description="Shown to the person who decides.")
    agent: AgentRole


class NewMemory(MemoryFields):
    """A memory to create, or to update where its key is known already in its namespace (000's upsertMemory)."""

    user_id: UUID | None = Field(default=None, description="Whom it is about. This, a namespace, or both.")
    namespace: Namespace | None = None
    key: str | None = Field(
        default=None, min_length=1, max_length=limits.KEY_CHARACTERS, description="Made up if left out."
    )
    content: str = Field(min_length=1, pattern=r"\S", description="At most 2,048 tokens.")

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
    state: Literal["active", "soft_deleted"] = Field(
        default="active", description="Forgotten ones are shown to people and staff only."
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
    """About forgetting."""


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


class MemoryDetail(MemoryOut):
    """`embedded`: whether all of it is found by meaning already."""

    embedded: bool


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


def memory_out(memory: Memory) -> MemoryOut:
    """Needs `current` fetched along."""
    return MemoryOut(**_values(memory))


def memory_detail(memory: Memory, *, embedded: bool) -> MemoryDetail:
    return MemoryDetail(**_values(memory), embedded=embedded)


def _values(memory: Memory) -> dict[str, Any]:
    return {
        **{name: getattr(memory, name) for name in COPIED},
        **{name: getattr(memory.current, name) for name in CONTENT},
        "user_id": memory.person_id,
        "scope": memory.namespace_path,
        "provenance": Provenance(**{name: getattr(memory, name) for name in PROVENANCE}),
    }
