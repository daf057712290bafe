"""Links memories to their nearest neighbours (001 §2): maintenance that changes no meaning (R26), without the gate."""

import itertools
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet

from memories import cache, neighbours
from memories.actions.record_history import record_found_links
from memories.authority import UNDIRECTED_EDGES, WriteAuthority, lock_addresses
from memories.embedding_models import active_model
from memories.models import Chunk, Embedding, EmbeddingModel, Memory, Relation
from memories.models.choices import DetectedBy, RelationType, Trust
from memories.neighbours import Place
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import uuid7

BATCH = 32
WINDOW = 500
# Smaller differences are noise of the half-precision vectors.
NOTABLE = 0.005


def link_neighbours(*, workspace_id: UUID, now: datetime) -> int:
    """Link a batch of memories that were written since they were last linked; return their number.

    A memory waits until it has vectors. One worker at a time links in a workspace: two that add the same edges from
    either end would wait for each other. Manual edges wait for it, and it for them.
    """
    model = active_model()
    authority = WriteAuthority(uuid7(), system_actor(workspace_id, "link_neighbours"), now, Trust.DERIVED)
    with scope.enter(workspace_id):
        if not _is_alone():
            return 0
        _search_past_filters()
        lock_addresses([UNDIRECTED_EDGES])
        batch = list(_claim(_ready(model)))
        vectors = neighbours.vectors_of(batch, model)
        few: dict[UUID | None, bool] = {}
        with authority.inserts.gathering():
            for memory in batch:
                if memory.person_id not in few:
                    few[memory.person_id] = neighbours.is_small(memory)
                _link(Place(memory, vectors[memory.id], model, few[memory.person_id]), authority)
        authority.inserts.flush()
        Memory.objects.filter(id__in=[memory.id for memory in batch]).update(linked_version=F("version"))
    return len(batch)


def _ready(model: EmbeddingModel) -> list[UUID]:
    """Return the longest unlinked memories that have all vectors, at most a batch."""
    unlinked = Memory.objects.unlinked().order_by("updated_at", "id").values_list("id", flat=True)
    starts = itertools.count(0, WINDOW)
    while window := list(unlinked[(start := next(starts)) : start + WINDOW]):
        chunks = Chunk.objects.current().filter(memory_id__in=window, is_lexical_only=False)
        owners = dict(chunks.values_list("id", "memory_id"))
        embedded = Embedding.objects.filter(chunk_id__in=owners, model=model).values_list("chunk_id", flat=True)
        waiting = {owners[chunk_id] for chunk_id in owners.keys() - set(embedded)}
        if ready := [memory_id for memory_id in window if memory_id not in waiting]:
            return ready[:BATCH]
    return []


def _claim(ids: Sequence[UUID]) -> QuerySet[Memory]:
    """Return those that no other transaction is writing."""
    rows = Memory.objects.unlinked().filter(id__in=ids).order_by("updated_at")
    return rows.select_for_update(skip_locked=True, no_key=True)


def _link(place: Place, authority: WriteAuthority) -> None:
    memory = place.memory
    found = neighbours.nearest(place, count=settings.LINK_NEIGHBOURS, least=settings.LINK_MIN_COSINE, now=authority.now)
    # Locked, so that an edge that becomes manual meanwhile is not dropped.
    existing = Relation.objects.touching(memory.id).filter(detected_by=DetectedBy.SIMILARITY).select_for_update()
    known = {edge.other_end(memory.id): edge for edge in existing}
    dropped = _renew(place, known, found) if memory.version > 1 else []
    added = _add(memory, {other: score for other, score in found.items() if other not in known}, authority)
    record_found_links(memory, dropped, DetectedBy.SIMILARITY, authority, done="unlinked")
    record_found_links(memory, added, DetectedBy.SIMILARITY, authority)
    if dropped or added:
        cache.forget_links_on_commit([memory.id, *known, *found])


def _renew(place: Place, known: Mapping[UUID, Relation], found: Mapping[UUID, float]) -> list[Relation]:
    """Compare with the neighbours of an earlier content again; return the edges that were dropped."""
    others = [other for other in known if other not in found]
    return _keep_or_drop(known, dict(found) | neighbours.cosines(place, others))


def _keep_or_drop(known: Mapping[UUID, Relation], scores: Mapping[UUID, float]) -> list[Relation]:
    """Update or drop the edges of an earlier content; return those that were dropped."""
    dropped = [edge for other, edge in known.items() if scores.get(other, 0.0) < settings.LINK_MIN_COSINE]
    kept = [(other, edge) for other, edge in known.items() if edge not in dropped]
    moved = [edge for other, edge in kept if abs(edge.strength - scores[other]) > NOTABLE]
    for other, edge in kept:
        edge.strength = min(1.0, scores[other])
    Relation.objects.bulk_update(moved, ["strength"])
    Relation.objects.filter(id__in=[edge.id for edge in dropped]).delete()
    return dropped


def _add(memory: Memory, scores: Mapping[UUID, float], authority: WriteAuthority) -> list[Relation]:
    """Add one edge for each pair; if the other side was linked first, or the edge is manual, the row exists already."""
    rows = [
        Relation(
            from_memory=memory,
            to_memory_id=other,
            relation_type=RelationType.RELATED_TO,
            strength=min(1.0, score),
            confidence=min(1.0, score),
            detected_by=DetectedBy.SIMILARITY,
            created_at=authority.now,
        )
        for other, score in scores.items()
    ]
    return Relation.objects.add_new(rows)


def _is_alone() -> bool:
    name = f"{scope.current_workspace_id()}/link_neighbours"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [name])
        return bool(cursor.fetchone()[0])


def _search_past_filters() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL hnsw.ef_search = 100; SET LOCAL hnsw.iterative_scan = relaxed_order")
