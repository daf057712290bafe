"""From a request to ranked texts: what `memory.query`, contexts and replays have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings

from memories.embedding_models import active_model, embed_query
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from retrieval.calibration import Calibration, calibration_of
from retrieval.candidates import dense
from retrieval.candidates.facts import facts_about, fields_named
from retrieval.candidates.lexical import Words, matching, words_of
from retrieval.candidates.search import Candidate, Search, visible_only
from retrieval.candidates.texts import texts_of
from retrieval.ranking import Question, Ranked, rank
from retrieval.reach import Reach, resolve
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, execute
from retrieval.statistics import MANY_TEXTS
from retrieval.surroundings import Surroundings, look_around
from retrieval.visibility import visible
from workspaces import scope
from workspaces.actors import Actor

# A receipt lost in a crash within half a second does no harm; waiting for the disk would.
RECEIPT_CAN_WAIT = Sql("SET LOCAL synchronous_commit = off")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with everything that was found out about it before the search."""

    request: QueryRequest
    reach: Reach
    around: Surroundings
    model: EmbeddingModel
    vector: FloatArray
    actor: Actor
    now: datetime

    @property
    def calibration(self) -> Calibration:
        return calibration_of(self.model.name)


@dataclass(frozen=True, slots=True)
class Found:
    """Ranked texts, and the candidates that were looked at: they include what may not be seen, to be counted."""

    ranked: Sequence[Ranked]
    looked_at: Sequence[Candidate]


def prepare(
    request: QueryRequest, *, actor: Actor, now: datetime, clock: Stopwatch, model: EmbeddingModel | None = None
) -> Asked:
    """Look the request over and embed its question; opens a short scope of its own first (R25).

    `model` None means the embedding model that serves.
    Raises WrongAgent, CategoryNotAllowed, ScopeRequired, NotGranted, UnknownPerson.
    """
    reach = resolve(request, actor=actor, now=now)
    with scope.enter(actor.workspace_id):
        model = model or active_model()
        around = look_around(request, reach, model)
    clock.lap("lookup")
    vector = embed_query(around.without_names(request.query), model=model)
    clock.lap("embedding")
    return Asked(request, reach, around, model, vector, actor, now)


def find(asked: Asked, clock: Stopwatch) -> Found:
    """Search and rank within the entered scope, each way of searching bounded."""
    execute(RECEIPT_CAN_WAIT)
    search = search_of(asked)
    texts = asked.around.texts
    is_small = search.reach.person_id is not None and texts <= MANY_TEXTS
    by_meaning = dense.nearest(search, is_small=is_small)
    clock.lap("dense")
    by_words, words = matching(search, words_of(search, texts=texts))
    clock.lap("lexical")
    facts = facts_about(search, fields_named(search.query))
    clock.lap("facts")
    candidates = texts_of(search, [*visible_only(by_meaning), *visible_only(by_words), *facts])
    clock.lap("texts")
    ranked = rank(_question(asked, words, facts), candidates)
    clock.lap("ranking")
    return Found(ranked, [*by_meaning, *by_words])


def search_of(asked: Asked) -> Search:
    """The request as the database is asked, within its scope."""
    return Search(
        workspace_id=asked.actor.workspace_id,
        reach=asked.reach,
        query=asked.request.query,
        vector=asked.vector,
        model_id=asked.model.pk,
        visible=visible(asked.request, asked.reach, actor=asked.actor, now=asked.now),
        is_narrowed=_is_narrowed(asked),
    )


def _is_narrowed(asked: Asked) -> bool:
    request, usual = asked.request, QueryRequest.model_fields
    filtered = request.filters.model_dump(exclude={"user_id"}, exclude_none=True) or request.kinds
    labels = request.allowed_sensitivity != usual["allowed_sensitivity"].default
    listed = asked.actor.categories is not None or asked.reach.categories is not None
    return bool(filtered or labels or listed or request.require_verified or asked.reach.path)


def _question(asked: Asked, words: Words, facts: Sequence[Candidate]) -> Question:
    fields: set[UUID | None] = {fact.chunk_id for fact in facts}
    return Question(
        text=asked.request.query,
        information=words.information(),
        names=asked.around.named_in(asked.request.query),
        now=asked.now,
        fields=frozenset(field for field in fields if field is not None),
        recency=settings.RETRIEVAL_RECENCY_WEIGHT,
    )
