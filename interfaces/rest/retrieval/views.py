from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER, documented
from interfaces.rest.pagination import NEWEST
from interfaces.rest.parsing import earlier
from interfaces.rest.problems import NotFound
from interfaces.rest.retrieval.schemas import (
    Context,
    QueryItems,
    ReadingPage,
    ReadsQuery,
    RecallDays,
    RecallQuery,
    ReplayOut,
    ReplayRequest,
    Retrieval,
    RetrievalPage,
    RetrievalQuery,
    context,
    reading,
    recall_day,
    replayed,
    retrieval,
)
from interfaces.rest.views import RestView, answer
from memories.models import Memory
from retrieval.answers import disclosed_counts
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.recall_shares import recall_shares
from retrieval.replay import replay
from retrieval.requests import QueryRequest


class MemoryQueries(RestView):
    """001 §6's one tool. What is not part of the bare list travels in headers (R28)."""

    is_question = True

    @documented(
        "Find what is remembered about a person",
        operation="memory_query",
        tag="retrieval",
        body=QueryRequest,
        answers={200: QueryItems},
        tells=(EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER),
    )
    def post(self, request: Request) -> Response:
        found = memory_query(self.body(QueryRequest), actor=self.actor, now=self.now)
        headers = {
            EVENT_HEADER: str(found.event_id),
            REVISION_HEADER: str(found.revision),
            WITHHELD_HEADER: str(found.withheld_count),
        }
        return answer(found.data(), headers=headers)


TAG = "retrieval"
RECALL_DAYS = timedelta(days=30)


class Contexts(RestView):
    """What a supervisor should know before it answers (001 §1, 002)."""

    is_question = True

    @documented(
        "Put together the context of a question",
        operation="context",
        tag=TAG,
        body=ContextRequest,
        answers={200: Context},
        tells=(EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER),
    )
    def post(self, request: Request) -> Response:
        found = build_context(self.body(ContextRequest), actor=self.actor, now=self.now)
        headers = {REVISION_HEADER: str(found.parts.header.revision)}
        if found.event_id is not None:
            headers |= {
                EVENT_HEADER: str(found.event_id),
                WITHHELD_HEADER: str(sum(disclosed_counts(found.withheld).values())),
            }
        return answer(context(found), headers=headers)


class Retrievals(RestView):
    @documented(
        "List retrievals, newest first",
        operation="list_retrievals",
        tag=TAG,
        query=RetrievalQuery,
        answers={200: RetrievalPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(RetrievalQuery)
        with self.scope():
            rows = RetrievalEvent.objects.visible_to(self.actor, now=self.now).filter(_conditions(query))
            found, following = NEWEST.slice(rows, query)
        return answer(RetrievalPage(results=[retrieval(row, actor=self.actor) for row in found], next_cursor=following))


class OneRetrieval(RestView):
    @documented("Get a retrieval", operation="get_retrieval", tag=TAG, answers={200: Retrieval})
    def get(self, request: Request, event_id: UUID) -> Response:
        with self.scope():
            event = RetrievalEvent.objects.readable_by(self.actor, event_id, now=self.now)
        if event is None:
            raise NotFound
        return answer(retrieval(event, actor=self.actor))


class Replays(RestView):
    is_question = True

    @documented(
        "Ask the question of a retrieval again, and compare",
        operation="replay_retrieval",
        tag=TAG,
        body=ReplayRequest,
        answers={200: ReplayOut},
    )
    def post(self, request: Request, event_id: UUID) -> Response:
        body = self.body(ReplayRequest)
        return answer(replayed(replay(event_id, actor=self.actor, now=self.now, model_name=body.model or "")))


class MemoryReads(RestView):
    """A memory that the caller may not see has no readers for them."""

    @documented("Who read a memory", operation="memory_reads", tag=TAG, query=ReadsQuery, answers={200: ReadingPage})
    def get(self, request: Request, memory_id: UUID) -> Response:
        page = self.query(ReadsQuery)
        with self.scope():
            memory = Memory.objects.visible_to(self.actor, now=self.now).filter(id=memory_id).first()
            if memory is None:
                raise NotFound
            rows = RetrievalEvent.objects.that_showed(memory_id, person_id=memory.person_id)
            found, following = NEWEST.slice(rows, page)
        return answer(ReadingPage(results=[reading(row, memory_id) for row in found], next_cursor=following))


class Recalls(RestView):
    @documented(
        "How many turns needed recall on demand, by agent and day",
        operation="recalls",
        tag=TAG,
        query=RecallQuery,
        answers={200: RecallDays},
    )
    def get(self, request: Request) -> Response:
        query = self.query(RecallQuery)
        until = query.until or self.now
        since = query.since or earlier(until, RECALL_DAYS)
        with self.scope():
            shares = recall_shares(actor=self.actor, now=self.now, since=since, until=until)
        return answer(RecallDays(results=[recall_day(share) for share in shares]))


def _conditions(query: RetrievalQuery) -> Q:
    conditions = {
        "person_id": query.user_id,
        "agent_id": query.agent_id,
        "purpose": query.purpose,
        "created_at__gte": query.since,
        "created_at__lt": query.until,
        "returned_memory_ids__contains": [query.memory_id] if query.memory_id else None,
    }
    return Q(**{name: value for name, value in conditions.items() if value is not None})
