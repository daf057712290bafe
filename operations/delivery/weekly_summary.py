"""The counts of a person's week. Only counts, because mail can be read in transit."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Min, Q

from consent.models import Proposal
from memories.models import History
from memories.models.choices import Event
from retrieval.models import RetrievalEvent
from workspaces.models import Agent

WEEK = timedelta(days=7)
LEARNED = (Event.ADD, Event.UPDATE)


@dataclass(frozen=True, slots=True)
class Reader:
    """The number of queries of an agent; `name` is its display name."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Week:
    """`waiting` counts open requests, `expires_at` is when the first ends; `added` and `changed` count memories."""

    waiting: int
    expires_at: datetime | None
    added: int
    changed: int
    readers: tuple[Reader, ...]

    @property
    def reads(self) -> int:
        return sum(reader.count for reader in self.readers)

    @property
    def is_empty(self) -> bool:
        return not (self.waiting or self.added or self.changed or self.readers)


def week_of(person_id: UUID, *, now: datetime) -> Week:
    """The seven days up to `now`; four queries, in the entered scope."""
    mine = Q(person_id=person_id)
    open_now = Proposal.objects.pending().unmuted().filter(mine).aggregate(count=Count("id"), first=Min("expires_at"))
    written = History.objects.filter(mine, event__in=LEARNED, created_at__gt=now - WEEK, created_at__lte=now)
    counts = dict(written.values_list("event").annotate(Count("memory_id", distinct=True)))
    return Week(
        waiting=open_now["count"],
        expires_at=open_now["first"],
        added=counts.get(Event.ADD, 0),
        changed=counts.get(Event.UPDATE, 0),
        readers=_readers(person_id, now),
    )


def _readers(person_id: UUID, now: datetime) -> tuple[Reader, ...]:
    """Return the agents by number of queries, descending."""
    events = RetrievalEvent.objects.filter(
        person_id=person_id, agent_id__isnull=False, created_at__gt=now - WEEK, created_at__lte=now
    )
    counts = dict(events.order_by().values_list("agent_id").annotate(Count("id")))
    agents = Agent.objects.filter(id__in=counts)
    readers = [Reader(agent.called, counts[agent.id]) for agent in agents]
    return tuple(sorted(readers, key=lambda reader: (-reader.count, reader.name)))
