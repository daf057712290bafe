"""Builds the embeddings of a new model while the old one serves (003, "Embedding")."""

from datetime import datetime
from math import inf
from uuid import UUID

from memories.embedding_models import (
    NotSwitchable,
    active_model,
    create_index,
    drop_model,
    register_model,
    switch_to,
)
from memories.maintenance.embed_chunks import Progress, embed_pass
from memories.models import Chunk, Embedding, EmbeddingModel
from memories.models.embedding import ModelState
from providers.embedding import ModelInfo
from workspaces import scope
from workspaces.models import Workspace

DELETE_BATCH = 5_000


def start_building(info: ModelInfo) -> EmbeddingModel:
    """Return the row of a model to build. Raises NotSwitchable if it serves already."""
    serving = active_model()
    row = register_model(info)
    if row.pk == serving.pk:
        raise NotSwitchable(f"{row} serves already.")
    return row


def count_missing(model: EmbeddingModel) -> int:
    """Count the current chunks of all workspaces that this model has not embedded."""
    total = 0
    for workspace_id in _workspaces():
        with scope.enter(workspace_id):
            total += Chunk.objects.unembedded(model.pk).count()
    return total


def build_embeddings(model: EmbeddingModel, *, on_progress: Progress = lambda count: None) -> int:
    """Embed all chunks that this model has not embedded, also those written meanwhile; return their number.

    It ends with a pass that finds no fewer than the previous one, else it might never end while others write. It can be
    interrupted and called again at any time. `on_progress` is called with the size of each batch.
    """
    total, before = 0, inf
    while True:
        done = sum(embed_pass(workspace_id=one, model=model, on_progress=on_progress) for one in _workspaces())
        total += done
        if not 0 < done < before:
            return total
        before = done


def switch_model(model: EmbeddingModel, *, now: datetime) -> EmbeddingModel:
    """Complete a model's embeddings and make it serve; return the one that served before.

    Its index is built first, without blocking writers; what they write meanwhile is embedded before and after.
    Raises NotSwitchable if the model serves already. Call it outside any transaction.
    """
    create_index(model, concurrently=True)
    build_embeddings(model)
    before = switch_to(model, now=now)
    build_embeddings(model)
    return before


def drop_embeddings(model: EmbeddingModel, *, on_progress: Progress = lambda count: None) -> int:
    """Delete a model that does not serve, with its vectors and index; return the number of its vectors.

    Raises NotSwitchable if it serves.
    """
    if model.state == ModelState.ACTIVE:
        raise NotSwitchable(f"{model} serves; switch to another model before dropping it.")
    total = 0
    for workspace_id in _workspaces():
        while deleted := _delete_batch(workspace_id, model):
            total += deleted
            on_progress(deleted)
    drop_model(model)
    return total


def _delete_batch(workspace_id: UUID, model: EmbeddingModel) -> int:
    with scope.enter(workspace_id):
        ids = Embedding.objects.filter(model=model).values_list("id", flat=True)[:DELETE_BATCH]
        return Embedding.objects.filter(id__in=list(ids)).delete()[0]


def _workspaces() -> list[UUID]:
    return list(Workspace.objects.values_list("id", flat=True))
