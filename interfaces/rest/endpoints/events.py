from datetime import timedelta

from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import check_category
from interfaces.rest.pagination import NEWEST
from interfaces.rest.parsing import earlier
from interfaces.rest.problems import Invalid
from interfaces.rest.shapes.events import (
    CountQuery,
    EventCount,
    EventCounts,
    EventFilters,
    EventPage,
    EventQuery,
    event_out,
)
from interfaces.rest.views import RestView, answer
from memories.models import OperationalEvent
from memories.models.operational_event import OperationalEventQuerySet

TAG = "events"
COUNTED_DAYS = 30
COUNTED_DAYS_MAX = 366


class Events(RestView):
    @documented(
        "List what the server did, newest first",
        operation="list_events",
        tag=TAG,
        query=EventQuery,
        answers={200: EventPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(EventQuery)
        check_category(self.actor, query.category)
        with self.scope():
            rows = _chosen(self, query).between(query.since, query.until)
            found, following = NEWEST.slice(rows, query)
        return answer(EventPage(results=[event_out(row) for row in found], next_cursor=following))


class Counts(RestView):
    """The last 30 days unless told otherwise, and at most 366."""

    @documented(
        "Count what the server did by day, node and operation",
        operation="count_events",
        tag=TAG,
        query=CountQuery,
        answers={200: EventCounts},
    )
    def get(self, request: Request) -> Response:
        query = self.query(CountQuery)
        check_category(self.actor, query.category)
        until = query.until or self.now
        since = query.since or earlier(until, timedelta(days=COUNTED_DAYS))
        if until - since > timedelta(days=COUNTED_DAYS_MAX):
            message = f"At most {COUNTED_DAYS_MAX} days are counted at once."
            raise Invalid([{"field": "since", "code": "too_long", "detail": message}])
        with self.scope():
            counts = [EventCount(**row) for row in _chosen(self, query).between(since, until).counts()]
        return answer(EventCounts(since=since, until=until, results=counts))


def _chosen(view: RestView, query: EventFilters) -> OperationalEventQuerySet:
    return OperationalEvent.objects.visible_to(view.actor, now=view.now).filter(**query.conditions)
