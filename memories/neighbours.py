"""The memories nearest in meaning to one memory, among those about the same person or in the same shared namespace."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memories.models import Chunk, Embedding, EmbeddingModel, Memory
from memories.models.choices import MemoryType
from workspaces import scope
from workspaces.namespaces import below, to_path

# Up to so many chunks are compared exactly; beyond, the index finds the nearest (measured: 1 µs a row).
EXACT = 5_000
# Only the beginning of a long object is compared.
OWN_CHUNKS = 8
# Some of the nearest may be forgotten or in another namespace.
SPARE = 4

COUNT = """
SELECT count(*) FROM (SELECT 1 FROM memories_chunk WHERE workspace_id = %(workspace)s AND {person}
    AND superseded_at IS NULL AND turn_id IS NULL LIMIT {most}) AS texts
"""
BY_COMPARING = """
SELECT c.memory_id, max(1 - ({distance})) AS score FROM memories_chunk c
JOIN memories_embedding e ON e.workspace_id = c.workspace_id AND e.chunk_id = c.id AND e.{person}
    AND e.model_id = {model}
WHERE c.workspace_id = %(workspace)s AND c.{person} AND c.superseded_at IS NULL AND c.turn_id IS NULL
AND c.memory_id <> %(memory)s {among}
GROUP BY c.memory_id ORDER BY score DESC LIMIT %(most)s
"""
# As a subquery the condition cannot become a join, so the index is scanned first and each neighbour is checked.
BY_INDEX = """
WITH nearest AS MATERIALIZED (
    SELECT e.chunk_id, {distance} AS distance FROM memories_embedding e
    WHERE e.workspace_id = %(workspace)s AND e.{person} AND e.model_id = {model}
    AND (SELECT c.memory_id IS NOT NULL AND c.memory_id <> %(memory)s FROM memories_chunk c
         WHERE c.workspace_id = e.workspace_id AND c.id = e.chunk_id AND c.superseded_at IS NULL)
    ORDER BY {distance} LIMIT %(most)s)
SELECT c.memory_id, max(1 - nearest.distance) AS score FROM nearest
JOIN memories_chunk c ON c.workspace_id = %(workspace)s AND c.id = nearest.chunk_id GROUP BY c.memory_id
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A memory with the vectors of its current chunks under one model.

    `among_few` says that there are so few texts about its person that all are compared exactly.
    """

    memory: Memory
    vectors: Sequence[Sequence[float]]
    model: EmbeddingModel
    among_few: bool


def vectors_of(memories: Sequence[Memory], model: EmbeddingModel) -> dict[UUID, list[Sequence[float]]]:
    """Return the vectors of the first current chunks of each memory, by its id; two queries for all."""
    ids = [memory.id for memory in memories]
    chunks = Chunk.objects.current().filter(memory_id__in=ids, chunk_index__lt=OWN_CHUNKS).order_by("chunk_index")
    owners = dict(chunks.values_list("id", "memory_id"))
    rows = Embedding.objects.filter(chunk_id__in=owners, model=model).values_list("chunk_id", "vector")
    vectors: dict[UUID, list[Sequence[float]]] = {memory_id: [] for memory_id in ids}
    for chunk_id, vector in rows:
        vectors[owners[chunk_id]].append(vector)
    return vectors


def is_small(memory: Memory) -> bool:
    """Whether there are so few texts about its person that all can be compared exactly."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT.format(person=_person(memory), most=EXACT + 1), _values(memory))
        return int(cursor.fetchone()[0]) <= EXACT


def nearest(place: Place, *, count: int, least: float, now: datetime) -> dict[UUID, float]:
    """Return up to `count` living memories with their cosine of at least `least`, the nearest first.

    None for a memory that is itself forgotten, expired, rejected, or a working memory.
    """
    best = _best(BY_COMPARING if place.among_few else BY_INDEX, place, count * SPARE)
    candidates = [found for found, score in best.items() if score >= least]
    usable = _linkable(place.memory, [place.memory.id, *candidates], now)
    if place.memory.id not in usable:
        return {}
    ranked = sorted(((best[found], found) for found in candidates if found in usable), reverse=True)
    return {found: score for score, found in ranked[:count]}


def cosines(place: Place, others: Sequence[UUID]) -> dict[UUID, float]:
    """Return the cosine to each of these memories; those without vectors are left out."""
    return _best(BY_COMPARING, place, len(others), among=others) if others else {}


def _best(statement: str, place: Place, most: int, among: Sequence[UUID] = ()) -> dict[UUID, float]:
    """Return the best cosine by memory; of several chunks on either side the nearest pair counts."""
    best: dict[UUID, float] = {}
    text = _completed(statement, place, bool(among))
    values = _values(place.memory) | {"memory": place.memory.id, "most": most, "among": list(among)}
    for vector in place.vectors:
        for found, score in _fetch(text, values | {"vector": _literal(vector)}):
            best[found] = max(float(score), best.get(found, -1.0))
    return best


def _literal(vector: Sequence[float]) -> str:
    return "[" + ",".join(f"{number:.5g}" for number in vector) + "]"


def _completed(statement: str, place: Place, is_among: bool) -> str:
    """Return the statement with the literals that the planner needs: the expression and model of the index."""
    dimensions = int(place.model.dimensions)
    return statement.format(
        distance=f"e.vector::halfvec({dimensions}) <=> %(vector)s::halfvec({dimensions})",
        model=int(place.model.pk),
        person=_person(place.memory),
        among="AND c.memory_id = ANY(%(among)s)" if is_among else "",
    )


def _fetch(statement: str, values: dict[str, Any]) -> list[tuple[UUID, float]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _person(memory: Memory) -> str:
    return "person_id IS NULL" if memory.person_id is None else "person_id = %(person)s"


def _values(memory: Memory) -> dict[str, Any]:
    return {"workspace": scope.current_workspace_id(), "person": memory.person_id}


def _linkable(memory: Memory, ids: Sequence[UUID], now: datetime) -> set[UUID]:
    found = Memory.objects.alive(now=now).exclude(memory_type=MemoryType.WORKING).filter(id__in=ids)
    if memory.person_id is None:
        found = found.filter(below(to_path(memory.namespace[:2])))
    return set(found.values_list("id", flat=True))
