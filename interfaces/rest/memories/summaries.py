"""004's derived types for clients: `MemorySummary` and `MemoryDetail`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.memories.schemas import MemoryQuery
from interfaces.rest.memories.views import TAG, chosen
from interfaces.rest.pagination import RECENTLY_CHANGED, Page
from interfaces.rest.problems import NotFound
from interfaces.rest.sources import SourceName
from interfaces.rest.views import RestView, answer
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


class Summaries(RestView):
    @documented(
        "List memories in short, last changed first",
        operation="memory_summaries",
        tag=TAG,
        query=SummaryQuery,
        answers={200: SummaryPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(SummaryQuery)
        with self.scope():
            rows = chosen(self, query).filter(**query.of_source)
            found, following = RECENTLY_CHANGED.slice(rows, query)
            told = dto.summaries(found)
        return answer(SummaryPage(results=[summary_out(one) for one in told], next_cursor=following))


class Detail(RestView):
    @documented(
        "A memory with its payload, relationships and chunks",
        operation="memory_detail",
        tag=TAG,
        answers={200: MemoryDetailOut},
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        with self.scope():
            found = dto.detail(memory_id=memory_id, actor=self.actor, now=self.now)
        if found is None:
            raise NotFound
        return answer(detail_out(found))
