"""What assistants asked about the person, and what they received."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from interfaces.pages.assistants import Face, Faces
from interfaces.pages.chips import chips_of
from interfaces.pages.filters import ActivityFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from memories.models import Memory
from retrieval.models import RetrievalEvent


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """One question of an assistant and what it received.

    `others` counts results that are no memories, or were erased since.
    """

    event: RetrievalEvent
    face: Face
    memories: Sequence[Memory]
    others: int

    @property
    def who(self) -> str:
        return self.face.name

    @property
    def count(self) -> int:
        return len(self.memories) + self.others


class ActivityView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = ActivityFilters(request.GET)
        page = page_of(self.events(filters.chosen), "created_at", request.GET)
        context = {
            "filters": filters,
            "chips": chips_of(filters, request.GET, "who"),
            "kept": [(name, value) for name, value in filters.chosen.items() if name != "q"],
            "page": page,
            "rows": self.rows(page.rows),
        }
        return self.page("activity/list.html", context)

    def events(self, chosen: dict[str, str]) -> QuerySet[RetrievalEvent]:
        rows = self.retrieval_events
        if "who" in chosen:
            rows = rows.filter(actor_label=chosen["who"])
        if "agent" in chosen:
            rows = rows.filter(agent_id=chosen["agent"])
        return rows.filter(query__icontains=chosen["q"]) if "q" in chosen else rows

    def rows(self, events: Sequence[RetrievalEvent]) -> list[ActivityRow]:
        ids = {memory_id for event in events for memory_id in event.returned_memory_ids}
        known: dict[UUID, Memory] = self.authorized_memories.in_bulk(list(ids)) if ids else {}
        faces = Faces.load() if events else Faces([])
        return [_row(event, known, faces) for event in events]


class FindRetrievalView(PersonView):
    """From the id that came with an answer to the page that explains it."""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        try:
            event_id = UUID(request.GET.get("id", "").strip())
        except ValueError:
            messages.error(request, _("That is not an answer ID. An ID has 36 characters, such as 0190…-…."))
            return redirect("pages:activity")
        return redirect("pages:retrieval", event_id)


def _row(event: RetrievalEvent, known: dict[UUID, Memory], faces: Faces) -> ActivityRow:
    memories = [known[memory_id] for memory_id in event.returned_memory_ids if memory_id in known]
    others = max(len(event.results), len(event.returned_memory_ids)) - len(memories)
    return ActivityRow(event, faces.of(event.actor_label, event.agent_id), memories, others)
