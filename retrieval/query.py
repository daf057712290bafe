"""`memory.query` (001 §6): the only way to search memories."""

from collections import ChainMap, Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, zip_longest
from uuid import UUID

from django.conf import settings

from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.maintenance.record_event import noted_failure
from memories.models import EmbeddingModel
from memories.models.operational_event import Node, Operation
from providers import reranking
from providers.statements import NEED_KEYS
from retrieval.answers import Item, QueryAnswer
from retrieval.as_of import restore_purged_chunks
from retrieval.authorization import UnknownPerson
from retrieval.candidates.hits import TURN
from retrieval.candidates.search import search
from retrieval.contradictions import marked
from retrieval.evidence_names import without_withheld_names
from retrieval.items import LoadOptions
from retrieval.needs.combined_results import load_combined, needs_to_combine, without_combined
from retrieval.needs.shares import need_shares, with_cosines
from retrieval.prepared_query import PreparedQuery, prepare
from retrieval.query_context import names_mentioned
from retrieval.ranking import Question, Ranked, rank
from retrieval.recording import Receipt, RequestRecord, Stopwatch, record
from retrieval.relevance_filter import LEAST_SCORE, worth_their_length
from retrieval.requests import KINDS, QueryRequest
from retrieval.selection import Limits, calibration_of, fit_budget, select
from retrieval.visibility import is_whole_person
from workspaces import replicas, scope
from workspaces.actors import Actor
from workspaces.sensitivity import INTERNAL, LABELS

# For one or two words that no text contains, texts with lower scores are mostly unrelated.
LEAST_SCORE_OF_WORDS, WORDS = 0.75, 2


def memory_query(
    request: QueryRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None = None
) -> QueryAnswer:
    """Return the best memories and turns for a question, and store a receipt.

    `model` None means the embedding model that serves. A replica may answer (`workspaces.replicas`), but not for an
    earlier time, for which chunks are restored. Call it outside any scope (R25). Raises CategoryNotAllowed,
    ScopeRequired, NotGranted, UnknownPerson.
    """
    after = actor.last_write_position if request.as_of is None else None
    return replicas.read(
        lambda: _answered(request, actor=actor, now=now, model=model), after=after, again_on=(UnknownPerson,)
    )


def _answered(request: QueryRequest, *, actor: Actor, now: datetime, model: EmbeddingModel | None) -> QueryAnswer:
    clock = Stopwatch()
    prepared = prepare(request, actor=actor, now=now, clock=clock, model=model)
    if request.as_of is not None:
        restore_purged_chunks(request.as_of, person_id=prepared.authorized.person_id, actor=actor, now=now)
    request_record = RequestRecord(request, prepared.authorized, actor)
    person_id = prepared.authorized.person_id
    noted = noted_failure(Node.HOTPATH, Operation.SEARCH, workspace_id=actor.workspace_id, now=now, person_id=person_id)
    # No transaction stays open while the question is embedded (R25).
    with noted, scope.pipelined_scope(actor.workspace_id):
        found = rank_candidates(prepared, clock, meanwhile=lambda: request_record.values)
        return _answer(prepared, found, request_record, clock)


def find_for_person(query: str, *, actor: Actor, now: datetime, most: int, least: float | None = None) -> list[Item]:
    """Return the results of a person's own question about themselves, best first; without uncertain ones, unless
    `least` is their minimum score, 0..1.

    It stores no receipt, since only the person reads it. Call it outside any scope (R25). Raises as
    `providers.embedding.embed` does.
    """
    certain = LEAST_SCORE_OF_WORDS if len(query.split()) <= WORDS else LEAST_SCORE
    how = {"select": "relevant", "threshold": certain} if least is None else {"threshold": least}
    own = {"user_id": actor.person_id, "allowed_sensitivity": LABELS}  # people may read all of their data
    request = QueryRequest.model_validate({"query": query, "top_k": most} | own | how)
    clock = Stopwatch()
    prepared = prepare(request, actor=actor, now=now, clock=clock)
    with scope.pipelined_scope(actor.workspace_id):
        items, _ = _selected(prepared, rank_candidates(prepared, clock))
    return items


def _answer(
    prepared: PreparedQuery, found: "RankedCandidates", request_record: RequestRecord, clock: Stopwatch
) -> QueryAnswer:
    request = prepared.request
    items, over_share = _selected(prepared, found, is_combining=request.budget_tokens is None)
    answered, over_budget = fit_budget(marked(items), request.return_, request.budget_tokens)
    withheld = count_withheld(found, prepared)
    withheld |= {reason: n for reason, n in (("rag_length", over_share), ("budget", over_budget)) if n}
    clock.lap("loading")
    shown = tuple(part for item in answered for part in item.parts)
    receipt = Receipt(request_record, shown, withheld, clock.milliseconds, str(prepared.model))
    event_id = record(receipt, now=prepared.now)
    return QueryAnswer(tuple(answered), event_id, prepared.context.revision, withheld, request.return_, request.explain)


def _selected(
    prepared: PreparedQuery, found: "RankedCandidates", *, is_combining: bool = False
) -> tuple[list[Item], int]:
    """Return the best results with their texts, and how many exceeded their categories' limits; with `is_combining`,
    needs that do not fit are combined into other results."""
    request = prepared.request
    most = max(request.size, settings.RERANK_FIRST) if reranking.is_on() else request.size
    only_relevant = request.select == "relevant"
    threshold = max(request.threshold or 0.0, LEAST_SCORE) if only_relevant else request.threshold
    limits = Limits(most, threshold, prepared.context.category_limits)
    calibration = calibration_of(prepared.model, request.query)
    own_limits = replace(limits, size=request.size)
    combined = needs_to_combine(found.ranked, found.fields_of_needs, own_limits) if is_combining else {}
    selected, over_share = select(without_combined(found.ranked, combined), limits, calibration)
    if only_relevant:
        selected = worth_their_length(selected, query=request.query, information=found.information)
    labels = prepared.authorized.labels if request.return_ == "full" else ()
    options = LoadOptions(prepared.visibility, request.neighbours, labels, request.as_of)
    items = load_combined(selected, combined, calibration, options)
    return without_withheld_names(reranked(items, request.query)[: request.size], prepared.actor), over_share


def reranked(items: list[Item], query: str) -> list[Item]:
    """Return the first items in the reranker's order, if there is one and it responds in time; scores do not change."""
    first = items[: settings.RERANK_FIRST]
    scores = reranking.rerank(query, [item.body("full") for item in first]) if reranking.is_on() else None
    if scores is None:
        return items
    ordered = [replace(item, reranked=score) for item, score in zip(first, scores, strict=True)]
    return [*sorted(ordered, key=lambda item: -(item.reranked or 0.0)), *items[len(first) :]]


@dataclass(frozen=True, slots=True)
class RankedCandidates:
    """Ranked texts, and the numbers of hidden ones found: memories by the rule that hides them, and turns.

    `information` is that of each of the question's lexemes, `fields_of_needs` the fields of texts that state a
    requested need, by chunk, empty for a sentence.
    """

    ranked: Sequence[Ranked]
    hidden: Mapping[str, int]
    information: Mapping[str, float] = field(default_factory=dict)
    fields_of_needs: Mapping[UUID, str] = field(default_factory=dict)

    @classmethod
    def in_turn(cls, found: Sequence["RankedCandidates"]) -> "RankedCandidates":
        """Return the candidates of several questions: the best text of each, then the second of each, and so on.

        A hidden text may be found by several of them, so that only the largest of their numbers is certain.
        """
        ranked: dict[UUID, Ranked] = {}
        for one in chain.from_iterable(zip_longest(*(each.ranked for each in found))):
            if one is not None:
                ranked.setdefault(one.text.id, one)
        hidden, information = Counter[str](), Counter[str]()
        for each in found:
            hidden |= Counter(each.hidden)
            information |= Counter(each.information)
        fields = ChainMap(*(dict(each.fields_of_needs) for each in found))
        return cls(list(ranked.values()), hidden, information, fields)


def rank_candidates(
    prepared: PreparedQuery, clock: Stopwatch, *, meanwhile: Callable[[], object] | None = None
) -> RankedCandidates:
    """Search and rank within a pipelined scope; `meanwhile` is called while PostgreSQL works.

    Of several questions, each one's best text comes first, then each one's second.
    """
    if not prepared.subqueries:
        return _rank_candidates(prepared, clock, meanwhile)
    first, *others = prepared.subqueries
    found = [_rank_candidates(first, clock, meanwhile), *(_rank_candidates(one, clock) for one in others)]
    return RankedCandidates.in_turn(found)


def _rank_candidates(
    prepared: PreparedQuery, clock: Stopwatch, meanwhile: Callable[[], object] | None = None
) -> RankedCandidates:
    result = search(prepared, clock, meanwhile=meanwhile)
    # Hidden turns stay as context of others; hidden memories are removed.
    texts = [hit.text for hit in result.hits if hit.text.may_see or hit.text.memory_id is None]
    context = prepared.context
    by_chunk = with_cosines(result.needs(context.needs), prepared.vector, prepared.model)
    is_about_food = set(context.needs) != set(NEED_KEYS)  # all of them: a question about medical treatment
    needs = need_shares(prepared.request.query, by_chunk, only_named=context.only_named, is_about_food=is_about_food)
    # Facts have no vector: those that state a need get one for this question only.
    texts = [text._replace(cosine=by_chunk[text.id].cosine) if text.id in by_chunk else text for text in texts]
    question = Question(
        text=prepared.request.query,
        information=result.lexemes.information(),
        names=names_mentioned(prepared.request.query, prepared.context.names),
        now=prepared.now,
        fields=frozenset(hit.text.id for hit in result.hits if hit.is_named_field) - (by_chunk.keys() - needs.keys()),
        needs=needs,
        related=result.related,
        related_weight=settings.RETRIEVAL_RELATED_WEIGHT,
        recency=settings.RETRIEVAL_RECENCY_WEIGHT,
    )
    ranked = rank(question, texts)
    clock.lap("ranking")
    fields = {id_: by_chunk[id_].key if by_chunk[id_].has_field_name else "" for id_ in needs}
    return RankedCandidates(ranked, result.hidden, question.information, fields)


def count_withheld(found: RankedCandidates, prepared: PreparedQuery) -> dict[str, int]:
    """Count the results that may not be shown, by reason, without their ids (003); the first broken rule counts.

    Results excluded by the request's own filters do not count.
    """
    counted = Counter(found.hidden)
    turns = counted.pop(TURN, 0)
    if turns and (reason := _reason_of_turns(prepared)):
        counted[reason] += turns
    return dict(counted)


def _reason_of_turns(prepared: PreparedQuery) -> str:
    """Return the rule that hides all turns; empty if the request itself excludes some or all of them."""
    request, authorized = prepared.request, prepared.authorized
    is_requested = authorized.categories is None or TURN_CATEGORY in authorized.categories
    if (
        not is_requested
        or not is_whole_person(authorized)
        or "turn" not in (request.kinds or KINDS)
        or request.filters.model_dump(exclude={"user_id"}, exclude_none=True)
    ):
        return ""
    if not prepared.actor.may_see(TURN_CATEGORY):
        return "category"
    if INTERNAL not in authorized.labels:
        return "sensitivity"
    return "unverified" if request.require_verified else ""
