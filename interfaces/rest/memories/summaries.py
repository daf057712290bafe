"""Memories in short, and in full with chunks and relationships (004's MemorySummary and MemoryDetail)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import Field

from interfaces.rest.memories.schemas import MemoryQuery
from interfaces.rest.memories.views import selected
from interfaces.rest.operation import operation
from interfaces.rest.pagination import RECENTLY_CHANGED, Page
from interfaces.rest.problems import NO_MEMORY, NotFound
from interfaces.rest.schemas import Output
from interfaces.rest.sources import SourceName
from interfaces.rest.views import RestView
from memories import dto, limits


class SummaryQuery(MemoryQuery):
    """Which memories to list, by their source too."""

    source: SourceName | None = None
    source_type: str | None = Field(default=None, max_length=16)
    source_id: str | None = Field(default=None, max_length=limits.SOURCE_ID_CHARACTERS)
    source_state: str | None = Field(default=None, max_length=64)

    @property
    def of_source(self) -> dict[str, str]:
        return self.model_dump(include={"source", "source_type", "source_id", "source_state"}, exclude_none=True)


class MemorySummaryOut(Output):
    """`state` is that at the source; `snippet` is the beginning of the top chunk."""

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


class RelatedMemory(Output):
    memory_id: UUID
    relationship_type: str


class BothWays(Output):
    outbound: list[RelatedMemory]
    inbound: list[RelatedMemory]


class ChunkOut(Output):
    chunk_index: int
    text: str
    section_label: str
    keywords: list[str] = Field(description="Its most frequent words, as their stems.")


class MemoryDetailOut(MemorySummaryOut):
    """A memory at `version`; `payload` is null unless it is a source object."""

    version: int
    summary: str
    content: str
    payload: dict[str, Any] | None
    raw_pointer: str
    relationships: BothWays
    chunks: list[ChunkOut]


class Summaries(RestView):
    @operation("memory_summaries")
    def get(self, query: SummaryQuery) -> SummaryPage:
        """List memories in short, last changed first."""
        with self.scope():
            rows = selected(self, query).filter(**query.of_source)
            found, following = RECENTLY_CHANGED.slice(rows, query)
            return SummaryPage.model_validate({"results": dto.summaries(found), "next_cursor": following})


class Detail(RestView):
    @operation("memory_detail")
    def get(self, memory_id: UUID) -> MemoryDetailOut:
        """A memory with its payload, relationships and chunks."""
        with self.scope():
            found = dto.detail(memory_id=memory_id, actor=self.actor, now=self.now)
        if found is None:
            raise NotFound(NO_MEMORY)
        return MemoryDetailOut.of(found)
