"""`POST /context`: the memories that a supervisor needs before it answers (001 §1, §5, 002 flow 3)."""

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
from retrieval.evidence_names import without_withheld_names
from retrieval.items import LoadOptions, load_items, unscored_columns
from retrieval.prepared_query import PreparedQuery, prepare
from retrieval.query import RankedCandidates, count_withheld, rank_candidates
from retrieval.recording import Because, Receipt, RequestRecord, Stopwatch, UnscoredResult, record
from retrieval.selection import Limits, Selected, calibration_of, select
from retrieval.sql import compose, constant, uuids
from retrieval.visibility import kind_of
from workspaces import replicas, scope
from workspaces.actors import Actor

# The number of best memories whose edges are followed, of edges, and of related memories (001 §2).
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
    """Ids of the candidates to show, best first; `linked` ones may be shown. Only candidates have a score."""

    relevant: Sequence[UUID]
    episodes: Sequence[UUID]
    linked: Sequence[UUID]
    always_shown: Collection[UUID]

    def of(self, selected: Sequence[Selected]) -> list[Selected]:
        """Return those to load, in their order."""
        ids = {*self.relevant, *self.episodes, *self.linked, *self.always_shown}
        return [one for one in selected if one.id in ids]


def build_context(
    request: ContextRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None = None
) -> ContextAnswer:
    """Build the context for one question within one token budget, and store a receipt.

    The header is included only if something changed since the caller's last context; `retrieval.context.budget` decides
    what is dropped. `model` None means the serving embedding model. Call it outside any scope. Raises as `memory_query`
    does, and UnknownSession; recent turns are left out if the role may not see category `activity`. A replica may
    answer (`workspaces.replicas`).
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
    """Answer in mode "off": nothing is retrieved, and no change counts as shown."""
    revision = prepared.context.revision
    turns = load_conversation(request, prepared).turns
    fitted = fit(Parts(DeltaHeader(since=revision, revision=revision, changes=()), turns=turns), request.budget_tokens)
    return ContextAnswer(fitted.parts, fitted.text, fitted.token_count, 0.0, fitted.left_out, None)


def _active(request: ContextRequest, prepared: PreparedQuery, clock: Stopwatch) -> ContextAnswer:
    """Answer in mode "active", loading the baseline first.

    The changes count as shown only after everything else, and not if the header was dropped.
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
    items = without_withheld_names(load_items(choice.of(selected), options), prepared.actor)
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
    confidence = max(fitting, default=0.0)  # including results that did not fit the budget
    return ContextAnswer(
        fitted.parts, fitted.text, fitted.token_count, confidence, fitted.left_out, event_id, withheld, in_order
    )


def _without_room(left_out: Mapping[str, int]) -> dict[str, int]:
    """Return how many results were dropped by the budget, as a receipt counts them, without the header."""
    count = sum(count for sort, count in left_out.items() if sort != "header")
    return {"budget": count} if count else {}


def _fitting_scores(parts: Parts) -> list[float]:
    """Return the scores of the memories that fit the question, including always shown ones only if they fit it."""
    always_shown = [item.score for item in parts.standing if item.score >= settings.CONTEXT_SCORE]
    return [*always_shown, *(item.score for item in parts.relevant), *(episode.score for episode in parts.episodes)]


def _unscored(parts: Parts, items: Sequence[Item]) -> dict[str, tuple[UnscoredResult, ...]]:
    """Return what the receipt lists besides the `items`."""
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
    """Return why memories are shown that the question need not have found."""
    return dict.fromkeys(choice.linked, Because.LINKED) | dict.fromkeys(choice.always_shown, Because.ALWAYS_SHOWN)


def _in_order(parts: Parts, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the memories that are shown: always shown ones, then those found, then related ones."""
    shown = {item.id for item in (*parts.standing, *parts.relevant, *parts.others)}
    shown |= {one.memory_id for one in parts.episodes}
    by_id = {item.id: item for item in (*parts.standing, *items, *parts.relevant)}
    return tuple(item for item in by_id.values() if item.id in shown)


def _replayable(request: ContextRequest, baseline: Baseline) -> dict[str, Any]:
    """Return what a replay needs besides the request: the revision of the changes shown, and the conversation."""
    session_id = baseline.conversation.session_id
    requested = request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True)
    return requested | {"since": baseline.header.since, "session_id": str(session_id) if session_id else None}


def _select(found: RankedCandidates, prepared: PreparedQuery) -> list[Selected]:
    """Select the best memories and turns, and always the nearest episodes (002), in the order of their ranks."""
    others = [one for one in found.ranked if one.text.kind != MemoryType.EPISODIC]
    episodes = [one for one in found.ranked if one.text.kind == MemoryType.EPISODIC]
    selected: list[Selected] = []
    for ranked, most in ((others, prepared.request.size), (episodes, settings.CONTEXT_EPISODES)):
        limits = Limits(most, None, prepared.context.category_limits)
        selected += select(ranked, limits, calibration_of(prepared.model, prepared.request.query))[0]
    ranks = {one.text.id: rank for rank, one in enumerate(found.ranked)}
    return sorted(selected, key=lambda one: ranks[one.ranked.text.id])


def _choose(request: ContextRequest, baseline: Baseline, selected: Sequence[Selected]) -> _Choice:
    """Choose the best that are not shown elsewhere, and the ends of their edges: one round trip."""
    shown = baseline.ids
    fresh = [one for one in selected if one.id not in shown]
    least = settings.CONTEXT_SCORE if request.threshold is None else request.threshold
    others = [one for one in fresh if one.ranked.text.kind != MemoryType.EPISODIC and one.score >= least]
    others = others[: request.top_k]
    episodes = [one.id for one in fresh if one.ranked.text.kind == MemoryType.EPISODIC]
    relevant = [one.id for one in others]
    # With a minimum score, no related memories, which have none.
    start = [one.id for one in others if not one.is_turn] if request.threshold is None else []
    linked = _linked_to(start, shown | set(relevant))
    return _Choice(relevant, episodes, linked, frozenset(item.id for item in baseline.always_shown))


def _linked_to(best: Sequence[UUID], shown: Collection[UUID]) -> list[UUID]:
    """Return the memories linked to the best few, by the strongest edges; without those `shown` anyway."""
    start = best[:RELATED_TO]
    if not start:
        return []
    workspace = constant(scope.current_workspace_id())
    # Visibility is checked for the few other ends only: a check of the edges would compare all memories.
    edges = compose(EDGES, workspace=workspace, best=uuids(start), most=constant(MOST_EDGES))
    [ends] = scope.fetch_pipelined([edges])
    return list(dict.fromkeys(one for pair in ends for one in pair if one not in start and one not in shown))


def _parts(baseline: Baseline, choice: _Choice, items: Sequence[Item], prepared: PreparedQuery) -> Parts:
    """Return everything that could be shown, without duplicates."""
    found = {item.id: item for item in items}
    relevant, episodes = ([found[id_] for id_ in ids if id_ in found] for ids in (choice.relevant, choice.episodes))
    others = tuple(item for item in relevant if _is_by_another(item))
    always_shown = without_withheld_names(baseline.always_shown, prepared.actor)
    parts = Parts(
        baseline.header,
        baseline.facts,
        tuple(replace(item, score=found[item.id].score) if item.id in found else item for item in always_shown),
        (*(item for item in relevant if not _is_by_another(item)), *_related(choice.linked, found, prepared)),
        others,
        tuple(_episode(item) for item in episodes if item.score >= settings.CONTEXT_EPISODE_SCORE),
        baseline.conversation.turns,
        baseline.needs,
    )
    return marked_parts(parts)


def _is_by_another(item: Item) -> bool:
    """Whether an assistant, the system or a tool said it (R34)."""
    return item.source is not None and item.source.role != TurnRole.USER


def _related(linked: Sequence[UUID], found: Mapping[UUID, Item], prepared: PreparedQuery) -> tuple[Item, ...]:
    """Return one or two of the visible linked memories (001 §2's related bullets).

    Those that are not among `found` have no score.
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
    """Return an episode that fits the question, shortened for a context (002, R11)."""
    text = " ".join((item.summary or item.content).split())
    most = settings.CONTEXT_EPISODE_CHARACTERS
    summary = text if len(text) <= most else f"{text[:most]}..."
    first, last = item.provenance.get("turn_start"), item.provenance.get("turn_end")
    return EpisodeLine(item.id, f"turns {first}-{last}" if first and last else "", summary, item.score)
