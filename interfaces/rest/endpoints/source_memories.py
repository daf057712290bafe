from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import TAG, chosen
from interfaces.rest.pagination import RECENTLY_CHANGED
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.source_memories import (
    MemoryDetailOut,
    SummaryPage,
    SummaryQuery,
    detail_out,
    summary_out,
)
from interfaces.rest.views import RestView, answer
from memories import dto


class Summaries(RestView):
    @documented(
        "List memories in short, last changed first",
        operation="memory_summaries",
        tag=TAG,
        query=SummaryQuery,
        answers={200: SummaryPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(SummaryQuery)
        with self.scope():
            rows = chosen(self, query).filter(**query.of_source)
            found, following = RECENTLY_CHANGED.slice(rows, query)
            told = dto.summaries(found)
        return answer(SummaryPage(results=[summary_out(one) for one in told], next_cursor=following))


class Detail(RestView):
    @documented(
        "A memory with its payload, relationships and chunks",
        operation="memory_detail",
        tag=TAG,
        answers={200: MemoryDetailOut},
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        with self.scope():
            found = dto.detail(memory_id=memory_id, actor=self.actor, now=self.now)
        if found is None:
            raise NotFound
        return answer(detail_out(found))
