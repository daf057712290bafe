from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from conversations.drafts import TurnDraft
from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER, documented
from interfaces.rest.endpoints.sessions import TAG
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.parsing import parse
from interfaces.rest.shapes.exchanges import ExchangeOut, NewExchange, exchange_out
from interfaces.rest.views import RestView, answer
from operations.actions.exchange import exchange


class Exchanges(RestView):
    """000's loop in one call; `POST /context` and `POST /sessions/{id}/turns` are its halves."""

    @documented(
        "Retrieve for a message, let the configured model answer it, store both",
        operation="exchange",
        tag=TAG,
        body=NewExchange,
        answers={200: ExchangeOut, 201: ExchangeOut},
        takes=(HEADER,),
        tells=(EVENT_HEADER, REVISION_HEADER),
    )
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        body = self.body(NewExchange)
        told = body.model_dump(include={"content", "speaker", "occurred_at", "external_id"})
        exchanged = exchange(
            session_id=session_id,
            message=parse(TurnDraft, told | {"role": "user"}),
            with_reply=body.reply,
            top_k=body.top_k,
            actor=self.actor,
            now=self.now,
        )
        headers = {
            EVENT_HEADER: str(exchanged.context.event_id),
            REVISION_HEADER: str(exchanged.context.parts.header.revision),
        }
        is_new = any(created for _, created in exchanged.turns)
        return answer(exchange_out(session_id, exchanged), status=201 if is_new else 200, headers=headers)
