from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from consent.receipts.document import receipt_of
from interfaces.rest.documentation import documented
from interfaces.rest.problems import Forbidden, NotFound
from interfaces.rest.shapes.receipts import ReceiptQuery
from interfaces.rest.views import RestView

TAG = "consent"


class ReceiptFile(RestView):
    @documented(
        "The receipt of the answers to a proposal",
        operation="get_receipt",
        tag=TAG,
        query=ReceiptQuery,
        answers={200: dict},
    )
    def get(self, request: Request, proposal_id: UUID) -> Response:
        query = self.query(ReceiptQuery)
        if self.actor.is_agent:
            raise Forbidden("A receipt belongs to the person; agents are told the state by the proposal itself.")
        with self.scope():
            document = receipt_of(proposal_id, actor=self.actor, now=self.now, with_values=query.values)
        if document is None:
            raise NotFound("There is no answer to such a proposal yet.")
        name = f'attachment; filename="receipt-{proposal_id}.json"'
        return Response(document, headers={"Content-Disposition": name, "Cache-Control": "no-store"})
