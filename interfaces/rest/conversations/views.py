from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.response import Response

from conversations.access import check_may_converse, check_may_read
from conversations.actions.sessions import open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from conversations.models.turn import TurnQuerySet, TurnRole
from conversations.withheld_texts import WithheldTexts
from intelligence.memory_tools import Operation
from interfaces.rest.conversations.schemas import (
    CloseRequest,
    ExchangeOut,
    MemoryOperation,
    NewExchange,
    NewSession,
    NewTurns,
    SessionDetail,
    SessionOut,
    SessionPage,
    SessionQuery,
    StoredTurn,
    StoredTurns,
    TurnOut,
    TurnPage,
    Window,
    WindowQuery,
)
from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER
from interfaces.rest.identifiers import refuse_in_turn, refuse_mentions
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import review_url
from interfaces.rest.pagination import NEWEST, Order, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.problems import NotFound
from interfaces.rest.retrieval.schemas import Context
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from operations.exchange import exchange
from operations.sessions import close_session, record_turns
from providers import statements
from workspaces.actors import Actor
from workspaces.sensitivity import INTERNAL, rank

ERASING = "A message does not erase everything that is remembered: the person does, at {page}."
IN_ORDER = Order("position", descending=False)


class Sessions(RestView):
    @operation("open_session", answers={200: SessionOut, 201: SessionOut})
    def post(self, body: NewSession) -> Response:
        """Begin a conversation with a person."""
        for name in ("external_id", "thread_id"):
            refuse_mentions(name, getattr(body, name))
        session, is_new = open_session(
            person_id=body.user_id,
            external_id=body.external_id,
            thread_id=body.thread_id,
            actor=self.actor,
            now=self.now,
        )
        headers = {"Location": reverse("rest:session", args=[session.id])}
        [ids] = _disclosed_ids(self, [session], are_named=True)
        return answer(SessionOut.of(session, **ids), status=201 if is_new else 200, headers=headers)

    @operation("list_sessions")
    def get(self, query: SessionQuery) -> SessionPage:
        """List conversations, newest first."""
        wanted = without_none(person_id=query.user_id, external_id=query.external_id)
        with self.scope():
            found, following = NEWEST.slice(sessions_of(self).filter(**wanted), query)
        results = [SessionOut.of(one, **ids) for one, ids in zip(found, _disclosed_ids(self, found), strict=True)]
        return SessionPage(results=results, next_cursor=following)


class OneSession(RestView):
    @operation("get_session")
    def get(self, session_id: UUID) -> SessionDetail:
        """Get a conversation and how much of it is indexed."""
        with self.scope():
            session = first_or_404(sessions_of(self).filter(id=session_id))
            indexed = session.turns.filter(indexed_at__isnull=False, erased_at=None).count()
        [ids] = _disclosed_ids(self, [session])
        return SessionDetail.of(session, indexed_turns=indexed, **ids)


class CloseSession(RestView):
    @operation("close_session")
    def post(self, session_id: UUID, body: CloseRequest) -> SessionOut:
        """End a conversation and its working memories."""
        session = close_session(session_id=session_id, actor=self.actor, now=self.now)
        [ids] = _disclosed_ids(self, [session])
        return SessionOut.of(session, **ids)


class Turns(RestView):
    takes_any_text = True  # text that people paste; the gate reads it as it is displayed

    @operation("append_turns", answers={200: StoredTurns, 201: StoredTurns})
    def post(self, session_id: UUID, body: NewTurns) -> Response:
        """Store one message, or up to 100 in order."""
        for place, turn in enumerate(body.turns):
            refuse_in_turn(f"turns.{place}.", speaker=turn.speaker, external_id=turn.external_id)
        drafts = [parse(TurnDraft, turn.model_dump()) for turn in body.turns]
        stored = record_turns(session_id=session_id, drafts=drafts, actor=self.actor, now=self.now)
        turns = [_stored_out(turn, created) for turn, created in stored]
        status = 201 if any(turn.created for turn in turns) else 200
        return answer(StoredTurns(session_id=session_id, turns=turns), status=status)

    @operation("list_turns")
    def get(self, session_id: UUID, query: PageQuery) -> TurnPage:
        """List a conversation's messages in order."""
        with self.scope():
            turns = _turns(self, session_id, may_be_deleted=False)
            return IN_ORDER.page(turns, query, TurnPage, partial(_turn_out, self.actor))


class RecentTurns(RestView):
    @operation("window")
    def get(self, session_id: UUID, query: WindowQuery) -> Window:
        """The last messages of a conversation."""
        with self.scope():
            rows = list(_turns(self, session_id).window(query.size))
        return Window(session_id=session_id, turns=[_turn_out(self.actor, row) for row in reversed(rows)])


class Exchanges(RestView):
    """Retrieve, answer and store in one call, as `POST /context` and `POST /sessions/{id}/turns` do apart."""

    takes_any_text = True  # text that people paste; the gate reads it as it is displayed

    @operation("exchange", answers={200: ExchangeOut, 201: ExchangeOut}, sends=(EVENT_HEADER, REVISION_HEADER))
    def post(self, session_id: UUID, body: NewExchange) -> Response:
        """Retrieve for a message, let the configured model answer it, store both."""
        refuse_in_turn("", speaker=body.speaker, external_id=body.external_id)
        message = body.model_dump(include={"content", "speaker", "occurred_at", "external_id"})
        exchanged = exchange(
            session_id=session_id,
            message=parse(TurnDraft, message | {"role": "user"}),
            with_reply=body.reply,
            top_k=body.top_k,
            actor=self.actor,
            now=self.now,
        )
        headers = {
            EVENT_HEADER: str(exchanged.context.event_id),
            REVISION_HEADER: str(exchanged.context.parts.header.revision),
        }
        found = ExchangeOut(
            session_id=session_id,
            context=Context.of(exchanged.context.data()),
            reply=exchanged.answered.text or None,
            reply_status=exchanged.answered.status,
            memory_operations=[_operation_out(one) for one in exchanged.operations],
            turns=[_stored_out(turn, created) for turn, created in exchanged.turns],
        )
        status = 201 if any(turn.created for turn in found.turns) else 200
        return answer(found, status=status, headers=headers)


def _stored_out(turn: Turn, created: bool) -> StoredTurn:
    is_all = turn.role == TurnRole.USER and any(
        map(statements.is_about_everything, statements.forget_requests(turn.spoken))
    )
    page = f"{settings.PUBLIC_URL}{reverse('pages:erase')}"
    return StoredTurn.of(turn, created=created, message=ERASING.format(page=page) if is_all else "")


def _operation_out(one: Operation) -> MemoryOperation:
    return MemoryOperation.of(one, review_url=review_url(one.proposal_id) if one.proposal_id else None)


def _disclosed_ids(view: RestView, sessions: Sequence[Session], *, are_named: bool = False) -> list[dict[str, str]]:
    """Return the ids of conversations without what the person has not agreed to (R31). `external_id` may say what a
    conversation was about: it is empty where all messages were deleted, unless the caller sent it (`are_named`)."""
    with view.scope():
        withheld = WithheldTexts.for_reader(view.actor, {one.person_id for one in sessions})
    names = (one.external_id if are_named or not one.is_deleted else "" for one in sessions)
    return [
        {
            "external_id": withheld.disclosed(name, one.person_id),
            "thread_id": withheld.disclosed(one.thread_id, one.person_id),
        }
        for one, name in zip(sessions, names, strict=True)
    ]


def sessions_of(view: RestView) -> QuerySet[Session]:
    """Select the conversations of people whom the actor's grants cover; their existence belongs to category `activity`,
    too."""
    check_may_converse(view.actor)
    return Session.objects.filter(view.actor.people_condition(now=view.now, rank=rank(INTERNAL)))


def _turns(view: RestView, session_id: UUID, *, may_be_deleted: bool = True) -> TurnQuerySet:
    """Return a session's turns. Where its person deleted the messages, return none if `may_be_deleted`, else raise
    NotFound. Raises NotAllowed."""
    session = first_or_404(sessions_of(view).filter(id=session_id))
    if session.is_deleted and not may_be_deleted:
        raise NotFound("The person deleted this conversation.")
    check_may_read(view.actor, session.person_id, now=view.now)
    return Turn.objects.visible_to(view.actor, now=view.now).filter(session_id=session_id)


def _turn_out(actor: Actor, turn: Turn) -> TurnOut:
    content, withheld = turn.disclosed_to(actor)
    return TurnOut.of(turn, content=content, withheld=withheld)
