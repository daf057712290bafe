from datetime import date, datetime, timedelta
from typing import Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from interfaces.rest.memories.views import check_category
from interfaces.rest.operation import operation
from interfaces.rest.pagination import NEWEST, Page, PageQuery
from interfaces.rest.problems import Invalid
from interfaces.rest.schemas import Input, Output, Timestamp, UserId, earlier
from interfaces.rest.views import RestView, without_none
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
        return without_none(person_id=self.user_id, **named)


class EventQuery(EventFilters, PageQuery):
    """Which operations to list."""


class CountQuery(EventFilters):
    """Which operations to count."""


class EventOut(Output):
    """One operation, without content. `sim` is the best neighbour's score, 0..1, where one is known."""

    id: UUID
    user_id: UserId
    thread_id: str
    node: str
    op: str
    status: str
    memory_id: UUID | None
    category: str
    sim: float | None
    ts: datetime = Field(validation_alias="created_at")


class EventPage(Page[EventOut]):
    pass


class EventCount(Output):
    """How often an operation ended so at a node on a day (UTC)."""

    day: date
    node: str
    op: str
    status: str
    count: int


class EventCounts(Output):
    """Latest day first. `since` and `until` are the bounds that were counted in."""

    since: datetime
    until: datetime
    results: list[EventCount]


COUNTED_DAYS = 30
COUNTED_DAYS_MAX = 366


class Events(RestView):
    @operation("list_events")
    def get(self, query: EventQuery) -> EventPage:
        """List what the server did, newest first."""
        check_category(self.actor, query.category)
        with self.scope():
            rows = _selected(self, query).between(query.since, query.until)
            return NEWEST.page(rows, query, EventPage)


class Counts(RestView):
    """The last 30 days by default, and at most 366."""

    @operation("count_events")
    def get(self, query: CountQuery) -> EventCounts:
        """Count what the server did by day, node and operation."""
        check_category(self.actor, query.category)
        until = query.until or self.now
        since = query.since or earlier(until, timedelta(days=COUNTED_DAYS))
        if until - since > timedelta(days=COUNTED_DAYS_MAX):
            message = f"At most {COUNTED_DAYS_MAX} days are counted at once."
            raise Invalid([{"field": "since", "code": "too_long", "detail": message}])
        with self.scope():
            counts = [EventCount(**row) for row in _selected(self, query).between(since, until).counts()]
        return EventCounts(since=since, until=until, results=counts)


def _selected(view: RestView, query: EventFilters) -> OperationalEventQuerySet:
    return OperationalEvent.objects.visible_to(view.actor, now=view.now).filter(**query.conditions)
