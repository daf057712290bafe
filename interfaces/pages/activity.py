"""What assistants asked about the person, what they were given, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from interfaces.pages import wording
from interfaces.pages.filters import ActivityFilters
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
        filters = ActivityFilters(request.GET)
        page = page_of(self.rows(filters.wanted), "created_at", request.GET)
        return self.page("activity/list.html", {"page": page, "filters": filters, "readings": self.readings(page.rows)})

    def rows(self, wanted: dict[str, str]) -> QuerySet[RetrievalEvent]:
        rows = RetrievalEvent.objects.filter(self.actor.people_condition(now=self.now))
        if "who" in wanted:
            rows = rows.filter(actor_label=wanted["who"])
        if "agent" in wanted:
            rows = rows.filter(agent_id=wanted["agent"])
        return rows.filter(query__icontains=wanted["q"]) if "q" in wanted else rows

    def readings(self, events: Sequence[RetrievalEvent]) -> list[Reading]:
        ids = {memory_id for event in events for memory_id in event.returned_memory_ids}
        mine = Memory.objects.authorized_for(self.actor, now=self.now).select_related("current")
        known: dict[UUID, Memory] = mine.in_bulk(list(ids)) if ids else {}
        return [_reading(event, known) for event in events]


class FindReadingView(PersonView):
    """From the id that came with an answer to the page that explains it."""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        try:
            event_id = UUID(request.GET.get("id", "").strip())
        except ValueError:
            messages.error(request, _("That is not an answer ID. An ID has 36 characters, such as 0190…-…."))
            return redirect("pages:activity")
        return redirect("pages:reading", event_id)


def _reading(event: RetrievalEvent, known: dict[UUID, Memory]) -> Reading:
    memories = [known[memory_id] for memory_id in event.returned_memory_ids if memory_id in known]
    others = max(len(event.results), len(event.returned_memory_ids)) - len(memories)
    return Reading(event, wording.writer(event.actor_label), memories, others)
