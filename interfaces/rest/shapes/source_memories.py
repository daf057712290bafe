"""004's derived types for clients: `MemorySummary` and `MemoryDetail`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from interfaces.rest.pagination import Page
from interfaces.rest.shapes.memories import MemoryQuery
from interfaces.rest.shapes.sources import SourceName
from memories import dto, limits


class SummaryQuery(MemoryQuery):
    """Which memories to list, by what they are at their source too."""

    source: SourceName | None = None
    source_type: str | None = Field(default=None, max_length=16)
    source_id: str | None = Field(default=None, max_length=limits.SOURCE_ID_CHARACTERS)
    source_state: str | None = Field(default=None, max_length=64)

    @property
    def of_source(self) -> dict[str, str]:
        named = self.model_dump(include={"source", "source_type", "source_id", "source_state"})
        return {name: value for name, value in named.items() if value is not None}


class MemorySummaryOut(BaseModel):
    """004's MemorySummary. `state` is that at the source; `snippet` begins the top chunk."""

    id: UUID
    title: str
    type: str
    source: str
    author: dict[str, Any]
    occurred_at: datetime | None
    updated_at: datetime
    state: str | None
    snippet: str | None
    labels: list[str]


class SummaryPage(Page[MemorySummaryOut]):
    pass


class RelatedMemory(BaseModel):
    memory_id: UUID
    relationship_type: str


class BothWays(BaseModel):
    outbound: list[RelatedMemory]
    inbound: list[RelatedMemory]


class ChunkOut(BaseModel):
    chunk_index: int
    text: str
    section_label: str


class MemoryDetailOut(MemorySummaryOut):
    """004's MemoryDetail at `version`; `payload` is null of what is no source object."""

    version: int
    summary: str
    content: str
    payload: dict[str, Any] | None
    raw_pointer: str
    relationships: BothWays
    chunks: list[ChunkOut]


def summary_out(summary: dto.MemorySummary) -> MemorySummaryOut:
    return MemorySummaryOut.model_validate(summary, from_attributes=True)


def detail_out(detail: dto.MemoryDetail) -> MemoryDetailOut:
    return MemoryDetailOut.model_validate(detail, from_attributes=True)
