"""A source object before the gate has decided."""

from datetime import datetime
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, Field, model_validator

from memories import limits
from memories.drafts import Draft, Metadata
from memories.models.choices import Source, SourceType
from memories.sources.digest import source_hash
from memories.sources.payloads import AuthorRef, SourcePayload
from memories.sources.rendering import render
from providers.schema import CategoryName, Unit
from workspaces.namespaces import canonical, to_path

GONE = frozenset({"archived", "deleted"})
KEY_PREFIX = "source:"
STORED_PREFIX = "workspaces/"
POINTER_SCHEMES = frozenset({"s3", "gs", "https"})


def check_pointer(value: str) -> str:
    """Return a pointer that is a key below `workspaces/{id}/`, or an address elsewhere. Raises ValueError."""
    if ".." in value.split("/") or "\\" in value:
        raise ValueError("A pointer may not climb out of its folder.")
    if value and not value.startswith(STORED_PREFIX) and urlsplit(value).scheme not in POINTER_SCHEMES:
        raise ValueError("A pointer is a key below workspaces/, or an https, s3 or gs address.")
    return value


def _small(payload: SourcePayload) -> SourcePayload:
    if len(payload.model_dump_json().encode()) > limits.SOURCE_PAYLOAD_BYTES:
        raise ValueError("A payload may take at most 1 MB as JSON.")
    return payload


class SourceDraft(Draft):
    """The current version of a source object (004's MemoryRecord and payload).

    Its identity is source, type and `source_id` (R4). Attributes left None keep their value. `source_event_id` makes
    sending the same event twice idempotent; `forced` makes a new version even of unchanged content.
    """

    namespace: Annotated[tuple[str, ...], AfterValidator(canonical)]
    source: Source
    source_id: str = Field(min_length=1, max_length=limits.SOURCE_ID_CHARACTERS)
    title: str = Field(min_length=1, max_length=limits.TITLE_CHARACTERS)
    summary: str = Field(default="", max_length=limits.SUMMARY_CHARACTERS)
    state: str | None = Field(default=None, max_length=64)
    author: AuthorRef | None = None
    occurred_at: datetime | None = None
    labels: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=limits.TAG_CHARACTERS)], ...],
        Field(max_length=limits.SOURCE_LABELS),
    ] = ()
    raw_pointer: Annotated[str, AfterValidator(check_pointer)] = Field(default="", max_length=limits.POINTER_CHARACTERS)
    forced: bool = False
    payload: Annotated[SourcePayload, AfterValidator(_small)]
    metadata: Metadata = Field(default_factory=dict)
    category: CategoryName | None = None
    importance: Unit | None = None
    confidence: Unit | None = None
    sensitivity: str | None = Field(default=None, min_length=1, max_length=limits.SENSITIVITY_CHARACTERS)
    source_label: str = Field(default="", max_length=limits.SOURCE_LABEL_CHARACTERS)

    @model_validator(mode="after")
    def _sound(self) -> Self:
        to_path(self.namespace)
        if not self.title.strip():
            raise ValueError("A title cannot be empty.")
        return self

    @property
    def namespace_path(self) -> str:
        return to_path(self.namespace)

    @property
    def source_type(self) -> SourceType:
        return SourceType(self.payload.type)

    @property
    def key(self) -> str:
        """The address below the namespace; the same in every namespace."""
        return f"{KEY_PREFIX}{self.source}:{self.source_type}:{self.source_id}"

    @property
    def content(self) -> str:
        return render(self.title, self.payload)

    @property
    def content_hash(self) -> str:
        """The hash that it is stored with, which ignores times (004)."""
        return source_hash(title=self.title, summary=self.summary, metadata=self.metadata, payload=self.payload)

    @property
    def is_gone(self) -> bool:
        """Whether it is archived or deleted at its source (R4)."""
        return is_gone(self.state or "")

    @property
    def all_labels(self) -> list[str]:
        """The labels of the record and of the payload, each once, in order."""
        return list(dict.fromkeys([*self.labels, *self.payload.labels]))


def is_gone(state: str) -> bool:
    """Whether a state means archived or deleted at the source (R4)."""
    return state.lower() in GONE


def payload_json(payload: BaseModel) -> dict[str, Any]:
    """Return a payload as it is stored."""
    return payload.model_dump(mode="json")
