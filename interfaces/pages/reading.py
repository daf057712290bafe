"""One answer that an assistant was given: what it said then, why each part was in it, and what it would say now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.pages import wording
from interfaces.pages.person_view import PersonView
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.models import RetrievalEvent
from retrieval.replay import Replay, ReplayedResult, UnknownEvent, recorded_results, replay

SIGNALS: dict[str, Promise] = {
    "meaning": gettext_lazy("Similar meaning"),
    "words": gettext_lazy("Same words"),
    "field": gettext_lazy("Field named in the question"),
    "speaker": gettext_lazy("Speaker named in the question"),
    "substance": gettext_lazy("Detailed"),
    "time": gettext_lazy("Matches the time asked about"),
    "importance": gettext_lazy("Important"),
    "confidence": gettext_lazy("Reliable"),
    "trust": gettext_lazy("Trusted source"),
    "recency": gettext_lazy("Recent"),
    "question": gettext_lazy("Is itself a question"),
    "insight": gettext_lazy("A conclusion, not a statement"),
    "related": gettext_lazy("Linked to other results"),
    "stale": gettext_lazy("Depends on something changed or forgotten"),
}
MISSING: dict[str, Promise] = {
    "erased": gettext_lazy("Since erased"),
    "withheld": gettext_lazy("Forgotten or no longer visible"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """What one signal added to the score; below zero it took away."""

    name: Promise | str
    share: float


@dataclass(frozen=True, slots=True)
class Result:
    """One part of the answer; `missing` says why its text is not there."""

    place: ReplayedResult
    reasons: Sequence[Reason]
    missing: Promise | str

    @property
    def is_memory(self) -> bool:
        return self.place.kind != "turn"

    @property
    def text(self) -> str:
        return wording.told(self.place.content or "", is_fact=self.place.kind == "fact")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where one result of today stood then; `before` is 0 for what was not there."""

    place: ReplayedResult
    number: int
    before: int

    @property
    def text(self) -> str:
        return wording.told(self.place.content or "", is_fact=self.place.kind == "fact")


class ReadingView(PersonView):
    """Why did it know this? An answer by the id that came with it."""

    def get(self, request: HttpRequest, event_id: UUID) -> HttpResponse:
        return self.show(event_id, None)

    def post(self, request: HttpRequest, event_id: UUID) -> HttpResponseBase:
        """Ask the same again, now; that leaves a receipt of its own."""
        try:
            again = replay(event_id, actor=self.actor, now=self.now)
        except UnknownEvent as error:
            raise Http404 from error
        except (EmbeddingUnavailable, EmbeddingRefused):
            messages.error(request, _("This question can't be repeated right now. Try again in a few minutes."))
            return redirect("pages:reading", event_id)
        except (authorization.CategoryNotAllowed, authorization.NotGranted, authorization.UnknownPerson, ValueError):
            messages.error(request, _("This question can no longer be repeated. Its original results are below."))
            return redirect("pages:reading", event_id)
        return self.in_scope(lambda: self.show(event_id, again))

    def show(self, event_id: UUID, again: Replay | None) -> HttpResponse:
        mine = RetrievalEvent.objects.filter(self.actor.people_condition(now=self.now))
        event = mine.filter(id=event_id).first()
        if event is None:
            raise Http404
        places = recorded_results(event, self.actor, self.now)
        context = {
            "event": event,
            "who": wording.writer(event.actor_label),
            "results": [_result(place, row) for place, row in zip(places, event.results, strict=True)],
            "withheld": sum(event.withheld.values()),
            "also_shown": len(event.returned_memory_ids) - sum(place.kind != "turn" for place in places),
            "again": _differences(again) if again else None,
            "gone": len(again.disappeared) if again else 0,
        }
        return self.page("activity/reading_page.html", context)


def _result(place: ReplayedResult, row: Mapping[str, Any]) -> Result:
    shares: Mapping[str, float] = row.get("signals", {})
    reasons = [
        Reason(SIGNALS.get(name, wording.field_name(name)), share)
        for name, share in sorted(shares.items(), key=lambda item: -abs(item[1]))
    ]
    return Result(place, reasons, MISSING.get(place.missing, ""))


def _differences(again: Replay) -> list[Difference]:
    before = {place.id: number for number, place in enumerate(again.then, start=1)}
    return [Difference(place, number, before.get(place.id, 0)) for number, place in enumerate(again.now, start=1)]
