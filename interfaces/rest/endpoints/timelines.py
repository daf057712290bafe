from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import TAG
from interfaces.rest.pagination import NEWEST, Order, PageQuery
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.timelines import (
    Diff,
    DiffQuery,
    HistoryPage,
    VersionPage,
    diff,
    history_entry,
    version,
)
from interfaces.rest.views import RestView, answer
from memories.models import History, Memory, MemoryVersion

BY_NUMBER = Order("number")


class MemoryHistory(RestView):
    """Without content: what happened, to which versions, by whom. It outlives the forgetting of a memory."""

    @documented(
        "What happened to a memory", operation="memory_history", tag=TAG, query=PageQuery, answers={200: HistoryPage}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            rows = History.objects.authorized_for(self.actor, now=self.now).filter(memory_id=memory_id)
            found, following = NEWEST.slice(rows, page)
        if not found and not page.cursor:
            raise NotFound
        return answer(HistoryPage(results=[history_entry(row) for row in found], next_cursor=following))


class SeedMemoryHistory(MemoryHistory):
    """The same under the address that 001 §8 gives it."""

    @documented("What happened to a memory", operation="history", tag=TAG, query=PageQuery, answers={200: HistoryPage})
    def get(self, request: Request, memory_id: UUID) -> Response:
        return super().get(request, memory_id)


class Versions(RestView):
    @documented(
        "All that a memory ever said", operation="versions", tag=TAG, query=PageQuery, answers={200: VersionPage}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        page = self.query(PageQuery)
        with self.scope():
            found, following = BY_NUMBER.slice(_readable(self, memory_id), page)
        if not found and not page.cursor:
            raise NotFound
        return answer(VersionPage(results=[version(row) for row in found], next_cursor=following))


class VersionDiff(RestView):
    @documented("Two versions compared word by word", operation="diff", tag=TAG, query=DiffQuery, answers={200: Diff})
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(DiffQuery)
        with self.scope():
            rows = {row.number: row for row in _readable(self, memory_id).filter(number__in=[query.from_, query.to])}
        if not {query.from_, query.to} <= rows.keys():
            raise NotFound
        return answer(diff(rows[query.from_], rows[query.to]))


def _readable(view: RestView, memory_id: UUID) -> QuerySet[MemoryVersion]:
    """The versions of a memory that can be seen now, less those of when it was filed where the actor may not look."""
    memories = Memory.objects.readable_by(view.actor, now=view.now).filter(id=memory_id)
    return MemoryVersion.objects.filter(memory__in=memories).authorized_when_written(view.actor, now=view.now)
