"""The list of what assistants asked about the person and received."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.pages.filters.filter_links import filter_links
from interfaces.pages.filters.filters import ActivityFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.retrievals.answer_parts import tally
from interfaces.pages.texts.actors import Face, Faces
from interfaces.spelling_suggestions import MOST_READ, corrected
from memories.models import Memory, MemoryVersion
from retrieval.models import RetrievalEvent

MOST_TYPED = 40
# Why no page exists for an ID.
NO_ID, UNKNOWN = "no-id", "unknown"
PROBLEMS: dict[str, Promise] = {
    NO_ID: _("That is not an answer ID. An ID has 36 characters, such as 0190f3a2-…."),
    UNKNOWN: _("No answer about you has this ID. It may be about somebody else, or too old."),
}
Place = tuple[UUID, int]  # a memory's id and a version number


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """One question of an assistant and what it received, with the texts of that time.

    `turns` counts messages, `deleted` memories that were deleted since, `hidden` those that the person may not see.
    """

    event: RetrievalEvent
    face: Face
    memories: Sequence[MemoryVersion]
    turns: int
    deleted: int
    hidden: int

    @property
    def who(self) -> str:
        return self.face.name

    @property
    def tally(self) -> str:
        return tally(len(self.memories) + self.deleted + self.hidden, self.turns)


class ActivityView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = ActivityFilters(request.GET)
        page = page_of(self.events(filters.chosen), "created_at", request.GET)
        others = request.GET.copy()  # a link to an assistant also selects its role
        others.pop("agent", None)
        context = {
            "filters": filters,
            "chips": filter_links(filters, others, "who"),
            "kept": [(name, value) for name, value in filters.chosen.items() if name != "q"],
            "page": page,
            "rows": self.rows(page.rows),
            "meant": self.suggestion(filters.chosen.get("q", "")) if not page.rows else "",
            "looked_up": request.GET.get("id", "")[:MOST_TYPED],
            "problem": PROBLEMS.get(request.GET.get("problem", "")),
        }
        return self.page("activity/list.html", context)

    def suggestion(self, words: str) -> str:
        """Return a corrected spelling with words of earlier questions."""
        queries = self.retrieval_events.order_by("-created_at").values_list("query", flat=True)
        return corrected(words, queries[:MOST_READ]) if words else ""

    def events(self, chosen: dict[str, str]) -> QuerySet[RetrievalEvent]:
        rows = self.retrieval_events
        if "who" in chosen:
            rows = rows.filter(actor_label=chosen["who"])
        if "agent" in chosen:
            rows = rows.filter(agent_id=chosen["agent"])
        return rows.filter(query__icontains=chosen["q"]) if "q" in chosen else rows

    def rows(self, events: Sequence[RetrievalEvent]) -> list[ActivityRow]:
        received = {place for event in events for place in _received(event)}
        known = self._versions(received) if received else {}
        unknown = {memory_id for memory_id, number in received if (memory_id, number) not in known}
        hidden = set(Memory.objects.filter(id__in=unknown).values_list("id", flat=True)) if unknown else set[UUID]()
        faces = Faces.load() if events else Faces([])
        return [_row(event, known, hidden, faces) for event in events]

    def _versions(self, received: Collection[Place]) -> dict[Place, MemoryVersion]:
        """Return the versions of the person's memories; one query."""
        memories = self.authorized_memories.filter(id__in={memory_id for memory_id, _number in received})
        rows = MemoryVersion.objects.filter(
            memory_id__in=memories.values("id"), number__in={number for _memory_id, number in received}
        ).select_related("memory")
        return {(row.memory_id, row.number): row for row in rows}


class FindRetrievalView(PersonView):
    """Redirects from an answer's id to the page that explains it, or reports why there is none."""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        try:
            event_id = UUID(request.GET.get("id", "").strip())
        except ValueError:
            return self.not_found(NO_ID)
        if not self.retrieval_events.filter(id=event_id).exists():
            return self.not_found(UNKNOWN)
        return redirect("pages:retrieval", event_id)

    def not_found(self, problem: str) -> HttpResponse:
        """Redirect back to the form, with the typed id."""
        typed = urlencode({"id": self.request.GET.get("id", "")[:MOST_TYPED], "problem": problem})
        return redirect(f"{reverse('pages:activity')}?{typed}#look-up")


def _received(event: RetrievalEvent) -> list[Place]:
    """Return the memories of an answer with their version numbers at that time."""
    returned = set(event.returned_memory_ids)
    places = ((UUID(str(one["id"])), int(one.get("version") or 0)) for one in event.results if one.get("id"))
    return [place for place in places if place[0] in returned]


def _row(
    event: RetrievalEvent, known: Mapping[Place, MemoryVersion], hidden: Collection[UUID], faces: Faces
) -> ActivityRow:
    received = _received(event)
    memories = [known[place] for place in received if place in known]
    unseen = sum(place not in known and place[0] in hidden for place in received)
    turns = sum(one.get("kind") == "turn" for one in event.results)
    total = max(len(event.results) - turns, len(event.returned_memory_ids))
    face = faces.of(event.actor_label, event.agent_id)
    return ActivityRow(event, face, memories, turns, total - len(memories) - unseen, unseen)
