"""Bodies that write memories: one, a patch of one, or many at once, and the outcome of each."""

from typing import Annotated, Any, Self, get_args
from uuid import UUID

from pydantic import Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from interfaces.rest.memories.schemas import PROCEDURAL, MemoryTypeName
from interfaces.rest.outcomes import WriteResult
from interfaces.rest.schemas import AgentRole, Importance, InNamespace, Input, Output, Timestamp, Unit
from memories import limits
from memories.drafts import Clearable, Metadata
from providers.schema import CategoryName, Flag

NOT_IN_DRAFT = ("user_id", "agent", "steps_text")
Ids = Annotated[tuple[UUID, ...], Field(max_length=limits.EVIDENCE)]
Tag = Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)]
# Null or an empty list clears them.
CLEARABLE = get_args(Clearable)


class MemoryFields(Input):
    """What a memory may have besides its content.

    What is left out keeps its value or gets its default. `expires_at`, `occurred_at`, `tags`, `derived_from` and
    `depends_on` are cleared by null or an empty list.
    """

    steps_text: str | None = Field(
        default=None,
        min_length=1,
        pattern=r"\S",
        description="The numbered steps of a procedure instead of `content`.",
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
    evidence_turn_id: UUID | None = Field(default=None, description="The turn that this was learned from.")
    source_event_id: str = Field(default="", max_length=256, description="The same event sent again changes nothing.")
    source_identity: str = Field(default="", max_length=128, description="Who said it, if not the writer.")
    derived_from: Ids = Field(default=(), description="Memories that it was made from; replaces the earlier list.")
    depends_on: Ids = Field(default=(), description="Memories that it depends on; replaces the earlier list.")
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
    def provided(self) -> dict[str, Any]:
        """Return the sent fields for a draft, and the names of those that are cleared."""
        sent = self.model_fields_set
        values = self.model_dump(include=sent - {*NOT_IN_DRAFT})
        cleared = [name for name in CLEARABLE if name in sent and not getattr(self, name)]
        steps = {"memory_type": PROCEDURAL, "content": self.steps_text} if self.steps_text else {}
        return values | steps | {"cleared": cleared}


class NewMemory(MemoryFields, InNamespace):
    """A memory to create, or to update if its namespace has the key already."""

    key: str | None = Field(
        default=None, min_length=1, max_length=limits.KEY_CHARACTERS, description="Generated if left out."
    )
    content: str | None = Field(
        default=None,
        validate_default=True,
        min_length=1,
        pattern=r"\S",
        description="At most 2,048 tokens of the embedding model and 50,000 characters. Required without `steps_text`.",
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


class MemoryPatch(MemoryFields):
    """What to change about a memory; fields left out stay as they are."""

    content: str | None = Field(default=None, min_length=1, pattern=r"\S")

    @model_validator(mode="after")
    def _says_it_once(self) -> Self:
        if self.content and self.steps_text:
            raise ValueError("steps_text is the content of a procedure: send one of them.")
        return self


class NewMemories(Input):
    """Up to 100 memories; each is decided on its own."""

    items: list[Any] = Field(
        min_length=1,
        max_length=limits.BATCH_ITEMS,
        description="Memories as for POST /memories; each has its own outcome.",
    )
    agent: AgentRole


class ItemResult(Output):
    """The outcome of one item: `result` if it was applied or queued, else `problem`."""

    status_code: int
    result: WriteResult | None = None
    problem: dict[str, Any] | None = None


class BatchResult(Output):
    """One entry per item, in their order."""

    results: list[ItemResult]
