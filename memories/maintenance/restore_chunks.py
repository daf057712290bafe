"""Rebuilds the chunks of old versions after they were purged: derived data, so this changes no meaning (R23, R26)."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from memories import preparation
from memories.embedding_models import active_model
from memories.models import Chunk, Embedding, EmbeddingModel, MemoryVersion
from memories.preparation import PreparedText
from workspaces import scope

BATCH = 128


def restore_chunks(versions: Collection[UUID], *, workspace_id: UUID, now: datetime) -> None:
    """Chunk and embed versions that have no chunks any more; these are stored as long as other superseded ones.

    Embeds outside any transaction, at most 128 versions at a time.
    """
    with scope.enter(workspace_id):
        rows = list(_without_chunks(versions)[:BATCH])
    if not rows:
        return
    model = active_model()
    texts = {row.id: _split(row) for row in rows}
    embedded = iter(preparation.embedded([text for text in texts.values() if not text.is_lexical_only], model))
    texts = {one: text if text.is_lexical_only else next(embedded) for one, text in texts.items()}
    with scope.enter(workspace_id):
        # A concurrent call for the same versions waits here, and then finds the chunks.
        for row in _without_chunks(texts).select_for_update(of=("self",)):
            _store(row, texts[row.id], model, now)


def _without_chunks(versions: Collection[UUID]) -> QuerySet[MemoryVersion]:
    chunks = Chunk.objects.filter(memory_version=OuterRef("id"))
    return MemoryVersion.objects.filter(~Exists(chunks), id__in=versions).select_related("memory")


def _split(version: MemoryVersion) -> PreparedText:
    if version.memory.is_fact:
        return preparation.prepare_fact(version.content)
    return preparation.split_version(version)


def _store(version: MemoryVersion, text: PreparedText, model: EmbeddingModel, now: datetime) -> None:
    person_id = version.memory.person_id
    chunks = text.rows(person_id=person_id, memory_id=version.memory_id, memory_version=version, superseded_at=now)
    Chunk.objects.bulk_create(chunks)
    Embedding.objects.bulk_create(
        Embedding(chunk=chunk, model=model, person_id=person_id, vector=piece.vector)
        for chunk, piece in zip(chunks, text.chunks, strict=True)
        if piece.vector is not None
    )
