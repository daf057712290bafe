from collections.abc import Sequence
from uuid import UUID

from memories.embedding_models import active_model, embed
from memories.models import Chunk, Embedding, EmbeddingModel
from workspaces import scope

BATCH = 128


def embed_chunks(*, workspace_id: UUID) -> int:
    """Give current chunks their missing vectors (rule 3: a failed embedding loses nothing); returns how many it found.

    Embeds outside any transaction; a chunk that another worker served meanwhile, or that was superseded, is left
    as it is.
    """
    return len(embed_missing(workspace_id=workspace_id, model=active_model()))


def embed_missing(*, workspace_id: UUID, model: EmbeddingModel, after: UUID | None = None) -> Sequence[UUID]:
    """Embed a batch of the current chunks that this model has not seen, oldest first; returns their ids.

    `after` leaves out what a walk through a large workspace has passed already.
    """
    with scope.enter(workspace_id):
        waiting = Chunk.objects.unembedded(model.pk).order_by("id")
        batch = dict((waiting.filter(id__gt=after) if after else waiting)[:BATCH].values_list("id", "text"))
    if batch:
        vectors = dict(zip(batch, embed(list(batch.values()), model=model), strict=True))
        with scope.enter(workspace_id):
            rows = [
                Embedding(chunk=chunk, model=model, person_id=chunk.person_id, vector=vectors[chunk.id])
                for chunk in Chunk.objects.unembedded(model.pk).filter(id__in=vectors)
            ]
            Embedding.objects.bulk_create(rows, ignore_conflicts=True)
    return list(batch)
