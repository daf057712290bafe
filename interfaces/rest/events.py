from datetime import date, datetime, timedelta
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from interfaces.rest.documentation import documented
from interfaces.rest.memories.views import check_category
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.parsing import Input, Timestamp, earlier
from interfaces.rest.problems import Invalid
from interfaces.rest.views import RestView, answer
from memories.models import OperationalEvent
from memories.models.operational_event import OperationalEventQuerySet

NodeName = Literal["hotpath", "context", "episodic", "worker"]
OperationName = Literal["classify", "search", "create", "update", "merge", "delete", "restore", "link", "ttl", "purge"]
EventStatusName = Literal["ok", "error", "skipped"]


class EventFilters(Input):
    """What both lists are bounded by; times are those of the events."""

    user_id: UUID | None = None
    thread_id: str | None = Field(default=None, max_length=256)
    memory_id: UUID | None = None
    node: NodeName | None = None
    op: OperationName | None = None
    status: EventStatusName | None = None
    category: str | None = Field(default=None, max_length=64)
    since: Timestamp | None = Field(default=None, description="From this time on.")
    until: Timestamp | None = Field(default=None, description="Before this time.")

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since and self.until and self.since > self.until:
            raise ValueError("since lies after until.")
        return self

    @property
    def conditions(self) -> dict[str, object]:
        named = self.model_dump(include={"thread_id", "memory_id", "node", "op", "status", "category"})
        return {name: value for name, value in (named | {"person_id": self.user_id}).items() if value is not None}


class EventQuery(EventFilters, PageQuery):
    """Which operations to list."""


class CountQuery(EventFilters):
    """Which operations to count."""


class EventOut(BaseModel):
    """One operation, without content (001 §14). `sim` is the best neighbour's score, 0..1, where one is known."""

    id: UUID
    user_id: UUID | None
    thread_id: str
    node: str
    op: str
    status: str
    memory_id: UUID | None
    category: str
    sim: float | None
    ts: datetime


class EventPage(Page[EventOut]):
    pass


class EventCount(BaseModel):
    """How often an operation ended so at a node on a day (UTC)."""

    day: date
    node: str
    op: str
    status: str
    count: int


class EventCounts(BaseModel):
    """Latest day first. `since` and `until` are the bounds that were counted in."""

    since: datetime
    until: datetime
    results: list[EventCount]


def event_out(row: OperationalEvent) -> EventOut:
    copied = ("id", "thread_id", "node", "op", "status", "memory_id", "category", "sim")
    return EventOut(**{name: getattr(row, name) for name in copied}, user_id=row.person_id, ts=row.created_at)


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
