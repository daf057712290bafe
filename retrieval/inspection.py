"""Inspects recall: every candidate that a recorded question finds today, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from memories.models import Memory
from retrieval.context.request import NO_QUESTION
from retrieval.explanation import Reasons, Stage, always_shown, reasons_of, stages_of
from retrieval.models import RetrievalEvent
from retrieval.prepared_query import prepare
from retrieval.query import rank_candidates
from retrieval.ranking import Ranked
from retrieval.recording import Stopwatch
from retrieval.relevance_filter import LEAST_SCORE
from retrieval.replay import context_request_of, is_context, request_of
from retrieval.requests import QueryRequest
from retrieval.selection import Calibration, calibration_of
from retrieval.texts import Text
from workspaces import scope, sensitivity
from workspaces.actors import Actor

MOST = 80
EVERY_LABEL = tuple(sensitivity.LABELS)


class CandidateResult(StrEnum):
    """The result of a candidate for the original caller."""

    ANSWERED = "answered"
    ALWAYS = "always"
    HIDDEN = "hidden"
    THE_QUESTION = "the_question"
    REPEATED = "repeated"
    NEW = "new"
    BELOW_THRESHOLD = "below_threshold"
    CATEGORY_FULL = "category_full"
    TOO_LONG = "too_long"
    NOT_WORTH_ITS_LENGTH = "not_worth_its_length"
    RANKED_LOWER = "ranked_lower"
    RANKED_HIGHER_NOW = "ranked_higher_now"


RESULT_TEXTS = {
    CandidateResult.ANSWERED: _("In the answer"),
    CandidateResult.ALWAYS: _("Always in a context, whatever is asked"),
    CandidateResult.HIDDEN: _("The asker may not see it"),
    CandidateResult.THE_QUESTION: _("Is the question itself"),
    CandidateResult.REPEATED: _("A better text of the same memory comes first"),
    CandidateResult.NEW: _("New or changed since"),
    CandidateResult.BELOW_THRESHOLD: _("Below the score that was asked for"),
    CandidateResult.CATEGORY_FULL: _("Its category had its share"),
    CandidateResult.TOO_LONG: _("Too long for the space left"),
    CandidateResult.NOT_WORTH_ITS_LENGTH: _("Says too little new for its length"),
    CandidateResult.RANKED_LOWER: _("Ranked lower than the answer"),
    CandidateResult.RANKED_HIGHER_NOW: _("Ranked lower then, or its kind had no room left"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One text, in the order of relevance; `score` is the calibrated one, 0..1.

    `id` is the memory's or the turn's, `text` its beginning.
    """

    id: UUID
    is_turn: bool
    text: str
    category: str
    score: float
    reasons: Reasons
    result: CandidateResult

    @property
    def outcome(self) -> object:
        return RESULT_TEXTS[self.result]


@dataclass(frozen=True, slots=True)
class Inspection:
    """The best `MOST` of `found` candidates, and the time of each stage of this search."""

    candidates: Sequence[Candidate]
    found: int
    stages: Sequence[Stage]


def inspect_recall(event: RetrievalEvent, *, actor: Actor, now: datetime) -> Inspection:
    """Repeat a recorded search with all that the actor may see, without a receipt.

    For staff, who see all sensitivities; never disclose it to the original caller. Call it outside any scope (R25).
    Raises NotReplayable, NotGranted, UnknownPerson, and as `providers.embedding.embed` does.
    """
    if event.query == NO_QUESTION:
        return Inspection((), 0, ())
    clock = Stopwatch()
    request = _request_of(event)
    episodes = settings.CONTEXT_EPISODES if is_context(event) else 0
    prepared = prepare(request, actor=actor, now=now, clock=clock, episodes=episodes)
    with scope.pipelined_scope(actor.workspace_id):
        ranked = [one for one in rank_candidates(prepared, clock).ranked if one.text.may_see]
    with scope.enter(actor.workspace_id):
        texts = [one.text for one in ranked[:MOST]]
        judge = Judge(event, request, _visible_to_asker(event, texts), _changed_since(event, texts))
    candidates = _judged(ranked[:MOST], judge, calibration_of(prepared.model, request.query))
    return Inspection(candidates, len(ranked), stages_of(clock.milliseconds))


def _request_of(event: RetrievalEvent) -> QueryRequest:
    """Return the recorded search request; of a context without its other parts."""
    request = context_request_of(event).as_query() if is_context(event) else request_of(event)
    return request.model_copy(update={"allowed_sensitivity": EVERY_LABEL})


def _visible_to_asker(event: RetrievalEvent, texts: Sequence[Text]) -> set[UUID]:
    """Return the chunks and turns that the recorded policy leaves visible; one query."""
    ids = {text.memory_id for text in texts if text.memory_id}
    labels = dict(Memory.objects.filter(id__in=ids).values_list("id", "sensitivity")) if ids else {}
    return {text.id for text in texts if _may_see(event.policy, text, labels)}


def _may_see(policy: Mapping[str, Sequence[str] | None], text: Text, labels: Mapping[UUID, str]) -> bool:
    allowed = [names for key in ("allowlist", "categories") if (names := policy.get(key)) is not None]
    if text.category in (policy.get("hidden_categories") or ()) or any(text.category not in names for names in allowed):
        return False
    label = labels.get(text.memory_id, sensitivity.INTERNAL) if text.memory_id else sensitivity.INTERNAL
    return label in (policy.get("sensitivities") or sensitivity.LABELS)


def _changed_since(event: RetrievalEvent, texts: Sequence[Text]) -> set[UUID]:
    """Return the memories and turns that have changed since the question was asked; two queries."""
    memory_ids = {text.memory_id for text in texts if text.memory_id}
    turn_ids = {text.id for text in texts if text.memory_id is None}
    memories = Memory.objects.filter(id__in=memory_ids, updated_at__gt=event.created_at)
    turns = Turn.objects.filter(id__in=turn_ids, created_at__gt=event.created_at)
    return {*memories.values_list("id", flat=True), *turns.values_list("id", flat=True)}


@dataclass(frozen=True, slots=True)
class Judge:
    """Decides the result of each candidate: `visible` are chunks and turns, `changed` memories and turns."""

    event: RetrievalEvent
    request: QueryRequest
    visible: set[UUID]
    changed: set[UUID]

    @property
    def answered(self) -> set[UUID]:
        return {UUID(result["id"]) for result in self.event.results}

    @property
    def threshold(self) -> float:
        given = self.request.threshold or 0.0
        return max(given, LEAST_SCORE) if self.request.select == "relevant" else given

    def left_out(self, key: UUID, score: float, *, is_above: bool) -> CandidateResult:
        """Return why a visible text is not in the answer; `is_above` says that one ranked lower is."""
        if key in self.changed:
            return CandidateResult.NEW
        if score < self.threshold:
            return CandidateResult.BELOW_THRESHOLD
        is_full = not is_above and len(self.event.results) >= self.request.size
        if is_full:
            return CandidateResult.RANKED_LOWER
        if "rag_length" in self.event.withheld:
            return CandidateResult.CATEGORY_FULL
        if "budget" in self.event.withheld:
            return CandidateResult.TOO_LONG
        return (
            CandidateResult.NOT_WORTH_ITS_LENGTH
            if self.request.select == "relevant"
            else CandidateResult.RANKED_HIGHER_NOW
        )


def _judged(ranked: Sequence[Ranked], judge: Judge, calibration: Calibration) -> list[Candidate]:
    answered, seen, always = judge.answered, set[UUID](), always_shown(judge.event.results)
    places = [place for place, one in enumerate(ranked) if _key(one.text) in answered]
    last = places[-1] if places else -1
    candidates = []
    for place, one in enumerate(ranked):
        text, key, score = one.text, _key(one.text), calibration.score(one)
        result = _result(text, key, answered, seen, is_visible=text.id in judge.visible)
        result = result or judge.left_out(key, score, is_above=place < last)
        result = CandidateResult.ALWAYS if result is CandidateResult.ANSWERED and key in always else result
        seen.add(key)
        is_turn = text.memory_id is None
        candidates.append(Candidate(key, is_turn, text.head, text.category, score, reasons_of(one.signals), result))
    return candidates


def _key(text: Text) -> UUID:
    return text.memory_id or text.id


def _result(text: Text, key: UUID, answered: set[UUID], seen: set[UUID], *, is_visible: bool) -> CandidateResult | None:
    """Return the result that excludes a text; None if it could have been answered."""
    if key in seen:
        return CandidateResult.REPEATED
    if key in answered:
        return CandidateResult.ANSWERED
    if not is_visible:
        return CandidateResult.HIDDEN
    return CandidateResult.THE_QUESTION if text.is_the_question else None
