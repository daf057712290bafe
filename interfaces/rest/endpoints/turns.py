from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import check_may_read
from conversations.drafts import TurnDraft
from conversations.models import Turn
from conversations.models.turn import TurnQuerySet
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.sessions import TAG, sessions_of
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import Order, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.sessions import (
    NewTurns,
    StoredTurn,
    StoredTurns,
    TurnPage,
    Window,
    WindowQuery,
    turn_out,
)
from interfaces.rest.views import RestView, answer
from operations.actions.record_turns import record_turns

AS_SAID = Order("position", descending=False)


class Turns(RestView):
    @documented(
        "Store one message, or up to 100 in order",
        operation="append_turns",
        tag=TAG,
        body=NewTurns,
        answers={200: StoredTurns, 201: StoredTurns},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        drafts = [parse(TurnDraft, turn.model_dump()) for turn in self.body(NewTurns).turns]
        stored = record_turns(session_id=session_id, drafts=drafts, actor=self.actor, now=self.now)
        turns = [StoredTurn.of(turn, created) for turn, created in stored]
        return answer(
            StoredTurns(session_id=session_id, turns=turns), status=201 if any(turn.created for turn in turns) else 200
        )

    @documented(
        "List a conversation's messages in order",
        operation="list_turns",
        tag=TAG,
        query=PageQuery,
        answers={200: TurnPage},
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            found, following = AS_SAID.slice(_turns(self, session_id), page)
        return answer(TurnPage(results=[turn_out(row) for row in found], next_cursor=following))


class RecentTurns(RestView):
    @documented(
        "The last messages of a conversation", operation="window", tag=TAG, query=WindowQuery, answers={200: Window}
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        size = self.query(WindowQuery).size
        with self.scope():
            rows = list(_turns(self, session_id).window(size))
        return answer(Window(session_id=session_id, turns=[turn_out(row) for row in reversed(rows)]))


def _turns(view: RestView, session_id: UUID) -> TurnQuerySet:
    """A session's turns. Raises NotFound, NotAllowed."""
    session = sessions_of(view).filter(id=session_id).first()
    if session is None:
        raise NotFound
    check_may_read(view.actor, session.person_id, now=view.now)
    return Turn.objects.visible_to(view.actor, now=view.now).filter(session_id=session_id)
