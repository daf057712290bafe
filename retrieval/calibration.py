"""Fits the map from relevance to score of an embedding model to the stored texts (R10).

A question is every other word of a text. Related is the relevance of that text, unrelated that of texts of other
people or, in a workspace with one person, of that person's other memories and sessions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db.models import Count
from django.utils import timezone

from memories import limits
from memories.models import Chunk, Embedding, EmbeddingModel
from retrieval.prepared_query import prepare
from retrieval.query import rank_candidates
from retrieval.ranking import Ranked
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from retrieval.selection import SEPARATING_SCORE
from workspaces import scope
from workspaces.actors import Actor, system_actor
from workspaces.models import Workspace
from workspaces.sensitivity import LABELS

# The share of unrelated pairs to stay below the separating score: MiniLM's on LoCoMo.
BELOW = 0.998
# The quantile of the related pairs from which the score is 1.
BEST = 0.9
# Minimum distance of the two, so that scores differ for all texts.
LEAST_DISTANCE = 0.1
FEWEST = 20  # questions, below which nothing is fitted


class TooFewTexts(RuntimeError):
    """There are too few texts with vectors of the model to fit anything to."""


@dataclass(frozen=True, slots=True)
class Fit:
    """`related` and `unrelated` are the shares, 0..1, of pairs at or above the separating score."""

    questions: int
    relevances: tuple[float, float, float]
    related: float
    unrelated: float


@dataclass(frozen=True, slots=True)
class _Sample:
    chunk: Chunk
    queried_person_id: UUID
    texts: int


@dataclass
class _Pairs:
    """Relevances of related pairs, the greatest of unrelated ones, and the total number of unrelated pairs."""

    related: list[float]
    unrelated: list[float]
    total: int = 0


def fit_calibration(model: EmbeddingModel, *, sample: int) -> Fit:
    """Fit the model's map by up to `sample` questions, and store it in its row. Raises TooFewTexts.

    It searches as the server itself, stores no receipt, and never searches one workspace for another's texts.
    """
    pairs = _Pairs([], [])
    workspaces = list(Workspace.objects.order_by("?").values_list("id", flat=True))
    for left, workspace_id in zip(range(len(workspaces), 0, -1), workspaces, strict=True):
        share = -(-(sample - len(pairs.related)) // left)
        for chosen in _samples(workspace_id, model, share):
            _ask(chosen, pairs, model, system_actor(workspace_id, "fit_calibration"))
    if len(pairs.related) < FEWEST:
        raise TooFewTexts(f"{len(pairs.related)} texts have vectors of {model}; {FEWEST} are needed.")
    fit = _fit(pairs)
    model.calibration = {"relevances": fit.relevances, "scores": (0.0, SEPARATING_SCORE, 1.0)}
    model.save(update_fields=["calibration"])
    return fit


def _samples(workspace_id: UUID, model: EmbeddingModel, size: int) -> list[_Sample]:
    with scope.enter(workspace_id):
        counted = Embedding.objects.filter(model=model, person_id__isnull=False).values_list("person_id")
        texts: dict[UUID, int] = dict(counted.annotate(texts=Count("*")).order_by("person_id"))
        known = Chunk.objects.current().filter(person_id__in=texts, embeddings__model=model)
        chunks = list(known.select_related("turn").order_by("?")[:size])
    people = list(texts)
    others = dict(zip(people, [*people[1:], *people[:1]], strict=True))
    return [_Sample(chunk, (other := others[chunk.person_id]), texts[other]) for chunk in chunks if chunk.person_id]


def _ask(chosen: _Sample, pairs: _Pairs, model: EmbeddingModel, actor: Actor) -> None:
    own = _ranked(chosen.chunk, chosen.chunk.person_id, model, actor)
    pairs.related += [one.relevance for one in own if _is_same(one, chosen.chunk)][:1] or [0.0]
    foreign = (
        own
        if chosen.queried_person_id == chosen.chunk.person_id
        else _ranked(chosen.chunk, chosen.queried_person_id, model, actor)
    )
    pairs.unrelated += [one.relevance for one in foreign if not _is_near(one, chosen.chunk)]
    pairs.total += chosen.texts


def _ranked(chunk: Chunk, person_id: UUID | None, model: EmbeddingModel, actor: Actor) -> Sequence[Ranked]:
    half = " ".join(chunk.text.split()[::2])[: limits.QUERY_CHARACTERS] or chunk.text
    request = QueryRequest(query=half, user_id=person_id, top_k=10, allowed_sensitivity=LABELS)
    prepared = prepare(request, actor=actor, now=timezone.now(), clock=Stopwatch(), model=model)
    with scope.pipelined_scope(actor.workspace_id):
        return [one for one in rank_candidates(prepared, Stopwatch()).ranked if one.text.may_see]


def _is_same(one: Ranked, chunk: Chunk) -> bool:
    return one.text.id in (chunk.id, chunk.turn_id)


def _is_near(one: Ranked, chunk: Chunk) -> bool:
    """Whether it is of the same memory or session."""
    if chunk.turn is None:
        return one.text.memory_id == chunk.memory_id
    return bool(one.text.session_id == chunk.turn.session_id)


def _fit(pairs: _Pairs) -> Fit:
    """Fit the map. Pairs that no search returned rank below those that it did."""
    above = max(1, round((1 - BELOW) * pairs.total))
    unrelated = np.sort(np.array([0.0, *pairs.unrelated]))[::-1]
    knee = float(np.clip(unrelated[min(above, len(unrelated) - 1)], 0.05, 0.85))
    top = max(float(np.quantile(pairs.related, BEST)), knee + LEAST_DISTANCE)
    return Fit(
        questions=len(pairs.related),
        relevances=(0.0, round(knee, 4), round(top, 4)),
        related=float(np.mean(np.array(pairs.related) >= knee)),
        unrelated=float((np.array(pairs.unrelated) >= knee).sum() / max(pairs.total, 1)),
    )
