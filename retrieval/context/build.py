"""`POST /context`: what a supervisor should know before it answers (001 §1, §5, 002 flow 3)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from conversations.delta_header import DeltaHeader, mark_told
from memories.models import EmbeddingModel
from memories.models.operational_event import Node
from retrieval.answers import Item
from retrieval.context.budget import fit
from retrieval.context.known import Known, look_up, look_up_conversation
from retrieval.context.lines import episodes_among, related_memories
from retrieval.context.parts import ContextAnswer, Parts
from retrieval.context.request import CANDIDATES, ContextRequest
from retrieval.items import Wanted, load_items
from retrieval.pipeline import Asked, Found, find, glances, prepare
from retrieval.recording import Receipt, Stopwatch, Unsearched, record
from retrieval.selection import Limits, select
from retrieval.visibility import Visible, visible
from retrieval.withheld import count_withheld
from workspaces.actors import Actor


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
    """What needs no question is looked up first, while the question is being embedded.

    The changes count as told only when everything else has been done.
    """
    view = visible(asked.request, asked.reach, actor=asked.actor, now=asked.now)
    known = look_up(request, asked, view)
    clock.lap("known")
    found = find(asked, clock) if request.query.strip() else Found((), frozenset(), 0)
    chosen, _ = select(found.ranked, Limits(CANDIDATES, None, asked.around.most_items), asked.calibration)
    items = load_items(chosen, Wanted(artifact_labels=asked.reach.labels))
    fitted = fit(_parts(request, known, items, view), request.budget_tokens)
    withheld = count_withheld(found, asked)
    in_order = _in_order(fitted.parts, items)
    clock.lap("loading")
    receipt = Receipt(
        asked.request,
        asked.reach,
        in_order,
        withheld,
        clock.milliseconds,
        str(asked.model),
        **_unsearched(fitted.parts),
        context=_as_asked(request, known),
    )
    event_id = record(receipt, actor=asked.actor, now=asked.now, node=Node.CONTEXT)
    if request.since is None:
        mark_told(known.told, person_id=request.user_id, actor=asked.actor)
    sure = max((item.score for item in items), default=0.0)
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


def _parts(request: ContextRequest, known: Known, items: Sequence[Item], view: Visible) -> Parts:
    """Everything that could be shown, each thing once."""
    turns = known.conversation.turns
    shown = {fact.memory_id for fact in known.facts} | {one.id for one in known.standing} | {turn.id for turn in turns}
    fresh = [item for item in items if item.id not in shown]
    relevant = [item for item in fresh if item.kind != "episode"][: request.top_k]
    related = related_memories(view, relevant, shown | {item.id for item in relevant})
    found = {item.id: item for item in items}
    bullets = (*relevant, *(found.get(item.id, item) for item in related))
    return Parts(known.told, known.facts, known.standing, bullets, episodes_among(fresh), turns)
