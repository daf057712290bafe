from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, RootModel


class QueryNeighbour(BaseModel):
    """A turn said just before or after one that was found."""

    id: UUID
    content: str
    session_id: UUID
    position: int
    speaker: str
    role: str
    occurred_at: datetime
    external_id: str


class QueryItem(BaseModel):
    """One result. As a bullet it has id, category, text and kind; in full all that R28 lists, but no text.

    Turns add where they were said; `neighbours` and `explanation` come when asked for.
    """

    model_config = ConfigDict(extra="allow")

    id: UUID
    kind: str
    category: str
    text: str | None = None
    memory_type: str | None = None
    summary: str | None = None
    content: str | None = None
    scope: str | None = None
    score: float | None = None
    sensitivity: str | None = None
    validation_status: str | None = None
    provenance: dict[str, Any] | None = None
    artifact_refs: list[dict[str, Any]] | None = None
    metadata: dict[str, Any] | None = None
    importance: float | None = None
    importance_level: int | None = None
    confidence: float | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    version: int | None = None
    session_id: UUID | None = None
    position: int | None = None
    speaker: str | None = None
    role: str | None = None
    occurred_at: datetime | None = None
    external_id: str | None = None
    neighbours: list[QueryNeighbour] | None = None
    explanation: dict[str, Any] | None = None


class QueryItems(RootModel[list[QueryItem]]):
    """The bare list of 001 §6, best first."""


def query_items(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As retrieval answers them, with times in UTC with a Z; nothing is added that was not there."""
    return [QueryItem.model_validate(item).model_dump(mode="json", exclude_unset=True) for item in items]
