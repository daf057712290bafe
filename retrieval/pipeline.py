"""From a request to ranked texts: what `memory.query`, contexts and replays have in common."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.functional import cached_property

from memories.models import EmbeddingModel
from retrieval.calibration import Calibration, calibration_of
from retrieval.candidates.facts import fields_named
from retrieval.candidates.gathering import Gathered, gather
from retrieval.candidates.search import Search
from retrieval.names import named_in, without_names
from retrieval.ranking import Question, Ranked, rank
from retrieval.reach import Reach, resolve
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.statistics import MANY_TEXTS
from retrieval.surroundings import Surroundings, look_around
from retrieval.visibility import Visible, visible
from workspaces import scope
from workspaces.actors import Actor


@dataclass(frozen=True)
class Asked:
    """A request with everything that was found out about it before the search."""

    request: QueryRequest
    reach: Reach
    around: Surroundings
    actor: Actor
    now: datetime

    @property
    def model(self) -> EmbeddingModel:
        return self.around.model

    @property
    def calibration(self) -> Calibration:
        return calibration_of(self.model.name)

    @cached_property
    def view(self) -> Visible:
        """What may be found."""
        return visible(self.request, self.reach, actor=self.actor, now=self.now)


@dataclass(frozen=True, slots=True)
class Found:
    """Ranked texts, and what was found but may not be seen, to be counted: which memories, and how many turns."""

    ranked: Sequence[Ranked]
    hidden: frozenset[UUID]
    hidden_turns: int


def prepare(
    request: QueryRequest, *, actor: Actor, now: datetime, clock: Stopwatch, model: EmbeddingModel | None = None
) -> Asked:
    """Look the request over; call it outside any scope (R25).

    `model` None means the embedding model that serves.
    Raises CategoryNotAllowed, ScopeRequired, NotGranted, UnknownPerson.
    """
    reach = resolve(request, actor=actor, now=now)
    around = look_around(request, reach, workspace_id=actor.workspace_id, model=model)
    clock.lap("lookup")
    return Asked(request, reach, around, actor, now)


def glances(asked: Asked) -> AbstractContextManager[None]:
    """The scope of `find` and of loading its items: no transaction stays open while the question is embedded (R25)."""
    return scope.pipelined_scope(asked.actor.workspace_id)


def find(asked: Asked, clock: Stopwatch, meanwhile: Callable[[], object] | None = None, episodes: int = 0) -> Found:
    """Search and rank within `glances`, each way of searching bounded; `meanwhile` is called while PostgreSQL works.

    At least so many `episodes` are among what is found, where there are so many.
    """
    is_small = asked.reach.person_id is not None and asked.around.texts <= MANY_TEXTS
    gathered = gather(
        search_of(asked, episodes), asked.around.words, is_small=is_small, clock=clock, meanwhile=meanwhile
    )
    ranked = rank(_question(asked, gathered), gathered.texts)
    clock.lap("ranking")
    return Found(ranked, gathered.hidden, gathered.hidden_turns)


def search_of(asked: Asked, episodes: int = 0) -> Search:
    """The request as the database is asked, within its scope."""
    return Search(
        workspace_id=asked.actor.workspace_id,
        reach=asked.reach,
        query=asked.request.query,
        question=without_names(asked.request.query, asked.around.names),
        model=asked.model,
        visible=asked.view,
        share=asked.around.share,
        is_narrowed=_is_narrowed(asked),
        wanted=asked.request.size,
        fields=list(dict.fromkeys([*fields_named(asked.request.query), *asked.around.fields])),
        episodes=episodes,
    )


def _is_narrowed(asked: Asked) -> bool:
    request, usual = asked.request, QueryRequest.model_fields
    filtered = request.filters.model_dump(exclude={"user_id"}, exclude_none=True) or request.kinds
    labels = request.allowed_sensitivity != usual["allowed_sensitivity"].default
    listed = asked.actor.categories is not None or asked.reach.categories is not None
    return bool(filtered or labels or listed or request.require_verified or asked.reach.path)


def _question(asked: Asked, gathered: Gathered) -> Question:
    return Question(
        text=asked.request.query,
        information=gathered.words.information(),
        names=named_in(asked.request.query, asked.around.names),
        now=asked.now,
        fields=gathered.fields,
        related=gathered.related,
        recency=settings.RETRIEVAL_RECENCY_WEIGHT,
    )
