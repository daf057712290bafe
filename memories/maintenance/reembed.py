"""A new embedding model beside the old one, while the old one serves (003, "Embedding")."""

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
    """The row of a model that is to serve one day. Raises NotSwitchable if it serves already."""
    serving = active_model()
    row = register_model(info)
    if row.pk == serving.pk:
        raise NotSwitchable(f"{row} serves already.")
    return row


def count_missing(model: EmbeddingModel) -> int:
    """How many current chunks of all workspaces this model has not embedded."""
    total = 0
    for workspace_id in _workspaces():
        with scope.enter(workspace_id):
            total += Chunk.objects.unembedded(model.pk).count()
    return total


def build_embeddings(model: EmbeddingModel, *, on_progress: Progress = lambda count: None) -> int:
    """Embed all that this model has not seen, also what is written meanwhile; returns how many chunks that was.

    Ends with a pass that finds no less than the one before: others write as fast as it looks, and it would go on for
    ever. Can be interrupted and called again at any time. `on_progress` hears the size of each batch.
    """
    total, before = 0, inf
    while True:
        done = sum(embed_pass(workspace_id=one, model=model, on_progress=on_progress) for one in _workspaces())
        total += done
        if not 0 < done < before:
            return total
        before = done


def switch_model(model: EmbeddingModel, *, now: datetime) -> EmbeddingModel:
    """Make a model serve, its embeddings completed first; returns the one that served before.

    Its index is built first, without stopping writers; what they wrote meanwhile is embedded before and after.
    Raises NotSwitchable if the model serves already. Call it outside any transaction.
    """
    create_index(model, concurrently=True)
    build_embeddings(model)
    before = switch_to(model, now=now)
    build_embeddings(model)
    return before


def drop_embeddings(model: EmbeddingModel, *, on_progress: Progress = lambda count: None) -> int:
    """Delete a model that does not serve, with its vectors and index; returns how many vectors it had.

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
