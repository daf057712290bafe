"""`POST /context`: what a supervisor should know before it answers (001 §1, §5, 002 flow 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from conversations.actions.append_turns import UnknownSession
from conversations.delta_header import DeltaHeader, header
from conversations.models import Session
from memories.models import EmbeddingModel
from memories.models.operational_event import Node
from providers.embedding import count_tokens
from retrieval.answers import Item
from retrieval.context import rendering
from retrieval.context.budget import fit
from retrieval.context.lines import episodes_among, facts_of, recent_turns, related_memories, standing_memories
from retrieval.context.parts import ContextAnswer, Parts, TurnLine
from retrieval.context.request import CANDIDATES, ContextRequest
from retrieval.items import Wanted, load_items
from retrieval.pipeline import Asked, Found, find, glances, prepare
from retrieval.recording import Receipt, Stopwatch, Unsearched, record
from retrieval.selection import Limits, select
from retrieval.visibility import memories_for
from retrieval.withheld import count_withheld
from workspaces import scope
from workspaces.actors import Actor
from workspaces.sensitivity import INTERNAL, rank


@dataclass(frozen=True, slots=True)
class _Context:
    """One context in the making."""

    request: ContextRequest
    asked: Asked
    session: Session | None

    @property
    def thread_id(self) -> str:
        """The thread asked for, else the session's; empty means the person's default one (R20)."""
        return self.request.thread_id or (self.session.thread_id if self.session else "")


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
    found = _found(request, asked, clock)
    with scope.enter(actor.workspace_id):
        context = _Context(request, asked, _session(request))
        if request.mode == "off":
            return _off(context)
        return _active(context, found, clock)


def _found(request: ContextRequest, asked: Asked, clock: Stopwatch) -> Found:
    """Nothing in mode "off", or where nothing was asked."""
    if request.mode == "off" or not request.query.strip():
        return Found((), frozenset())
    with glances(asked):
        return find(asked, clock)


def _session(request: ContextRequest) -> Session | None:
    """The session asked for, else the person's last one."""
    sessions = Session.objects.filter(person_id=request.user_id)
    if request.session_id is not None:
        session = sessions.filter(id=request.session_id).first()
        if session is None:
            raise UnknownSession
        return session
    return sessions.filter(last_turn_at__isnull=False).order_by("-last_turn_at").first()


def _off(context: _Context) -> ContextAnswer:
    """Mode "off": nothing is retrieved, and nothing is marked as told."""
    revision = context.asked.around.revision
    parts = Parts(DeltaHeader(since=revision, revision=revision, changes=()), turns=_turns(context))
    kept, left_out = fit(parts, context.request.budget_tokens)
    text = rendering.text_of(kept)
    return ContextAnswer(kept, text, count_tokens(text), 0.0, left_out, None)


def _active(context: _Context, found: Found, clock: Stopwatch) -> ContextAnswer:
    request, asked = context.request, context.asked
    chosen, _ = select(found.ranked, _limits(asked), asked.calibration)
    items = load_items(chosen, Wanted(artifact_labels=asked.reach.labels))
    parts, left_out = fit(_parts(context, items), request.budget_tokens)
    clock.lap("loading")
    withheld = count_withheld(found.hidden, asked.request, asked.reach, actor=asked.actor, now=asked.now)
    shown = {item.id for item in (*parts.standing, *parts.relevant)} | {one.memory_id for one in parts.episodes}
    by_id = {item.id: item for item in (*parts.standing, *items, *parts.relevant)}
    in_order = tuple(item for item in by_id.values() if item.id in shown)
    receipt = Receipt(
        asked.request,
        asked.reach,
        in_order,
        withheld,
        clock.milliseconds,
        str(asked.model),
        facts=tuple(Unsearched("fact", fact.memory_id, fact.version) for fact in parts.facts),
        turns=tuple(Unsearched("turn", turn.id, 1) for turn in reversed(parts.turns)),
        context=_as_asked(context, parts.header.since),
    )
    event_id = record(receipt, actor=asked.actor, now=asked.now, node=Node.CONTEXT)
    text = rendering.text_of(parts)
    confidence = max((item.score for item in items), default=0.0)
    return ContextAnswer(parts, text, count_tokens(text), confidence, left_out, event_id, withheld, in_order)


def _as_asked(context: _Context, since: int) -> dict[str, Any]:
    """What a replay needs to ask the same: also since when the changes were told, and which conversation it was."""
    session_id = str(context.session.id) if context.session else None
    asked = context.request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True)
    return asked | {"since": since, "session_id": session_id}


def _turns(context: _Context) -> tuple[TurnLine, ...]:
    """Turns are internal (R3), so they are left out where that was not asked for."""
    asked = context.asked
    shown = INTERNAL in asked.reach.labels
    return recent_turns(context.session, actor=asked.actor, now=asked.now) if shown else ()


def _limits(asked: Asked) -> Limits:
    return Limits(CANDIDATES, None, asked.around.most_items)


def _parts(context: _Context, items: Sequence[Item]) -> Parts:
    """Everything that could be shown, each thing once."""
    request, asked = context.request, context.asked
    visible = memories_for(asked.request, asked.reach, actor=asked.actor, now=asked.now)
    told = header(
        person_id=request.user_id,
        thread_id=context.thread_id,
        actor=asked.actor,
        now=asked.now,
        since=request.since,
        ranks={rank(label) for label in asked.reach.labels},
    )
    facts = facts_of(visible, request.user_id)
    standing = standing_memories(visible, asked.around.standing)
    turns = _turns(context)
    shown = {fact.memory_id for fact in facts} | {item.id for item in standing} | {turn.id for turn in turns}
    fresh = [item for item in items if item.id not in shown]
    relevant = [item for item in fresh if item.kind != "episode"][: request.top_k]
    related = related_memories(visible, relevant, shown | {item.id for item in relevant})
    found = {item.id: item for item in items}
    return Parts(
        told,
        facts,
        standing,
        (*relevant, *(found.get(item.id, item) for item in related)),
        episodes_among(fresh),
        turns,
    )
