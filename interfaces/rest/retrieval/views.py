from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from rest_framework.response import Response

from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import NO_MEMORY, NotFound
from interfaces.rest.retrieval.schemas import (
    Context,
    QueryItems,
    ReadingPage,
    ReadsQuery,
    RecallDay,
    RecallDays,
    RecallQuery,
    ReplayOut,
    ReplayRequest,
    Retrieval,
    RetrievalPage,
    RetrievalQuery,
    readings,
    retrievals,
)
from interfaces.rest.schemas import earlier
from interfaces.rest.views import RestView, answer, first_or_404, without_none
from memories.models import Memory
from retrieval.answers import disclosed_counts
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.recall_rates import recall_shares
from retrieval.replay import replay
from retrieval.requests import QueryRequest

ANSWER_HEADERS = (EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER)


class MemoryQueries(RestView):
    """The answer is the bare list of results; everything else is in headers (R28)."""

    @operation("memory_query", answers={200: QueryItems}, sends=ANSWER_HEADERS, is_read=True, recalls_key=True)
    def post(self, body: QueryRequest) -> Response:
        """Find what is remembered about a person.

        The best results come even if none of them fits: `score` tells how well each one does. Below 0.7 it hardly
        answers the question. From 0.7 on it may: what only touches the question reaches 0.72 too, so the order tells
        more than the number. Send `threshold` to leave out lower scores: with 0.7 little is left where nothing
        fits. `select` as `relevant` leaves out what is not worth its length, and keeps
        the best one from 0.6 on, which may still not answer. Bullets have no `score`, so send one of the two with them.
        """
        found = memory_query(body, actor=self.actor, now=self.now)
        headers = {
            EVENT_HEADER: str(found.event_id),
            REVISION_HEADER: str(found.revision),
            WITHHELD_HEADER: str(found.withheld_count),
        }
        return Response(found.data(), headers=headers)


RECALL_DAYS = timedelta(days=30)


class Contexts(RestView):
    """What a supervisor should know before it answers."""

    @operation("context", answers={200: Context}, sends=ANSWER_HEADERS, is_read=True, recalls_key=True)
    def post(self, body: ContextRequest) -> Response:
        """Build the context of a question."""
        found = build_context(body, actor=self.actor, now=self.now)
        headers = {REVISION_HEADER: str(found.parts.header.revision)}
        if found.event_id is not None:
            withheld = sum(disclosed_counts(found.withheld).values())
            headers |= {EVENT_HEADER: str(found.event_id), WITHHELD_HEADER: str(withheld)}
        return answer(Context.of(found.data()), headers=headers)


class Retrievals(RestView):
    @operation("list_retrievals")
    def get(self, query: RetrievalQuery) -> RetrievalPage:
        """List retrievals, newest first."""
        with self.scope():
            rows = RetrievalEvent.objects.visible_to(self.actor, now=self.now).filter(_conditions(query))
            found, following = NEWEST.slice(rows, query)
            return RetrievalPage(results=retrievals(found, actor=self.actor), next_cursor=following)


class OneRetrieval(RestView):
    @operation("get_retrieval")
    def get(self, event_id: UUID) -> Retrieval:
        """Get a retrieval."""
        with self.scope():
            event = RetrievalEvent.objects.readable_by(self.actor, event_id, now=self.now)
            if event is None:
                raise NotFound
            [found] = retrievals([event], actor=self.actor)
        return found


class Replays(RestView):
    @operation("replay_retrieval", is_read=True)
    def post(self, event_id: UUID, body: ReplayRequest) -> ReplayOut:
        """Repeat the query of a retrieval, and compare."""
        found = replay(event_id, actor=self.actor, now=self.now, model_name=body.model or "")
        return ReplayOut.of(found.data())


class MemoryReads(RestView):
    """A memory that the caller may not see has no readers for them."""

    @operation("memory_reads")
    def get(self, memory_id: UUID, query: ReadsQuery) -> ReadingPage:
        """Who read a memory."""
        with self.scope():
            memory = first_or_404(Memory.objects.visible_to(self.actor, now=self.now).filter(id=memory_id), NO_MEMORY)
            rows = RetrievalEvent.objects.that_showed(memory_id, person_id=memory.person_id)
            found, following = NEWEST.slice(rows, query)
            results = readings(found, memory_id, actor=self.actor, now=self.now)
            return ReadingPage(results=results, next_cursor=following)


class Recalls(RestView):
    @operation("recalls")
    def get(self, query: RecallQuery) -> RecallDays:
        """How many turns needed recall on demand, by agent and day."""
        until = query.until or self.now
        since = query.since or earlier(until, RECALL_DAYS)
        with self.scope():
            shares = recall_shares(actor=self.actor, now=self.now, since=since, until=until)
        return RecallDays(results=[RecallDay.of(share) for share in shares])


def _conditions(query: RetrievalQuery) -> Q:
    conditions = without_none(
        person_id=query.user_id,
        agent_id=query.agent_id,
        purpose=query.purpose,
        created_at__gte=query.since,
        created_at__lt=query.until,
        returned_memory_ids__contains=[query.memory_id] if query.memory_id else None,
    )
    return Q(**conditions)
