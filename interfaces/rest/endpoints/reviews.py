from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from intelligence.dependencies.reviews import NotInReview, NotYours, UnknownReview, open_reviews, settle_review
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.problems import Forbidden, Invalid, NotFound
from interfaces.rest.shapes.reviews import ReviewList, Settled, Settlement, review_out
from interfaces.rest.views import RestView, answer

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
