from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import EVENT_HEADER, REVISION_HEADER, WITHHELD_HEADER, documented
from interfaces.rest.shapes.queries import QueryItems, query_items
from interfaces.rest.views import RestView, answer
from retrieval.query import memory_query
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
        return answer(query_items(found.as_json()), headers=headers)
