"""`POST /context`: what a supervisor should know before it answers (001 §1, §5, 002 flow 3)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings

from conversations.delta_header import DeltaHeader, mark_told
from memories.models import EmbeddingModel
from memories.models.choices import MemoryType
from memories.models.operational_event import Node
from retrieval.answers import Item
from retrieval.context.budget import fit
from retrieval.context.known import Known, look_up, look_up_conversation
from retrieval.context.lines import episodes_among, linked_to, related_among
from retrieval.context.parts import ContextAnswer, Parts
from retrieval.context.request import CANDIDATES, NO_QUESTION, ContextRequest
from retrieval.items import Wanted, load_items
from retrieval.pipeline import Asked, Found, find, glances, prepare
from retrieval.recording import Opening, Receipt, Stopwatch, Unsearched, record
from retrieval.selection import Chosen, Limits, select
from retrieval.withheld import count_withheld
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class _Choice:
    """What of the finds is shown, each best first. `linked` may be, `standing` is whatever was asked; only found ones
    have a score.
    """

    relevant: Sequence[UUID]
    episodes: Sequence[UUID]
    linked: Sequence[UUID]
    standing: Collection[UUID]

    def of(self, chosen: Sequence[Chosen]) -> list[Chosen]:
        """Those worth loading, in their order."""
        wanted = {*self.relevant, *self.episodes, *self.linked, *self.standing}
        return [one for one in chosen if one.id in wanted]


def build_context(
    request: ContextRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None = None
) -> ContextAnswer:
    """Everything an agent should see for one question, under one token budget, and a receipt.

    The header comes only when something changed since the caller last looked; what gives way to the budget stands in
    `retrieval.context.budget`. `model` None means the embedding model that serves. Call it outside any scope. Raises
    what `memory_query` raises, and UnknownSession; recent turns are left out where the role may not see category
    `activity`.
    """
    clock = Stopwatch()
    asked = prepare(request.as_query(), actor=actor, now=now, clock=clock, model=model)
    with glances(asked):
        return _off(request, asked) if request.mode == "off" else _active(request, asked, clock)


def _off(request: ContextRequest, asked: Asked) -> ContextAnswer:
    """Mode "off": nothing is retrieved, and nothing is marked as told."""
    revision = asked.around.revision
    turns = look_up_conversation(request, asked).turns
    fitted = fit(Parts(DeltaHeader(since=revision, revision=revision, changes=()), turns=turns), request.budget_tokens)
    return ContextAnswer(fitted.parts, fitted.text, fitted.token_count, 0.0, fitted.left_out, None)


def _active(request: ContextRequest, asked: Asked, clock: Stopwatch) -> ContextAnswer:
    """What needs no question is looked up first.

    The changes count as told only when everything else has been done, and not where the header gave way.
    """
    known = look_up(request, asked)
    clock.lap("known")
    opening = Opening(asked.request, asked.reach, asked.actor, context=_as_asked(request, known))
    found = Found((), frozenset(), 0)
    if asked.request.query != NO_QUESTION:
        found = find(asked, clock, meanwhile=opening.prepare, episodes=settings.CONTEXT_EPISODES)
    chosen = _select(found, asked)
    choice = _choose(request, known, chosen)
    items = load_items(choice.of(chosen), Wanted(asked.view, artifact_labels=asked.reach.labels))
    fitted = fit(_parts(known, choice, items, asked), request.budget_tokens)
    withheld = count_withheld(found, asked)
    in_order = _in_order(fitted.parts, items)
    clock.lap("loading")
    receipt = Receipt(opening, in_order, withheld, clock.milliseconds, str(asked.model), **_unsearched(fitted.parts))
    event_id = record(receipt, now=asked.now, node=Node.CONTEXT)
    if request.since is None and "header" not in fitted.left_out:
        mark_told(known.told, person_id=request.user_id, actor=asked.actor)
    sure = max((one.score for one in chosen), default=0.0)
    return ContextAnswer(
        fitted.parts, fitted.text, fitted.token_count, sure, fitted.left_out, event_id, withheld, in_order
    )


def _unsearched(parts: Parts) -> dict[str, tuple[Unsearched, ...]]:
    """What the receipt names beside memories."""
    return {
        "facts": tuple(Unsearched("fact", fact.memory_id, fact.version) for fact in parts.facts),
        "turns": tuple(Unsearched("turn", turn.id, 1) for turn in reversed(parts.turns)),
    }


def _in_order(parts: Parts, items: Sequence[Item]) -> tuple[Item, ...]:
    """The memories that are shown: standing ones, then what was found in its order, then related ones."""
    shown = {item.id for item in (*parts.standing, *parts.relevant)} | {one.memory_id for one in parts.episodes}
    by_id = {item.id: item for item in (*parts.standing, *items, *parts.relevant)}
    return tuple(item for item in by_id.values() if item.id in shown)


def _as_asked(request: ContextRequest, known: Known) -> dict[str, Any]:
    """What a replay needs to ask the same: also since when the changes were told, and which conversation it was."""
    session_id = known.conversation.session_id
    asked = request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True)
    return asked | {"since": known.told.since, "session_id": str(session_id) if session_id else None}


def _select(found: Found, asked: Asked) -> list[Chosen]:
    """The best memories and turns, and the nearest episodes however much else there is (002); by relevance."""
    others = [one for one in found.ranked if one.text.kind != MemoryType.EPISODIC]
    episodes = [one for one in found.ranked if one.text.kind == MemoryType.EPISODIC]
    chosen: list[Chosen] = []
    for ranked, most in ((others, CANDIDATES), (episodes, settings.CONTEXT_EPISODES)):
        chosen += select(ranked, Limits(most, None, asked.around.most_items), asked.calibration)[0]
    return sorted(chosen, key=lambda one: -one.ranked.relevance)


def _choose(request: ContextRequest, known: Known, chosen: Sequence[Chosen]) -> _Choice:
    """The best that are shown nowhere else, and the ends of their edges: one round trip."""
    shown = known.ids
    fresh = [one for one in chosen if one.id not in shown]
    others = [one for one in fresh if one.ranked.text.kind != MemoryType.EPISODIC][: request.top_k]
    episodes = [one.id for one in fresh if one.ranked.text.kind == MemoryType.EPISODIC]
    relevant = [one.id for one in others]
    linked = linked_to([one.id for one in others if not one.is_turn], shown | set(relevant))
    standing = frozenset(item.id for item in known.standing)
    return _Choice(relevant, episodes, linked, standing)


def _parts(known: Known, choice: _Choice, items: Sequence[Item], asked: Asked) -> Parts:
    """Everything that could be shown, each thing once."""
    found = {item.id: item for item in items}
    relevant, episodes = ([found[id_] for id_ in ids if id_ in found] for ids in (choice.relevant, choice.episodes))
    bullets = (*relevant, *related_among(choice.linked, found, asked.view, asked.reach.labels))
    return Parts(known.told, known.facts, known.standing, bullets, episodes_among(episodes), known.conversation.turns)
