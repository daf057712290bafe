from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.pagination import Page
from interfaces.rest.parsing import Input
from interfaces.rest.shapes.memories import MAX_VERSION
from memories.models import History, MemoryVersion
from memories.word_diff import word_diff


class HistoryEntry(BaseModel):
    """One thing that happened to a memory (001 §8). The refs are ids of versions."""

    id: UUID
    memory_id: UUID | None
    event: str
    old_ref: UUID | None
    new_ref: UUID | None
    actor: str
    decision_id: UUID | None
    meta: dict[str, Any]
    ts: datetime


class HistoryPage(Page[HistoryEntry]):
    pass


class Version(BaseModel):
    """What a memory said at one time.

    `redactions` counts the secrets that were cut out before storing, by kind.
    """

    id: UUID
    number: int
    content: str
    title: str
    summary: str
    metadata: dict[str, Any]
    content_hash: str
    token_count: int
    redactions: list[dict[str, Any]]
    ingested_at: datetime


class VersionPage(Page[Version]):
    pass


class DiffQuery(Input):
    """Numbers of two versions."""

    from_: int = Field(alias="from", ge=1, le=MAX_VERSION, description="The number of the older version.")
    to: int = Field(ge=1, le=MAX_VERSION, description="The number of the newer version.")


class DiffPiece(BaseModel):
    kind: Literal["equal", "insert", "delete"]
    text: str


class Diff(BaseModel):
    """What changed between two versions, word by word; a text that did not change is one `equal` piece."""

    from_version: int
    to_version: int
    content: list[DiffPiece]
    title: list[DiffPiece]
    summary: list[DiffPiece]
    metadata_changed: list[str]


def history_entry(row: History) -> HistoryEntry:
    return HistoryEntry(
        id=row.id,
        memory_id=row.memory_id,
        event=row.event,
        old_ref=row.old_version_id,
        new_ref=row.new_version_id,
        actor=row.actor_label,
        decision_id=row.decision_id,
        meta=row.meta,
        ts=row.created_at,
    )


def version(row: MemoryVersion) -> Version:
    return Version(**{name: getattr(row, name) for name in Version.model_fields})


def diff(old: MemoryVersion, new: MemoryVersion) -> Diff:
    names = sorted(old.metadata.keys() | new.metadata.keys())
    return Diff(
        from_version=old.number,
        to_version=new.number,
        content=_pieces(old.content, new.content),
        title=_pieces(old.title, new.title),
        summary=_pieces(old.summary, new.summary),
        metadata_changed=[name for name in names if old.metadata.get(name) != new.metadata.get(name)],
    )


def _pieces(old: str, new: str) -> list[DiffPiece]:
    return [DiffPiece(kind=piece.kind, text=piece.text) for piece in word_diff(old, new)]
