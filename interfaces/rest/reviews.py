from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from intelligence.dependencies.reviews import (
    NotInReview,
    NotYours,
    ReviewItem,
    UnknownReview,
    open_reviews,
    settle_review,
)
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.parsing import Input
from interfaces.rest.problems import Forbidden, Invalid, NotFound
from interfaces.rest.views import RestView, answer
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


TAG = "reviews"


class Reviews(RestView):
    @documented(
        "List what rests on memories that were changed or went, newest first",
        operation="list_reviews",
        tag=TAG,
        answers={200: ReviewList},
    )
    def get(self, request: Request) -> Response:
        with self.scope():
            found = [review_out(item) for item in open_reviews(self.actor, now=self.now)]
        return answer(ReviewList(results=found))


class SettleReview(RestView):
    @documented(
        "Keep or forget what rests on a memory that was changed or went",
        operation="settle_review",
        tag=TAG,
        body=Settlement,
        answers={200: Settled},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, review_id: UUID) -> Response:
        body = self.body(Settlement)
        try:
            settle_review(
                review_id=review_id, actor=self.actor, now=self.now, keep=set(body.keep), forget=set(body.forget)
            )
        except UnknownReview as error:
            raise NotFound from error
        except NotYours as error:
            raise Forbidden("Only the person it is about settles this.") from error
        except NotInReview as error:
            detail = "One of the memories is not listed there."
            raise Invalid([{"field": "keep", "code": "not_listed", "detail": detail}]) from error
        return answer(Settled(id=review_id, kept=len(set(body.keep)), forgotten=len(set(body.forget))))
