from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import NotAllowed
from conversations.actions.open_session import open_session
from conversations.models import Session
from conversations.models.turn import CATEGORY
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.sessions import (
    CloseRequest,
    NewSession,
    SessionDetail,
    SessionOut,
    SessionPage,
    SessionQuery,
    session_values,
)
from interfaces.rest.views import RestView, answer
from operations.actions.close_session import close_session
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
