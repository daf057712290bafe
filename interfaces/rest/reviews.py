from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasPath, BeforeValidator, Field

from intelligence.dependencies.reviews import (
    NotInReview,
    NotYours,
    UnknownReview,
    open_reviews,
    settle_review,
)
from interfaces.rest.operation import operation
from interfaces.rest.problems import Forbidden, Invalid, NotFound
from interfaces.rest.schemas import Input, Output
from interfaces.rest.views import RestView

MOST = 1_000


class ReviewedMemory(Output):
    """A memory of a review."""

    id: UUID
    content: Annotated[str, BeforeValidator(lambda version: version.content if version else "")] = Field(
        validation_alias="current"
    )
    staleness: Literal["", "changed", "gone", "outdated"]


class ReviewOut(Output):
    """What depends on one memory that was changed or forgotten (`event`): one item for the person.

    `source` is null after a purge. `stale` memories still say what the source no longer does; `recomputed` ones do not.
    """

    id: UUID = Field(validation_alias=AliasPath("review", "id"))
    source_id: UUID = Field(validation_alias=AliasPath("review", "source_id"))
    source: ReviewedMemory | None
    event: str = Field(validation_alias=AliasPath("review", "event"))
    stale: list[ReviewedMemory]
    recomputed: list[ReviewedMemory]
    created_at: datetime = Field(validation_alias=AliasPath("review", "created_at"))


class ReviewList(Output):
    results: list[ReviewOut]


class Settlement(Input):
    """What to do about the memories of a review; it stays open until each of them is in one of the lists."""

    keep: list[UUID] = Field(default=[], max_length=MOST, description="Still right; they are no longer stale.")
    forget: list[UUID] = Field(default=[], max_length=MOST)


class Settled(Output):
    id: UUID
    kept: int
    forgotten: int


class Reviews(RestView):
    @operation("list_reviews")
    def get(self) -> ReviewList:
        """List what depends on memories that were changed or forgotten, newest first."""
        with self.scope():
            return ReviewList.model_validate({"results": list(open_reviews(self.actor, now=self.now))})


class SettleReview(RestView):
    @operation("settle_review")
    def post(self, review_id: UUID, body: Settlement) -> Settled:
        """Keep or forget what depends on a memory that was changed or forgotten."""
        try:
            settle_review(
                review_id=review_id, actor=self.actor, now=self.now, keep=set(body.keep), forget=set(body.forget)
            )
        except UnknownReview as error:
            raise NotFound("There is no such review that you may settle. GET /reviews lists them.") from error
        except NotYours as error:
            raise Forbidden("Only the person it is about settles this.") from error
        except NotInReview as error:
            detail = "One of the memories is not listed there."
            raise Invalid([{"field": "keep", "code": "not_listed", "detail": detail}]) from error
        return Settled(id=review_id, kept=len(set(body.keep)), forgotten=len(set(body.forget)))
