"""A request prepared for the database, for `memory.query`, contexts and replays."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from pgvector import HalfVector

from memories.embedding_models import embed_question
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from retrieval import statistics
from retrieval.authorization import Authorized, authorize
from retrieval.query_context import QueryContext, load_query_context, without_names
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.sql import Sql, compose, constant, fetch
from retrieval.subquestions import subquestions
from retrieval.visibility import Visibility, finds_all_turns, visibility_of
from workspaces.actors import Actor

# How many candidates each search may return: so many for each result requested, within these bounds, but never fewer
# than the results. A long turn may be several of them, one for each of its chunks.
FOR_EACH, AT_LEAST, AT_MOST = 4, 12, 60

# Whether the text of a chunk `c` is visible. OFFSET separates the row's look-up by id from the conditions, for which
# the planner would otherwise scan all of the person's rows each time.
MAY_SEE = """
coalesce((SELECT {memory_condition} FROM (SELECT * FROM memories_memory
    WHERE workspace_id = {workspace} AND id = c.memory_id OFFSET 0) AS memories_memory), false)
OR coalesce((SELECT {turn_condition} FROM (SELECT * FROM conversations_turn
    WHERE workspace_id = {workspace} AND id = c.turn_id OFFSET 0) AS conversations_turn), false)
"""
# Whether a chunk `c` is of the version at a time; the look-up uses `version_number_once`.
OF_VERSION_AT_TIME = """
c.memory_version_id = (SELECT v.id FROM memories_memoryversion v WHERE v.workspace_id = {workspace}
    AND v.memory_id = c.memory_id AND v.ingested_at <= {as_of} ORDER BY v.number DESC LIMIT 1)
"""
COUNT_VISIBLE = """
SELECT count(*) FROM (
    (SELECT 1 FROM ({turns}) AS turns LIMIT {most}) UNION ALL (SELECT 1 FROM ({memories}) AS memories LIMIT {most})
    LIMIT {most}) AS visible
"""


@dataclass(frozen=True)
class PreparedQuery:
    """A request with what is known before the search; `episodes` is how many of the candidates must be episodes, if
    there are any. `subqueries` are the questions of which it consists, if there are several; they are searched in its
    place.
    """

    request: QueryRequest
    authorized: Authorized
    context: QueryContext
    actor: Actor
    now: datetime
    episodes: int = 0
    subqueries: Sequence["PreparedQuery"] = ()

    @property
    def model(self) -> EmbeddingModel:
        return self.context.model

    @cached_property
    def visibility(self) -> Visibility:
        """The rows that may be found."""
        return visibility_of(self.request, self.authorized, actor=self.actor, now=self.now)

    @property
    def candidate_limit(self) -> int:
        """How many candidates each search may return."""
        return min(max(AT_MOST, self.request.size), max(AT_LEAST, FOR_EACH * self.request.size))

    @property
    def is_small(self) -> bool:
        """Whether all of the person's vectors can be compared exactly."""
        return self.authorized.person_id is not None and self.context.text_count <= statistics.MANY_TEXTS

    @property
    def has_all_turns(self) -> bool:
        """Whether all turns of the person may be found."""
        return finds_all_turns(self.request, self.authorized, self.actor)

    @cached_property
    def is_narrowed(self) -> bool:
        """Whether the filters or an allowlist may leave few texts."""
        request, usual = self.request, QueryRequest.model_fields
        filtered = request.filters.model_dump(exclude={"user_id"}, exclude_none=True) or request.kinds
        labels = request.allowed_sensitivity != usual["allowed_sensitivity"].default
        listed = self.actor.categories is not None or self.authorized.categories is not None
        bounds = request.require_verified or self.authorized.path or request.as_of
        return bool(filtered or labels or listed or bounds)

    @cached_property
    def leaves_little(self) -> bool:
        """Whether the filters leave so few texts that all can be compared exactly."""
        count = compose(COUNT_VISIBLE, **self.parts, most=statistics.MANY_TEXTS + 1)
        return bool(fetch(count)[0][0] <= statistics.MANY_TEXTS)

    @cached_property
    def parts(self) -> dict[str, Any]:
        """The named parts that statements may use."""
        visibility, workspace = self.visibility, constant(self.actor.workspace_id)
        conditions = {"memory_condition": visibility.memory_condition, "turn_condition": visibility.turn_condition}
        return conditions | {
            "workspace": workspace,
            "person": constant(self.authorized.person_id),
            "model": constant(self.model.pk),
            "k": constant(self.candidate_limit),
            "memories": visibility.memories,
            "turns": visibility.turns,
            "reason": visibility.reason,
            "may_see": compose(MAY_SEE, workspace=workspace, **conditions),
            "is_current": self._is_current,
        }

    @property
    def _is_current(self) -> Sql:
        """The condition that a memory's chunk `c` is of the requested version: the current one, or that at `as_of`."""
        if self.request.as_of is None:
            return Sql("c.superseded_at IS NULL")
        workspace = constant(self.actor.workspace_id)
        return compose(OF_VERSION_AT_TIME, workspace=workspace, as_of=self.request.as_of)

    @cached_property
    def vector(self) -> FloatArray:
        """The question's vector, unit length. Raises as `providers.embedding.embed` does."""
        return embed_question(without_names(self.request.query, self.context.names), model=self.model)

    @cached_property
    def distance(self) -> Sql:
        """The cosine distance of an embedding `e`, in the exact expression of the model's index."""
        dimensions = len(self.vector)
        return Sql(f"e.vector::halfvec({dimensions}) <=> %s::halfvec({dimensions})", (HalfVector(self.vector),))


def prepare(
    request: QueryRequest,
    *,
    actor: Actor,
    now: datetime,
    clock: Stopwatch,
    model: EmbeddingModel | None = None,
    episodes: int = 0,
) -> PreparedQuery:
    """Authorize the request and load its context; call it outside any scope (R25).

    `model` None means the embedding model that serves.
    Raises CategoryNotAllowed, ScopeRequired, NotGranted, UnknownPerson.
    """
    authorized = authorize(request, actor=actor, now=now)

    def prepared(one: QueryRequest) -> PreparedQuery:
        context = load_query_context(one, authorized, actor=actor, now=now, model=model)
        return PreparedQuery(one, authorized, context, actor, now, episodes)

    parts = [prepared(request.model_copy(update={"query": text})) for text in subquestions(request.query)]
    whole = replace(prepared(request), subqueries=parts)
    clock.lap("lookup")
    return whole
