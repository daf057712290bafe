from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from interfaces.pages import wording
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import Memory
from retrieval.models import RetrievalEvent


@dataclass(frozen=True, slots=True)
class Reading:
    """One question of an assistant and what it was given.

    `others` counts results that are no memories, or were erased since.
    """

    event: RetrievalEvent
    who: str
    memories: Sequence[Memory]
    others: int

    @property
    def count(self) -> int:
        return len(self.memories) + self.others


class ActivityView(PersonView):
    """What assistants asked about the person, and received."""

    def get(self, request: HttpRequest) -> HttpResponse:
        page = page_of(self.rows(), "created_at", request.GET)
        return self.page("activity/list.html", {"page": page, "readings": self.readings(page.rows)})

    def rows(self) -> QuerySet[RetrievalEvent]:
        return RetrievalEvent.objects.filter(self.actor.people_condition(now=self.now))

    def readings(self, events: Sequence[RetrievalEvent]) -> list[Reading]:
        ids = {memory_id for event in events for memory_id in event.returned_memory_ids}
        mine = Memory.objects.within_reach(self.actor, now=self.now).select_related("current")
        known: dict[UUID, Memory] = mine.in_bulk(list(ids)) if ids else {}
        return [_reading(event, known) for event in events]


def _reading(event: RetrievalEvent, known: dict[UUID, Memory]) -> Reading:
    memories = [known[memory_id] for memory_id in event.returned_memory_ids if memory_id in known]
    others = max(len(event.results), len(event.returned_memory_ids)) - len(memories)
    return Reading(event, wording.writer(event.actor_label), memories, others)
