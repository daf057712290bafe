"""`memory.query` (001 §6): the one way to ask what is remembered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection

from memories.embedding_models import active_model, embed_query
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from retrieval.answers import QueryAnswer
from retrieval.budget import within
from retrieval.calibration import calibration_of
from retrieval.candidates.dense import nearest
from retrieval.candidates.facts import facts_about, fields_named
from retrieval.candidates.lexical import Words, matching, words_of
from retrieval.candidates.search import Candidate, Search, visible_only
from retrieval.candidates.texts import texts_of
from retrieval.items import load_items
from retrieval.ranking import Question, rank
from retrieval.reach import Reach, resolve
from retrieval.recording import Stopwatch, record
from retrieval.requests import QueryRequest
from retrieval.selection import Chosen, Limits, select
from retrieval.statistics import MANY_TEXTS
from retrieval.surroundings import Surroundings, look_around
from retrieval.visibility import visible
from retrieval.withheld import count_withheld
from workspaces import scope
from workspaces.actors import Actor

# The index's scan goes on past what the filters exclude. A receipt lost in a crash within half a second does no harm.
PLAN = """
SET LOCAL hnsw.ef_search = 200;
SET LOCAL hnsw.iterative_scan = relaxed_order;
SET LOCAL synchronous_commit = off
"""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request with everything that was found out about it before the search."""

    request: QueryRequest
    reach: Reach
    around: Surroundings
    model: EmbeddingModel
    vector: FloatArray
    actor: Actor
    now: datetime


@dataclass(frozen=True, slots=True)
class _Found:
    """`looked_at` holds what may not be seen as well, to be counted."""

    candidates: Sequence[Candidate]
    looked_at: Sequence[Candidate]
    words: Words
    fields: frozenset[UUID]


def memory_query(request: QueryRequest, *, actor: Actor, now: datetime) -> QueryAnswer:
    """Answer the best memories and turns for a question, and leave a receipt.

    Call it outside any scope: the question is embedded between two short ones (R25). Raises WrongAgent,
    CategoryNotAllowed, ScopeRequired, NotGranted, UnknownPerson.
    """
    clock = Stopwatch()
    reach = resolve(request, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        around, model = look_around(request, reach), active_model()
    clock.lap("lookup")
    vector = embed_query(around.without_names(request.query), model=model)
    clock.lap("embedding")
    asked = _Asked(request, reach, around, model, vector, actor, now)
    with scope.enter(actor.workspace_id):
        with connection.cursor() as cursor:
            cursor.execute(PLAN)
        return _answer(asked, clock)


def _answer(asked: _Asked, clock: Stopwatch) -> QueryAnswer:
    request = asked.request
    search = _search(asked)
    found = _find(search, clock)
    chosen, over_share = _choose(asked, search, found, clock)
    items = load_items(chosen, with_neighbours=request.neighbours)
    kept, over_budget = within(items, request.return_, request.budget_tokens)
    withheld = count_withheld(found.looked_at, request, asked.reach, actor=asked.actor, now=asked.now)
    withheld |= {reason: n for reason, n in (("rag_length", over_share), ("budget", over_budget)) if n}
    clock.lap("loading")
    event_id = record(
        request,
        asked.reach,
        kept,
        actor=asked.actor,
        now=asked.now,
        withheld=withheld,
        timings=clock.milliseconds,
        embedding_model=str(asked.model),
    )
    return QueryAnswer(tuple(kept), event_id, asked.around.revision, withheld, request.return_, request.explain)


def _search(asked: _Asked) -> Search:
    return Search(
        workspace_id=asked.actor.workspace_id,
        reach=asked.reach,
        query=asked.request.query,
        vector=asked.vector,
        model_id=asked.model.pk,
        visible=visible(asked.request, asked.reach, actor=asked.actor, now=asked.now),
    )


def _find(search: Search, clock: Stopwatch) -> _Found:
    """The candidates of each way of searching, each bounded."""
    texts = search.count_texts()
    is_small = search.reach.person_id is not None and texts <= MANY_TEXTS
    by_meaning = nearest(search, is_small=is_small)
    clock.lap("dense")
    by_words, words = matching(search, words_of(search, texts=texts))
    clock.lap("lexical")
    facts = facts_about(search, fields_named(search.query))
    clock.lap("facts")
    fields = frozenset(fact.chunk_id for fact in facts if fact.chunk_id)
    candidates = [*visible_only(by_meaning), *visible_only(by_words), *facts]
    return _Found(candidates, [*by_meaning, *by_words], words, fields)


def _choose(asked: _Asked, search: Search, found: _Found, clock: Stopwatch) -> tuple[list[Chosen], int]:
    texts = texts_of(search, found.candidates)
    clock.lap("texts")
    question = Question(
        text=search.query,
        information=found.words.information(),
        names=asked.around.named_in(search.query),
        now=asked.now,
        fields=found.fields,
        recency=settings.RETRIEVAL_RECENCY_WEIGHT,
    )
    ranked = rank(question, texts)
    limits = Limits(asked.request.size, asked.request.threshold, asked.around.most_items)
    chosen = select(ranked, limits, calibration_of(asked.model.name))
    clock.lap("ranking")
    return chosen
