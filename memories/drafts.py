"""What a writer requests to store, before the gate has decided.

Validated, but not yet redacted or embedded.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from memories import limits
from memories.limits import at_most
from memories.models.choices import FACT_IMPORTANCE, MemoryType
from memories.models.fact import FactCategory
from providers.schema import CategoryName, Unit
from providers.statements import normalize_value
from workspaces.namespaces import canonical, to_path
from workspaces.sensitivity import INTERNAL

ITEM_CHARACTERS = 256
# Values whose case has no meaning: they are stored in lower case.
WORDS_OF_FIELDS = {"units": ("metric", "imperial")}
# Prefixes of the server's own actor labels (Actor.label), which other writers may not use.
OWN_IDENTITIES = ("agent:", "person:", "staff:", "system:")
OWN_IDENTITY = gettext_noop("That is how the server names its own actors.")
NO_CONTENT = gettext_noop("Content cannot be empty.")
Clearable = Literal["expires_at", "occurred_at", "tags", "derived_from", "depends_on"]

Metadata = Annotated[dict[str, Any], AfterValidator(at_most(limits.METADATA_BYTES, "Metadata"))]


def _identity(value: str) -> str:
    if value.strip().casefold().startswith(OWN_IDENTITIES):
        raise ValueError(OWN_IDENTITY)
    return value.strip()


class Draft(BaseModel):
    """The origin that every draft may name.

    `reason` is the writer's own text, shown as such and never trusted. `source_identity` is the author according to
    the writer (003's provenance), else the writer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    evidence_turn_id: UUID | None = None
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None
    source_event_id: str = Field(default="", max_length=256)
    source_identity: Annotated[str, AfterValidator(_identity)] = Field(default="", max_length=128)


class MemoryDraft(Draft):
    """One memory to create or update at its namespace and key (000's upsertMemory).

    Attributes left None keep their value on update, unless they are `cleared`. `derived_from` and `depends_on` are
    memories, `artifact_refs` artifacts, that it depends on.
    """

    namespace: Annotated[tuple[str, ...], AfterValidator(canonical)]
    key: str = Field(min_length=1, max_length=limits.KEY_CHARACTERS)
    content: str = Field(min_length=1, max_length=limits.CONTENT_CHARACTERS)
    title: str = Field(default="", max_length=limits.TITLE_CHARACTERS)
    summary: str = Field(default="", max_length=limits.SUMMARY_CHARACTERS)
    metadata: Metadata = Field(default_factory=dict)
    memory_type: MemoryType | None = None
    category: CategoryName | None = None
    importance: Unit | None = None
    confidence: Unit | None = None
    sensitivity: str | None = Field(default=None, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    pinned: bool | None = None
    tags: tuple[Annotated[str, Field(max_length=limits.TAG_CHARACTERS)], ...] = Field(
        default=(), max_length=limits.TAGS
    )
    expires_at: datetime | None = None
    run_id: str = Field(default="", max_length=128)
    actor_id: str = Field(default="", max_length=128)
    role: str = Field(default="", max_length=16)
    turn_start: int | None = None
    turn_end: int | None = None
    source_label: str = Field(default="", max_length=limits.SOURCE_LABEL_CHARACTERS)
    derived_from: tuple[UUID, ...] = Field(default=(), max_length=limits.EVIDENCE)
    depends_on: tuple[UUID, ...] = Field(default=(), max_length=limits.EVIDENCE)
    artifact_refs: tuple[UUID, ...] = Field(default=(), max_length=limits.EVIDENCE)
    occurred_at: datetime | None = None
    cleared: tuple[Clearable, ...] = ()

    @model_validator(mode="after")
    def _sound(self) -> Self:
        to_path(self.namespace)
        if not self.content.strip():
            raise ValueError(NO_CONTENT)
        return self

    @property
    def namespace_path(self) -> str:
        return to_path(self.namespace)


class FactDraft(Draft):
    """One field of a person (002, R12).

    `key` is canonical already. `item` distinguishes the values of a multi-valued key (R13). `insight_id` is the insight
    that the server derived it from.
    """

    person_id: UUID
    category: FactCategory
    key: str = Field(pattern=r"^[a-z0-9_.]{1,64}$")
    item: str = Field(default="", max_length=ITEM_CHARACTERS)
    insight_id: UUID | None = None
    value: str = Field(min_length=1, max_length=limits.FACT_VALUE_CHARACTERS)
    confidence: Unit = 1.0
    importance: Unit = FACT_IMPORTANCE
    sensitivity: str = Field(default=INTERNAL, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)

    @field_validator("value")
    @classmethod
    def _in_small_letters(cls, value: str, info: ValidationInfo) -> str:
        word = value.strip().casefold()
        return word if word in WORDS_OF_FIELDS.get(info.data.get("key", ""), ()) else value

    @property
    def namespace(self) -> list[str]:
        return ["memories", str(self.person_id)]

    @property
    def memory_key(self) -> str:
        """The key of the fact's memory (R12)."""
        return fact_key(self.category, self.key, self.item)

    @property
    def content(self) -> str:
        return f"{self.key}: {self.value}"


def fact_key(category: str, key: str, item: str = "") -> str:
    return f"fact:{category}.{key}" + (f":{item}" if item else "")


def item_of(value: str) -> str:
    """Return the item of a value of a multi-valued key: the normalised value (R13)."""
    return normalize_value(value)[:ITEM_CHARACTERS]
