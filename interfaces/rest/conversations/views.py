from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import NotAllowed, check_may_read
from conversations.actions.sessions import open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from conversations.models.turn import CATEGORY, TurnQuerySet
from interfaces.rest.conversations.schemas import (
    CloseRequest,
    ExchangeOut,
    NewExchange,
    NewSession,
    NewTurns,
    SessionDetail,
    SessionOut,
    SessionPage,
    SessionQuery,
    StoredTurn,
    StoredTurns,
    TurnPage,
    Window,
    WindowQuery,
    exchange_out,
    session_values,
    turn_out,
)
from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER, documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST, Order, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NotFound
from interfaces.rest.views import RestView, answer
from operations.exchange import exchange
from operations.sessions import close_session, record_turns
from workspaces.sensitivity import INTERNAL, rank

TAG = "conversations"


class Sessions(RestView):
    @documented(
        "Begin a conversation with a person",
        operation="open_session",
        tag=TAG,
        body=NewSession,
        answers={200: SessionOut, 201: SessionOut},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(NewSession)
        session, is_new = open_session(
            person_id=body.user_id,
            external_id=body.external_id,
            thread_id=body.thread_id,
            actor=self.actor,
            now=self.now,
        )
        return answer(
            SessionOut(**session_values(session)),
            status=201 if is_new else 200,
            headers={"Location": reverse("rest:session", args=[session.id])},
        )

    @documented(
        "List conversations, newest first",
        operation="list_sessions",
        tag=TAG,
        query=SessionQuery,
        answers={200: SessionPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(SessionQuery)
        wanted = {"person_id": query.user_id, "external_id": query.external_id}
        with self.scope():
            rows = sessions_of(self).filter(**{name: value for name, value in wanted.items() if value is not None})
            found, following = NEWEST.slice(rows, query)
        results = [SessionOut(**session_values(row)) for row in found]
        return answer(SessionPage(results=results, next_cursor=following))


class OneSession(RestView):
    @documented(
        "Get a conversation and how much of it is indexed",
        operation="get_session",
        tag=TAG,
        answers={200: SessionDetail},
    )
    def get(self, request: Request, session_id: UUID) -> Response:
        with self.scope():
            session = sessions_of(self).filter(id=session_id).first()
            if session is None:
                raise NotFound
            indexed = session.turns.filter(indexed_at__isnull=False).count()
        return answer(SessionDetail(**session_values(session), indexed_turns=indexed))


class CloseSession(RestView):
    @documented(
        "End a conversation and what was being worked on in it",
        operation="close_session",
        tag=TAG,
        body=CloseRequest,
        answers={200: SessionOut},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, session_id: UUID) -> Response:
        self.body(CloseRequest)
        session = close_session(session_id=session_id, actor=self.actor, now=self.now)
        return answer(SessionOut(**session_values(session)))


def sessions_of(view: RestView) -> QuerySet[Session]:
    """The conversations of people whom the actor's grants cover; that there were any is category `activity` too."""
    if not view.actor.may_see(CATEGORY):
        message = f"Category '{CATEGORY}' is not on the allowlist of role '{view.actor.role}'."
        raise NotAllowed(message, category=CATEGORY)
    return Session.objects.filter(view.actor.people_condition(now=view.now, rank=rank(INTERNAL)))


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
