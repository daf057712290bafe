"""One answer that an assistant received: its parts, why each was in it, and what the same question brings now."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.pages import wording
from interfaces.pages.assistants import Faces
from interfaces.pages.person_view import PersonView
from interfaces.pages.sources import NO_SOURCE, Source, sources_of
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.explanation import WITHHELD, Reasons, fit_of, is_calibrated, reasons_of, stages_of, ways_of
from retrieval.models import RetrievalEvent
from retrieval.recording import disclosed_timings
from retrieval.replay import Replay, ReplayedResult, UnknownEvent, recorded_results, replay

MISSING: dict[str, Promise] = {
    "erased": gettext_lazy("Since erased"),
    "withheld": gettext_lazy("Forgotten or no longer visible"),
}


@dataclass(frozen=True, slots=True)
class Result:
    """One part of the answer; `missing` explains why it has no text, `fit` says in a word how well it fits."""

    place: ReplayedResult
    reasons: Reasons
    fit: Promise | str
    missing: Promise | str
    source: Source

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
        faces, timings = Faces.load(), disclosed_timings(event.timings)
        context = {
            "event": event,
            "face": faces.of(event.actor_label, event.agent_id),
            "results": self.results(event, places, faces),
            "ways": ways_of(event.results),
            "is_searched": any(place.score is not None for place in places),
            "stages": stages_of(timings),
            "milliseconds": sum(timings.values()),
            "subjects": event.policy.get("allowlist"),
            "hidden_subjects": event.policy.get("hidden_categories"),
            "withheld": [(WITHHELD.get(name, name), count) for name, count in event.withheld.items()],
            "also_shown": len(event.returned_memory_ids) - sum(place.kind != "turn" for place in places),
            "again": _differences(again) if again else None,
            "gone": len(again.disappeared) if again else 0,
        }
        return self.page("activity/retrieval.html", context)

    def results(self, event: RetrievalEvent, places: Sequence[ReplayedResult], faces: Faces) -> list[Result]:
        sources = sources_of(places, event.query, actor=self.actor, now=self.now, faces=faces)
        is_measured = is_calibrated(event.embedding_model)
        return [
            Result(
                place,
                reasons_of(row.get("signals", {})),
                fit_of(place.score, is_calibrated=is_measured),
                MISSING.get(place.missing, ""),
                sources.get(place.id, NO_SOURCE),
            )
            for place, row in zip(places, event.results, strict=True)
        ]


def _differences(again: Replay) -> list[Difference]:
    before = {place.id: number for number, place in enumerate(again.then, start=1)}
    return [Difference(place, number, before.get(place.id, 0)) for number, place in enumerate(again.now, start=1)]
