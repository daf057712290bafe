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

from conversations.models import Turn
from interfaces.pages import wording
from interfaces.pages.assistants import Face, Faces
from interfaces.pages.person_view import PersonView
from interfaces.pages.sources import NO_SOURCE, Source, sources_of
from interfaces.pages.withheld import KeptBack, kept_back, questions_in
from memories.models.choices import LifecycleState, ValidationStatus
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.explanation import WITHHELD, Reasons, fit_of, is_calibrated, reasons_of, shared_words, stages_of, ways_of
from retrieval.models import RetrievalEvent
from retrieval.recording import disclosed_timings
from retrieval.replay import Replay, ReplayedResult, UnknownEvent, recorded_results, replay
from workspaces import scope
from workspaces.active_agents import active_agents
from workspaces.actors import Actor

ERASED = gettext_lazy("Something that was erased since")
MISSING: dict[str, Promise] = {
    "erased": gettext_lazy("Since erased"),
    "withheld": gettext_lazy("No longer visible"),
}
FORGOTTEN, WRONG = gettext_lazy("Forgotten since"), gettext_lazy("Marked as wrong since")
NO_ACCESS = gettext_lazy("%(name)s may not read your memories any more: it would receive nothing today.")


@dataclass(frozen=True, slots=True)
class Result:
    """One part of the answer; `missing` explains why it has no text, `fit` says in a word how well it fits.

    `kept_back` is what no assistant receives of it today, `was_whole` that this one received all of it. `has_page` says
    that the person can open the memory.
    """

    place: ReplayedResult
    reasons: Reasons
    fit: Promise | str
    missing: Promise | str
    source: Source
    kept_back: KeptBack
    was_whole: bool
    has_page: bool

    @property
    def is_memory(self) -> bool:
        return self.place.kind != "turn"

    @property
    def text(self) -> str:
        return wording.version_text(self.place.content or "", is_fact=self.place.kind == "fact")


@dataclass(frozen=True, slots=True)
class Difference:
    """One result of today; `before` is its place at the time, 0 where it was none.

    `kept_back` is what no assistant receives of its text.
    """

    number: int
    before: int
    is_memory: bool
    text: str
    kept_back: KeptBack


@dataclass(frozen=True, slots=True)
class Again:
    """The results of today. `agent` is the assistant with whose access they were found, None where it is the person's
    own; `gone` are the texts of earlier results that are none any more, as far as they may be read."""

    agent: Face | None
    lines: Sequence[Difference]
    gone: Sequence[str]


class RetrievalView(PersonView):
    """Why did it know this? By the ID that came with the answer."""

    def get(self, request: HttpRequest, event_id: UUID) -> HttpResponse:
        return self.show(event_id, None)

    def post(self, request: HttpRequest, event_id: UUID) -> HttpResponseBase:
        """Ask the same again, now, as whoever asked could; that records an event of its own."""
        with scope.enter(self.membership.workspace_id):
            agent = self.agent_of(event_id)
        try:
            again = replay(event_id, actor=self.actor, now=self.now, access_of=agent)
        except UnknownEvent as error:
            raise Http404 from error
        except (EmbeddingUnavailable, EmbeddingRefused):
            messages.error(request, _("This question can't be repeated right now. Try again in a few minutes."))
            return redirect("pages:retrieval", event_id)
        except authorization.NotGranted:
            messages.warning(request, self.no_access(agent))
            return redirect("pages:retrieval", event_id)
        except (authorization.CategoryNotAllowed, authorization.UnknownPerson, ValueError):
            messages.error(request, _("This question can no longer be repeated. Its original results are below."))
            return redirect("pages:retrieval", event_id)
        return self.in_scope(lambda: self.show(event_id, self.again(again, agent)))

    def agent_of(self, event_id: UUID) -> Actor | None:
        """The assistant that asked, with the access that it has today; None where a person asked or it is gone."""
        event = get_object_or_404(self.retrieval_events, id=event_id)
        return next((agent for agent in active_agents(now=self.now) if agent.id == event.agent_id), None)

    def no_access(self, agent: Actor | None) -> str:
        with scope.enter(self.membership.workspace_id):
            name = Faces.load().name(agent.label, agent.id) if agent else ""
        return str(NO_ACCESS) % {"name": name}

    def again(self, again: Replay, agent: Actor | None) -> Again:
        before = {place.id: number for number, place in enumerate(again.then, start=1)}
        wanted = [place.id for place in again.now if place.kind == "turn"]
        faces = Faces.load()
        turns = {turn.id: turn for turn in Turn.objects.visible_to(self.actor, now=self.now).filter(id__in=wanted)}
        questions = questions_in(turns.values(), self.proposals)
        lines = [
            Difference(
                number,
                before.get(place.id, 0),
                place.kind != "turn",
                _text(place, turn),
                kept_back(turn, faces, questions),
            )
            for number, place in enumerate(again.now, start=1)
            for turn in [turns.get(place.id)]
        ]
        face = faces.of(agent.label, agent.id) if agent else None
        gone = {*again.disappeared}
        texts = [_text(place, turns.get(place.id)) or str(ERASED) for place in again.then if place.id in gone]
        return Again(face, lines, texts)

    def show(self, event_id: UUID, again: Again | None) -> HttpResponse:
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
            "again": again,
        }
        return self.page("activity/retrieval.html", context)

    def results(self, event: RetrievalEvent, places: Sequence[ReplayedResult], faces: Faces) -> list[Result]:
        sources = sources_of(places, event.query, actor=self.actor, now=self.now, faces=faces)
        is_measured = is_calibrated(event.embedding_model)
        still_there = self.still_there(places)
        turns = [sources.get(place.id, NO_SOURCE).turn if place.kind == "turn" else None for place in places]
        questions = questions_in(filter(None, turns), self.proposals)
        words = shared_words(event.query, [place.content or "" for place in places])
        return [
            Result(
                place,
                reasons_of(row.get("signals", {}), shared),
                fit_of(place.score, is_calibrated=is_measured),
                still_there.get(place.id, MISSING.get(place.missing, "")),
                sources.get(place.id, NO_SOURCE),
                kept_back(turn, faces, questions),
                was_whole=row.get("whole", False),
                has_page=place.kind != "turn" and (not place.missing or place.id in still_there),
            )
            for place, row, shared, turn in zip(places, event.results, words, turns, strict=True)
        ]

    def still_there(self, places: Sequence[ReplayedResult]) -> dict[UUID, Promise]:
        """Why no assistant finds memories that the person can still open."""
        wanted = [place.id for place in places if place.missing == "withheld" and place.kind != "turn"]
        found = self.authorized_memories.filter(id__in=wanted) if wanted else []
        return {
            memory.id: FORGOTTEN if memory.state == LifecycleState.SOFT_DELETED else WRONG
            for memory in found
            if memory.state == LifecycleState.SOFT_DELETED or memory.validation_status == ValidationStatus.REJECTED
        }


def _text(place: ReplayedResult, turn: Turn | None) -> str:
    """A message in full, for the person reads all of it."""
    return wording.version_text(turn.content if turn else place.content or "", is_fact=place.kind == "fact")
