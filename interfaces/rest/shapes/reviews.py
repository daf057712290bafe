from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from intelligence.dependencies.reviews import ReviewItem
from interfaces.rest.parsing import Input
from memories.models import Memory

MOST = 1_000


class ReviewedMemory(BaseModel):
    """A memory of a review. `staleness` tells what became of what it rests on: empty, changed or gone."""

    id: UUID
    content: str
    staleness: Literal["", "changed", "gone"]


class ReviewOut(BaseModel):
    """What rests on one memory that was changed or went (`event`): one item for the person.

    `source` is null where it was purged. `stale` still rests on what is no more so; `recomputed` was written anew.
    """

    id: UUID
    source_id: UUID
    source: ReviewedMemory | None
    event: str
    stale: list[ReviewedMemory]
    recomputed: list[ReviewedMemory]
    created_at: datetime


class ReviewList(BaseModel):
    results: list[ReviewOut]


class Settlement(Input):
    """What to do about the memories of a review; one that is named in neither waits, and the review with it."""

    keep: list[UUID] = Field(default=[], max_length=MOST, description="Hold still; they count as sound again.")
    forget: list[UUID] = Field(default=[], max_length=MOST)


class Settled(BaseModel):
    id: UUID
    kept: int
    forgotten: int


def review_out(item: ReviewItem) -> ReviewOut:
    row = item.review
    return ReviewOut(
        id=row.id,
        source_id=row.source_id,
        source=_memory(item.source) if item.source else None,
        event=row.event,
        stale=[_memory(memory) for memory in item.stale],
        recomputed=[_memory(memory) for memory in item.recomputed],
        created_at=row.created_at,
    )


def _memory(memory: Memory) -> ReviewedMemory:
    content = memory.current.content if memory.current else ""
    return ReviewedMemory(id=memory.id, content=content, staleness=memory.staleness)  # type: ignore[arg-type]
