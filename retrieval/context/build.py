"""`POST /context`: what a supervisor should know before it answers (001 §1, §5, 002 flow 3)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings

from conversations.actions.sessions import UnknownSession
from conversations.delta_header import DeltaHeader, mark_seen
from conversations.models.turn import TurnRole
from memories.models import EmbeddingModel
from memories.models.choices import MemoryType
from memories.models.operational_event import Node
from retrieval.answers import Item
from retrieval.authorization import UnknownPerson
from retrieval.context.baseline import Baseline, load_baseline, load_conversation, read_unscored
from retrieval.context.budget import fit
from retrieval.context.parts import ContextAnswer, EpisodeLine, Parts
from retrieval.context.request import NO_QUESTION, ContextRequest
from retrieval.contradictions import marked_parts
from retrieval.evidence_names import tell_names
from retrieval.items import LoadOptions, load_items, unscored_columns
from retrieval.prepared_query import PreparedQuery, prepare
from retrieval.query import RankedCandidates, count_withheld, rank_candidates
from retrieval.recording import Because, Receipt, RequestRecord, Stopwatch, UnscoredResult, record
from retrieval.selection import Limits, Selected, calibration_of, select
from retrieval.sql import compose, constant, uuids
from retrieval.visibility import kind_of
from workspaces import replicas, scope
from workspaces.actors import Actor

# Of how many of the best memories the edges are followed, how many edges, to how many memories (001 §2).
RELATED_TO, MOST_EDGES, MOST_RELATED = 3, 20, 2

EDGES = """
SELECT r.from_memory_id, r.to_memory_id FROM memories_relation r
WHERE r.workspace_id = {workspace} AND (r.from_memory_id = ANY({best}) OR r.to_memory_id = ANY({best}))
ORDER BY r.strength DESC, r.id LIMIT {most}
"""
LINKED = """
SELECT {columns}
FROM (
    SELECT * FROM memories_memory
    WHERE workspace_id = {workspace} AND id = ANY({ids}) AND memory_type = {semantic} AND {condition}) AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = m.current_id
"""


@dataclass(frozen=True, slots=True)
class _Choice:
    """Ids of what is shown of the candidates, each best first; `linked` may be shown. Only candidates have a score."""

    relevant: Sequence[UUID]
    episodes: Sequence[UUID]
    linked: Sequence[UUID]
    always_shown: Collection[UUID]

    def of(self, selected: Sequence[Selected]) -> list[Selected]:
        """Those worth loading, in their order."""
        ids = {*self.relevant, *self.episodes, *self.linked, *self.always_shown}
        return [one for one in selected if one.id in ids]


def build_context(
    request: ContextRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None = None
) -> ContextAnswer:
    """Everything an agent should see for one question, under one token budget, and a receipt.

    The header comes only when something changed since the caller last looked; `retrieval.context.budget` says what
    gives way to the budget. `model` None means the embedding model that serves. Call it outside any scope. Raises
    what `memory_query` raises, and UnknownSession; recent turns are left out where the role may not see category
    `activity`. A replica may answer (`workspaces.replicas`).
    """
    return replicas.read(
        lambda: _built(request, actor=actor, now=now, model=model),
        after=actor.last_write_position,
        again_on=(UnknownPerson, UnknownSession),
    )


def _built(request: ContextRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None) -> ContextAnswer:
    clock = Stopwatch()
    episodes = settings.CONTEXT_EPISODES
    prepared = prepare(request.as_query(), actor=actor, now=now, clock=clock, model=model, episodes=episodes)
    with scope.pipelined_scope(actor.workspace_id):
        return _off(request, prepared) if request.mode == "off" else _active(request, prepared, clock)


def _off(request: ContextRequest, prepared: PreparedQuery) -> ContextAnswer:
    """Mode "off": nothing is retrieved, and no change counts as shown."""
    revision = prepared.context.revision
    turns = load_conversation(request, prepared).turns
    fitted = fit(Parts(DeltaHeader(since=revision, revision=revision, changes=()), turns=turns), request.budget_tokens)
    return ContextAnswer(fitted.parts, fitted.text, fitted.token_count, 0.0, fitted.left_out, None)


def _active(request: ContextRequest, prepared: PreparedQuery, clock: Stopwatch) -> ContextAnswer:
    """What needs no question is loaded first.

    The changes count as shown only when everything else has been done, and not where the header gave way.
    """
    baseline = load_baseline(request, prepared)
    clock.lap("known")
    replayable = _replayable(request, baseline)
    request_record = RequestRecord(prepared.request, prepared.authorized, prepared.actor, context=replayable)
    found = RankedCandidates((), {})
    is_asked = prepared.request.query != NO_QUESTION
    if is_asked:
        found = rank_candidates(prepared, clock, meanwhile=lambda: request_record.values)
    selected = _select(found, prepared)
    choice = _choose(request, baseline, selected)
    options = LoadOptions(prepared.visibility, artifact_labels=prepared.authorized.labels)
    items = tell_names(load_items(choice.of(selected), options), prepared.actor)
    parts = _parts(baseline, choice, items, prepared)
    fitting = _fitting_scores(parts)
    fitted = fit(parts, request.budget_tokens, found_nothing=is_asked and not fitting)
    withheld, in_order = count_withheld(found, prepared), _in_order(fitted.parts, items)
    clock.lap("loading")
    timings, model = clock.milliseconds, str(prepared.model)
    unscored = _unscored(fitted.parts, in_order)
    left_out = withheld | _without_room(fitted.left_out)
    receipt = Receipt(request_record, in_order, left_out, timings, model, because=_because(choice), **unscored)
    event_id = record(receipt, now=prepared.now, node=Node.CONTEXT)
    if request.since is None and "header" not in fitted.left_out:
        mark_seen(baseline.header, person_id=request.user_id, actor=prepared.actor)
        if baseline.header.revision != baseline.header.seen:  # the next context's header begins there
            replicas.note_write(prepared.actor)
    confidence = max(fitting, default=0.0)  # also of what found no room
    return ContextAnswer(
        fitted.parts, fitted.text, fitted.token_count, confidence, fitted.left_out, event_id, withheld, in_order
    )


def _without_room(left_out: Mapping[str, int]) -> dict[str, int]:
    """How many results gave way to the budget, as a receipt counts them; the header is none."""
    count = sum(count for sort, count in left_out.items() if sort != "header")
    return {"budget": count} if count else {}


def _fitting_scores(parts: Parts) -> list[float]:
    """Of the memories that fit the question; what stands there whatever it is counts only where it fits too."""
    standing = [item.score for item in parts.standing if item.score >= settings.CONTEXT_SCORE]
    return [*standing, *(item.score for item in parts.relevant), *(episode.score for episode in parts.episodes)]


def _unscored(parts: Parts, items: Sequence[Item]) -> dict[str, tuple[UnscoredResult, ...]]:
    """What the receipt names beside the `items`."""
    facts = (UnscoredResult("fact", fact.memory_id, fact.version) for fact in parts.facts)
    changes = (
        UnscoredResult(
            kind_of(change.key, change.memory_type), change.memory_id, change.version, because=Because.CHANGED
        )
        for change in parts.only_in_header(items)
    )
    return {
        "known": (*facts, *changes),
        "turns": tuple(UnscoredResult("turn", turn.id, 1, turn.is_whole) for turn in reversed(parts.turns)),
    }


def _because(choice: _Choice) -> dict[UUID, Because]:
    """Of the memories that are there whether or not the question found them."""
    return dict.fromkeys(choice.linked, Because.LINKED) | dict.fromkeys(choice.always_shown, Because.STANDING)


def _in_order(parts: Parts, items: Sequence[Item]) -> tuple[Item, ...]:
    """The memories that are shown: those always shown, then what was found in its order, then related ones."""
    shown = {item.id for item in (*parts.standing, *parts.relevant, *parts.others)}
    shown |= {one.memory_id for one in parts.episodes}
    by_id = {item.id: item for item in (*parts.standing, *items, *parts.relevant)}
    return tuple(item for item in by_id.values() if item.id in shown)


def _replayable(request: ContextRequest, baseline: Baseline) -> dict[str, Any]:
    """What a replay needs to ask the same: also since when the changes were shown, and which conversation it was."""
    session_id = baseline.conversation.session_id
    requested = request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True)
    return requested | {"since": baseline.header.since, "session_id": str(session_id) if session_id else None}


def _select(found: RankedCandidates, prepared: PreparedQuery) -> list[Selected]:
    """The best memories and turns, and the nearest episodes however much else there is (002); by relevance."""
    others = [one for one in found.ranked if one.text.kind != MemoryType.EPISODIC]
    episodes = [one for one in found.ranked if one.text.kind == MemoryType.EPISODIC]
    selected: list[Selected] = []
    for ranked, most in ((others, prepared.request.size), (episodes, settings.CONTEXT_EPISODES)):
        limits = Limits(most, None, prepared.context.category_limits)
        selected += select(ranked, limits, calibration_of(prepared.model, prepared.request.query))[0]
    return sorted(selected, key=lambda one: -one.ranked.relevance)


def _choose(request: ContextRequest, baseline: Baseline, selected: Sequence[Selected]) -> _Choice:
    """The best that are shown nowhere else, and the ends of their edges: one round trip."""
    shown = baseline.ids
    fresh = [one for one in selected if one.id not in shown]
    least = settings.CONTEXT_SCORE if request.threshold is None else request.threshold
    others = [one for one in fresh if one.ranked.text.kind != MemoryType.EPISODIC and one.score >= least]
    others = others[: request.top_k]
    episodes = [one.id for one in fresh if one.ranked.text.kind == MemoryType.EPISODIC]
    relevant = [one.id for one in others]
    # Who names a least score wants nothing that has none.
    start = [one.id for one in others if not one.is_turn] if request.threshold is None else []
    linked = _linked_to(start, shown | set(relevant))
    return _Choice(relevant, episodes, linked, frozenset(item.id for item in baseline.always_shown))


def _linked_to(best: Sequence[UUID], shown: Collection[UUID]) -> list[UUID]:
    """What the best few memories found are linked to, the strongest edges first; without what is `shown` anyway."""
    start = best[:RELATED_TO]
    if not start:
        return []
    workspace = constant(scope.current_workspace_id())
    # What may be seen is asked of their few other ends only: of the edges themselves it would compare all memories.
    edges = compose(EDGES, workspace=workspace, best=uuids(start), most=constant(MOST_EDGES))
    [ends] = scope.fetch_pipelined([edges])
    return list(dict.fromkeys(one for pair in ends for one in pair if one not in start and one not in shown))


def _parts(baseline: Baseline, choice: _Choice, items: Sequence[Item], prepared: PreparedQuery) -> Parts:
    """Everything that could be shown, each thing once."""
    found = {item.id: item for item in items}
    relevant, episodes = ([found[id_] for id_ in ids if id_ in found] for ids in (choice.relevant, choice.episodes))
    others = tuple(item for item in relevant if _is_by_another(item))
    standing = tell_names(baseline.always_shown, prepared.actor)
    parts = Parts(
        baseline.header,
        baseline.facts,
        tuple(replace(item, score=found[item.id].score) if item.id in found else item for item in standing),
        (*(item for item in relevant if not _is_by_another(item)), *_related(choice.linked, found, prepared)),
        others,
        tuple(_episode(item) for item in episodes if item.score >= settings.CONTEXT_EPISODE_SCORE),
        baseline.conversation.turns,
        baseline.needs,
    )
    return marked_parts(parts)


def _is_by_another(item: Item) -> bool:
    """Whether it is what an assistant, the system or a tool said (R34)."""
    return item.source is not None and item.source.role != TurnRole.USER


def _related(linked: Sequence[UUID], found: Mapping[UUID, Item], prepared: PreparedQuery) -> tuple[Item, ...]:
    """One or two of the linked memories that may be seen (001 §2's related bullets).

    They need not be among those `found`; then they come without a score.
    """
    if missing := [one for one in linked if one not in found]:
        statement = compose(
            LINKED,
            columns=unscored_columns(prepared.authorized.labels),
            workspace=constant(scope.current_workspace_id()),
            ids=uuids(missing),
            semantic=MemoryType.SEMANTIC,
            condition=prepared.visibility.memory_condition,
        )
        [rows] = scope.fetch_pipelined([statement])
        found = {**found, **{item.id: item for item in read_unscored(rows)}}
    related = (found[one] for one in linked if one in found)
    return tuple(item for item in related if item.memory_type == MemoryType.SEMANTIC)[:MOST_RELATED]


def _episode(item: Item) -> EpisodeLine:
    """An episode that is near enough to the question, cut to what a context shows (002, R11)."""
    text = " ".join((item.summary or item.content).split())
    most = settings.CONTEXT_EPISODE_CHARACTERS
    summary = text if len(text) <= most else f"{text[:most]}..."
    first, last = item.provenance.get("turn_start"), item.provenance.get("turn_end")
    return EpisodeLine(item.id, f"turns {first}-{last}" if first and last else "", summary, item.score)
