"""The page of one answer: its parts, why each is included, and what the same question finds now."""

from collections.abc import Container, Mapping, Sequence, Set
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from conversations.models import Turn
from interfaces.pages.conversations.withheld import WithheldParts, WithheldReasons, reasons_in, withheld_parts
from interfaces.pages.memories.health_needs import need_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.retrievals.answer_parts import (
    Difference,
    ReplayedAnswer,
    Result,
    earlier_text,
    grouped,
    one_quote,
    places_before,
    tally_of,
)
from interfaces.pages.retrievals.result_sources import NO_SOURCE, Source, sources_of
from interfaces.pages.retrievals.unavailable_results import unavailable_among
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval import authorization
from retrieval.explanation import (
    Reasons,
    always_shown,
    fit_of,
    found_by,
    is_calibrated,
    is_searched,
    joined_into,
    reasons_of,
    room_of,
    stages_of,
    ways_of,
    withheld_in_words,
)
from retrieval.models import RetrievalEvent
from retrieval.needs.questions import requested_needs
from retrieval.recording import disclosed_timings
from retrieval.replay import Replay, ReplayedResult, UnknownEvent, recorded_results, replay, words_of
from workspaces import scope
from workspaces.active_agents import active_agents
from workspaces.actors import Actor
from workspaces.models import Person

NO_ACCESS = gettext_lazy("%(name)s may not read your memories any more: it would receive nothing today.")


class RetrievalView(PersonView):
    """Explains an answer, by the ID that came with it."""

    def get(self, request: HttpRequest, event_id: UUID) -> HttpResponse:
        return self.show(event_id, None)

    def post(self, request: HttpRequest, event_id: UUID) -> HttpResponseBase:
        """Repeat the question with the original reader's access; this records an event of its own."""
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
        return self.in_scope(lambda: self.show(event_id, self.replayed(again, agent)))

    def agent_of(self, event_id: UUID) -> Actor | None:
        """Return the assistant that asked, with its access of today; None where a person asked, or it no longer
        exists."""
        event = get_object_or_404(self.retrieval_events, id=event_id)
        return next((agent for agent in active_agents(now=self.now) if agent.id == event.agent_id), None)

    def no_access(self, agent: Actor | None) -> str:
        with scope.enter(self.membership.workspace_id):
            name = Faces.load().name(agent.label, agent.id) if agent else ""
        return str(NO_ACCESS) % {"name": name}

    def replayed(self, again: Replay, agent: Actor | None) -> ReplayedAnswer:
        wanted = [place.id for place in (*again.then, *again.now) if place.kind == "turn"]
        faces = Faces.load()
        turns = {turn.id: turn for turn in Turn.objects.visible_to(self.actor, now=self.now).filter(id__in=wanted)}
        withheld = reasons_in(turns.values(), self.proposals)
        new = self.written_since(again, turns)
        before = places_before(grouped(again.then, turns))
        lines = [
            _difference(
                number, group, before, new, [_text_and_withheld(place, turns, faces, withheld) for place in group]
            )
            for number, group in enumerate(grouped(again.now, turns), start=1)
        ]
        face = faces.of(agent.label, agent.id) if agent else None
        disappeared = {*again.disappeared}
        missing = [place for place in again.then if place.id in disappeared]
        reasons = unavailable_among(missing, self.authorized_memories, self.history, now=self.now).reasons
        texts = [_text(place, turns.get(place.id)) or str(reasons.get(place.id, "")) for place in missing]
        return ReplayedAnswer(face, lines, texts)

    def written_since(self, again: Replay, turns: Mapping[UUID, Turn]) -> set[UUID]:
        """Return results of today that did not exist when the question was asked; one query."""
        ids = [place.id for place in again.now if place.kind != "turn"]
        memories = self.authorized_memories.filter(id__in=ids, created_at__gte=again.asked_at)
        turn_ids = {turn.id for turn in turns.values() if turn.created_at >= again.asked_at}
        return turn_ids.union(memories.values_list("id", flat=True))

    def show(self, event_id: UUID, again: ReplayedAnswer | None) -> HttpResponse:
        event = get_object_or_404(self.retrieval_events, id=event_id)
        places = recorded_results(event, self.actor, self.now)
        faces, timings = Faces.load(), disclosed_timings(event.timings)
        results = self.results(event, places, faces)
        always = [result for result in results if result.is_folded]
        context = {
            "event": event,
            "face": faces.of(event.actor_label, event.agent_id),
            "results": results,
            "tally": tally_of(places),
            "found": [result for result in results if not result.is_folded],
            "includes_always": any(result.because for result in results),
            "always": always,
            "always_count": sum(result.count for result in always),
            "ways": ways_of(event.results),
            "is_searched": is_searched(event.timings) or any(place.score is not None for place in places),
            "stages": stages_of(timings),
            "milliseconds": sum(timings.values()),
            "subjects": event.policy.get("allowlist"),
            "hidden_subjects": event.policy.get("hidden_categories"),
            "withheld": withheld_in_words(event.withheld),
            "room": room_of(event.withheld, event.filters),
            "joined_into": joined_into(event.results, event.filters),
            "also_shown": len(event.returned_memory_ids) - sum(place.kind != "turn" for place in places),
            "again": again,
        }
        return self.page("activity/retrieval.html", context)

    def results(self, event: RetrievalEvent, places: Sequence[ReplayedResult], faces: Faces) -> list[Result]:
        sources = sources_of(places, event.query, actor=self.actor, now=self.now, faces=faces)
        is_measured = is_calibrated(event.embedding_model)
        unavailable = unavailable_among(places, self.authorized_memories, self.history, now=self.now)
        turns = {
            place.id: turn
            for place in places
            if place.kind == "turn" and (turn := sources.get(place.id, NO_SOURCE).turn)
        }
        reasons = reasons_in(turns.values(), self.proposals)
        words, always = words_of(event.query, places), always_shown(event.results)
        first, needs = self.needs(event, [place for place in places if place.id in always])
        folded = always.keys() - needs
        rows = {place.id: (row, shared) for place, row, shared in zip(places, event.results, words, strict=True)}
        return [
            Result(
                number,
                place,
                _reasons(place, *rows[place.id]),
                fit_of(place.score, is_calibrated=is_measured),
                unavailable.reasons.get(place.id, ""),
                _source([sources.get(one.id, NO_SOURCE) for one in (place, *others)]),
                [withheld_parts(turns.get(one.id), faces, reasons) for one in (place, *others)],
                was_whole=any(rows[one.id][0].get("whole", False) for one in (place, *others)),
                has_page=place.kind != "turn" and (not place.missing or place.id in unavailable.with_page),
                because=always.get(place.id, ""),
                is_folded=place.id in folded,
                found_by=list(dict.fromkeys(way for one in (place, *others) for way in found_by(rows[one.id][0]))),
            )
            for number, (place, *others) in enumerate(grouped(places, turns, first, folded), start=1)
        ]

    def needs(self, event: RetrievalEvent, places: Sequence[ReplayedResult]) -> tuple[Set[UUID], Set[UUID]]:
        """Return, of the results that every answer includes, the needs that the question asks for, and all needs. Two
        queries at most."""
        ids = [place.id for place in places if place.kind != "turn"]
        memories = self.authorized_memories.filter(id__in=ids) if ids else ()
        needs = {memory.id: need for memory in memories if (need := need_of(memory))}
        keys = requested_needs(event.query, Person.objects.name_of(event.person_id)) if needs else ()
        return {one for one, need in needs.items() if need in keys}, needs.keys()


def _reasons(place: ReplayedResult, row: Mapping[str, Any], shared: Sequence[str] | None) -> Reasons:
    return reasons_of(row.get("signals", {}), shared, is_message=place.kind == "turn")


def _text(place: ReplayedResult, turn: Turn | None) -> str:
    """Return the text; messages in full, because the person may read all of them."""
    return wording.version_text(turn.content if turn else place.content or "", is_fact=place.kind == "fact")


def _source(sources: Sequence[Source]) -> Source:
    """Return the source of one result, or of several messages of one conversation."""
    first, *others = sources
    return Source(one_quote(one.quote for one in sources), first.consent) if others else first


def _text_and_withheld(
    place: ReplayedResult,
    turns: Mapping[UUID, Turn],
    faces: Faces,
    reasons: Mapping[UUID, WithheldReasons],
) -> tuple[str, WithheldParts]:
    turn = turns.get(place.id)
    return _text(place, turn), withheld_parts(turn, faces, reasons)


def _difference(
    number: int,
    group: Sequence[ReplayedResult],
    before: Mapping[UUID, tuple[int, ReplayedResult]],
    new: Container[UUID],
    texts: Sequence[tuple[str, WithheldParts]],
) -> Difference:
    first = group[0]
    earlier = next((before[place.id] for place in group if place.id in before), (0, None))
    return Difference(number, earlier[0], earlier_text(earlier[1], first), first.id in new, first.kind != "turn", texts)
