"""The recall debugger: how an answer was built, and every candidate that its question finds today."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.activity.recall_comparison import compare
from interfaces.admin.tables.filters import PURPOSES
from interfaces.admin.texts.wording import category_label
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import staff_membership
from interfaces.plain_words import readable_categories
from memories.excisions import WITHHELD as WITHHELD_WORDS
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.explanation import (
    BECAUSE,
    OTHER,
    SIGNALS,
    WITHHELD,
    Reasons,
    because_of,
    fit_of,
    found_by,
    is_calibrated,
    reasons_of,
    room_of,
    stages_of,
    ways_of,
    withheld_in_words,
)
from retrieval.inspection import Inspection, inspect_recall
from retrieval.models import RetrievalEvent
from retrieval.recording import Because
from retrieval.replay import NotReplayable, ReplayedResult, recorded_results, words_of
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person

NAME = "retrieval_retrievalevent_why"
# Staff know categories by name, while pages call them subjects.
LEFT_OUT = WITHHELD | {
    "category": gettext_lazy("in a category that it may not see"),
    "rag_length": gettext_lazy("more of a category than it shows"),
}
ALWAYS: dict[str, Promise] = {Because.ALWAYS_SHOWN: gettext_lazy("Its category is always shown")}
# Explanations of the signals in a bar, in their order.
EXPLAINED: dict[str, Promise] = {
    "meaning": gettext_lazy("How close its meaning is to that of the question."),
    "words": gettext_lazy("Words of the question that stand in it; rare words count more."),
    "field": gettext_lazy("It is the value of a field that the question names, such as the city."),
    "time": gettext_lazy("It states a time, and the question asks when."),
    "speaker": gettext_lazy("It was said by the person whom the question names."),
    "instruction": gettext_lazy("It tells how to act, which holds whenever the matter comes up."),
    "preference": gettext_lazy("It is a preference, and the question asks for advice."),
    "number": gettext_lazy("It holds a number, and the question asks for one."),
    "substance": gettext_lazy("It says more than a few words."),
    "importance": gettext_lazy("Its writer marked it as important."),
    "confidence": gettext_lazy("How sure its writer was."),
    "trust": gettext_lazy("Whose word it is: the person's own counts most."),
    "recency": gettext_lazy("How new it is."),
    "related": gettext_lazy("It is linked to another candidate of the same question."),
    OTHER: gettext_lazy("Several small signals together."),
}
AWAY = (EmbeddingUnavailable, EmbeddingRefused)
GONE = (NotReplayable, authorization.CategoryNotAllowed, authorization.NotGranted, authorization.UnknownPerson)


@dataclass(frozen=True, slots=True)
class Answered:
    """One recorded result, as staff may see it today."""

    place: ReplayedResult
    reasons: Reasons
    fit: Promise | str
    because: str
    found_by: Sequence[Promise]

    @property
    def why(self) -> Promise:
        """Why a context always shows it."""
        return ALWAYS.get(self.because, BECAUSE[self.because])

    @property
    def hides_words(self) -> bool:
        return WITHHELD_WORDS in (self.place.content or "")


class RecallInspection(AfterScope, HttpResponse):
    """Searches outside the scope, because the question is embedded, and shows the page with the result."""

    def __init__(self, event: RetrievalEvent) -> None:
        super().__init__()
        self.event = event

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        try:
            inspection = inspect_recall(self.event, actor=actor, now=timezone.now())
        except AWAY:
            messages.error(request, _("The embedding model is unavailable. Try again in a few minutes."))
        except GONE:
            messages.error(request, _("This question can no longer be repeated. Its original results are below."))
        else:
            with scope.enter(actor.workspace_id):
                return _page(request, self.event, actor, inspection).render()
        return redirect(f"admin:{NAME}", self.event.id)


def why_page(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """A GET shows the recorded answer, a POST searches again and shows all candidates; for all staff."""
    event = get_object_or_404(RetrievalEvent, id=event_id)
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    if request.method == "POST":
        return RecallInspection(event)
    return _page(request, event, membership.as_staff(), None)


def _page(request: HttpRequest, event: RetrievalEvent, actor: Actor, inspection: Inspection | None) -> TemplateResponse:
    results = _answered(event, actor)
    page: dict[str, Any] = {
        "title": _("Why did it know this?"),
        "event": event,
        "person": Person.objects.filter(id=event.person_id).first() if event.person_id else None,
        "categories": readable_categories(
            event.policy.get("allowlist"), event.policy.get("hidden_categories", ()), called=category_label
        ),
        "purpose": PURPOSES.get(event.purpose, event.purpose),
        "results": sorted((one for one in results if not one.because), key=lambda one: -(one.place.score or 0.0)),
        "always": [one for one in results if one.because],
        "shown": len(results),
        "hides_words": any(one.hides_words for one in results),
        "comparison": compare(event, [one.place for one in results], inspection) if inspection else None,
        "ways": ways_of(event.results),
        "stages": stages_of(event.timings),
        "milliseconds": sum(event.timings.values()),
        "withheld": withheld_in_words(event.withheld, LEFT_OUT),
        "room": room_of(event.withheld, event.filters),
        "inspection": inspection,
        "legend": [(name, SIGNALS.get(name, gettext_lazy("Other")), text) for name, text in EXPLAINED.items()],
    }
    return TemplateResponse(request, "admin/recall/why.html", admin.site.each_context(request) | page)


def _answered(event: RetrievalEvent, actor: Actor) -> Sequence[Answered]:
    is_measured = is_calibrated(event.embedding_model)
    places = recorded_results(event, actor, timezone.now())
    words = words_of(event.query, places)
    return [
        Answered(
            place,
            reasons_of(row.get("signals", {}), shared),
            fit_of(place.score, is_calibrated=is_measured),
            because_of(row),
            found_by(row),
        )
        for place, row, shared in zip(places, event.results, words, strict=True)
    ]
