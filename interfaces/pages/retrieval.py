"""One answer that an assistant received: its parts, why each was in it, and what the same question brings now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.pages import wording
from interfaces.pages.person_view import PersonView
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.replay import Replay, ReplayedResult, UnknownEvent, recorded_results, replay

SIGNALS: dict[str, Promise] = {
    "meaning": gettext_lazy("Similar meaning"),
    "words": gettext_lazy("Same words"),
    "field": gettext_lazy("Field named in the question"),
    "speaker": gettext_lazy("Speaker named in the question"),
    "other_speaker": gettext_lazy("Said by somebody else"),
    "contested": gettext_lazy("Somebody else's words fit better"),
    "other_side": gettext_lazy("Said by the assistant"),
    "instruction": gettext_lazy("An instruction"),
    "preference": gettext_lazy("A preference"),
    "number": gettext_lazy("Has a number, as asked"),
    "acknowledgement": gettext_lazy("Only agrees or thanks"),
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
    """What one signal added to the score, or took away below zero."""

    name: Promise | str
    share: float


@dataclass(frozen=True, slots=True)
class Result:
    """One part of the answer; `missing` explains why it has no text."""

    place: ReplayedResult
    reasons: Sequence[Reason]
    missing: Promise | str

    @property
    def is_memory(self) -> bool:
        return self.place.kind != "turn"

    @property
    def text(self) -> str:
        return wording.version_text(self.place.content or "", is_fact=self.place.kind == "fact")


@dataclass(frozen=True, slots=True)
class Difference:
    """One result of today; `before` is its place at the time, 0 where it was none."""

    place: ReplayedResult
    number: int
    before: int

    @property
    def text(self) -> str:
        return wording.version_text(self.place.content or "", is_fact=self.place.kind == "fact")


class RetrievalView(PersonView):
    """Why did it know this? By the ID that came with the answer."""

    def get(self, request: HttpRequest, event_id: UUID) -> HttpResponse:
        return self.show(event_id, None)

    def post(self, request: HttpRequest, event_id: UUID) -> HttpResponseBase:
        """Ask the same again, now; that records an event of its own."""
        try:
            again = replay(event_id, actor=self.actor, now=self.now)
        except UnknownEvent as error:
            raise Http404 from error
        except (EmbeddingUnavailable, EmbeddingRefused):
            messages.error(request, _("This question can't be repeated right now. Try again in a few minutes."))
            return redirect("pages:retrieval", event_id)
        except (authorization.CategoryNotAllowed, authorization.NotGranted, authorization.UnknownPerson, ValueError):
            messages.error(request, _("This question can no longer be repeated. Its original results are below."))
            return redirect("pages:retrieval", event_id)
        return self.in_scope(lambda: self.show(event_id, again))

    def show(self, event_id: UUID, again: Replay | None) -> HttpResponse:
        event = get_object_or_404(self.retrieval_events, id=event_id)
        places = recorded_results(event, self.actor, self.now)
        context = {
            "event": event,
            "who": wording.actor_name(event.actor_label),
            "results": [_result(place, row) for place, row in zip(places, event.results, strict=True)],
            "withheld": sum(event.withheld.values()),
            "also_shown": len(event.returned_memory_ids) - sum(place.kind != "turn" for place in places),
            "again": _differences(again) if again else None,
            "gone": len(again.disappeared) if again else 0,
        }
        return self.page("activity/retrieval.html", context)


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
