"""Recall under the microscope: every candidate that a recorded question finds today, and what becomes of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from memories.models import Memory
from retrieval.context.request import NO_QUESTION
from retrieval.explanation import Reasons, Stage, reasons_of, stages_of
from retrieval.models import RetrievalEvent
from retrieval.prepared import prepare
from retrieval.query import rank_candidates
from retrieval.ranking import Ranked, Text
from retrieval.recording import Stopwatch
from retrieval.replay import request_of
from retrieval.requests import QueryRequest
from retrieval.selection import Calibration, calibration_of
from workspaces import scope, sensitivity
from workspaces.actors import Actor

MOST = 80
EVERY_LABEL = tuple(sensitivity.LABELS)


class Fate(StrEnum):
    """What becomes of a candidate, for whoever asked then."""

    ANSWERED = "answered"
    HIDDEN = "hidden"
    THE_QUESTION = "the_question"
    REPEATED = "repeated"
    NOT_ANSWERED = "not_answered"


FATES = {
    Fate.ANSWERED: _("In the answer"),
    Fate.HIDDEN: _("The asker may not see it"),
    Fate.THE_QUESTION: _("Is the question itself"),
    Fate.REPEATED: _("A better text of the same memory comes first"),
    Fate.NOT_ANSWERED: _("Not in the answer: ranked lower, filtered, or new since"),
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One text, in the order of relevance (a sum of shares, uncalibrated); `score` is the calibrated one, 0..1.

    `id` is the memory's or the turn's, `text` how it begins.
    """

    id: UUID
    is_turn: bool
    text: str
    category: str
    relevance: float
    score: float
    reasons: Reasons
    fate: Fate

    @property
    def outcome(self) -> object:
        return FATES[self.fate]


@dataclass(frozen=True, slots=True)
class Inspection:
    """The best `MOST` of `found` candidates, and where the time of this search went."""

    candidates: Sequence[Candidate]
    found: int
    stages: Sequence[Stage]


def inspect_recall(event: RetrievalEvent, *, actor: Actor, now: datetime) -> Inspection:
    """Search today for what was asked then, with all that the actor may see, and leave no receipt.

    For staff, who see all sensitivities; never disclose it to whoever asked. Call it outside any scope (R25).
    Raises NotReplayable, NotGranted, UnknownPerson, and what `providers.embedding.embed` raises.
    """
    if event.query == NO_QUESTION:
        return Inspection((), 0, ())
    clock = Stopwatch()
    prepared = prepare(_asked(event), actor=actor, now=now, clock=clock)
    with scope.pipelined_scope(actor.workspace_id):
        ranked = [one for one in rank_candidates(prepared, clock).ranked if one.text.may_see]
    with scope.enter(actor.workspace_id):
        visible = _visible_to_asker(event, [one.text for one in ranked[:MOST]])
    candidates = _judged(ranked[:MOST], event, visible, calibration_of(prepared.model))
    return Inspection(candidates, len(ranked), stages_of(clock.milliseconds))


def _asked(event: RetrievalEvent) -> QueryRequest:
    """The question as it was asked; of a context without its other parts."""
    if "context" in event.filters:
        return QueryRequest(query=event.query, user_id=event.person_id, allowed_sensitivity=EVERY_LABEL)
    return request_of(event).model_copy(update={"allowed_sensitivity": EVERY_LABEL})


def _visible_to_asker(event: RetrievalEvent, texts: Sequence[Text]) -> set[UUID]:
    """Chunks and turns that the recorded policy leaves visible; one query."""
    ids = {text.memory_id for text in texts if text.memory_id}
    labels = dict(Memory.objects.filter(id__in=ids).values_list("id", "sensitivity")) if ids else {}
    return {text.id for text in texts if _may_see(event.policy, text, labels)}


def _may_see(policy: Mapping[str, Sequence[str] | None], text: Text, labels: Mapping[UUID, str]) -> bool:
    allowed = [names for key in ("allowlist", "categories") if (names := policy.get(key)) is not None]
    if text.category in (policy.get("hidden_categories") or ()) or any(text.category not in names for names in allowed):
        return False
    label = labels.get(text.memory_id, sensitivity.INTERNAL) if text.memory_id else sensitivity.INTERNAL
    return label in (policy.get("sensitivities") or sensitivity.LABELS)


def _judged(
    ranked: Sequence[Ranked], event: RetrievalEvent, visible: set[UUID], calibration: Calibration
) -> list[Candidate]:
    answered = {UUID(result["id"]) for result in event.results}
    seen: set[UUID] = set()
    candidates = []
    for one in ranked:
        text, key = one.text, one.text.memory_id or one.text.id
        fate = _fate(text, key, answered, seen, is_visible=text.id in visible)
        seen.add(key)
        score, reasons = calibration.score(one.relevance), reasons_of(one.signals)
        is_turn = text.memory_id is None
        candidates.append(Candidate(key, is_turn, text.head, text.category, one.relevance, score, reasons, fate))
    return candidates


def _fate(text: Text, key: UUID, answered: set[UUID], seen: set[UUID], *, is_visible: bool) -> Fate:
    if key in seen:
        return Fate.REPEATED
    if key in answered:
        return Fate.ANSWERED
    if not is_visible:
        return Fate.HIDDEN
    return Fate.THE_QUESTION if text.is_the_question else Fate.NOT_ANSWERED
