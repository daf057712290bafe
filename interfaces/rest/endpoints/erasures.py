from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.people import may_manage
from interfaces.rest.problems import Forbidden, Invalid, NotFound
from interfaces.rest.shapes.erasures import ErasureIn, ErasureReceipt
from interfaces.rest.views import RestView, answer
from operations.erasure.erase_person import NotConfirmed, NotYours, request_erasure
from operations.erasure.receipt import receipt_of
from operations.models import Tombstone

TAG = "users"


class Erase(RestView):
    """Everything about one person."""

    @documented(
        "Erase everything about a person; takes a login",
        operation="erase_user",
        tag=TAG,
        body=ErasureIn,
        answers={200: ErasureReceipt, 202: ErasureReceipt},
    )
    def post(self, request: Request, user_id: UUID) -> Response:
        confirmation = self.body(ErasureIn).confirmation
        actor = self.principal.staff if may_manage(self.principal) else None
        try:
            tombstone = request_erasure(
                person_id=user_id, confirmation=confirmation, actor=actor or self.actor, now=self.now
            )
        except NotYours as error:
            raise Forbidden(str(error)) from error
        except NotConfirmed as error:
            raise Invalid([{"field": "confirmation", "code": "invalid", "detail": str(error)}]) from error
        with self.scope():
            receipt = receipt_of(tombstone)
        return answer(ErasureReceipt(**receipt), status=200 if tombstone.erased_at else 202)

    @documented("The receipt of an erasure", operation="erasure_receipt", tag=TAG, answers={200: ErasureReceipt})
    def get(self, request: Request, user_id: UUID) -> Response:
        with self.scope():
            rows = Tombstone.objects.filter(person_id=user_id)
            # Whoever asked for it has no person here any more; their account still has its receipt.
            mine = rows if may_manage(self.principal) else rows.filter(requested_by=self.actor.id)
            tombstone = mine.first()
            receipt = receipt_of(tombstone) if tombstone else None
        if receipt is None:
            raise NotFound
        return answer(ErasureReceipt(**receipt))
