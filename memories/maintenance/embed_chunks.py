from collections.abc import Callable, Sequence
from uuid import UUID

from memories.embedding_models import active_model, embed_each
from memories.models import Chunk, Embedding, EmbeddingModel
from workspaces import scope

BATCH = 128


Progress = Callable[[int], object]


def embed_chunks(*, workspace_id: UUID) -> int:
    """Embed current chunks without vectors (rule 3: a failed embedding loses nothing); return how many it found.

    Embeds outside any transaction. A chunk that was embedded or superseded meanwhile is skipped, and one that the
    endpoint refuses is tried again the next time.
    """
    return embed_pass(workspace_id=workspace_id, model=active_model())


def embed_pass(*, workspace_id: UUID, model: EmbeddingModel, on_progress: Progress = lambda count: None) -> int:
    """One pass through a workspace: by id, so that no batch revisits what is done or refused.

    Return how many chunks it found; `on_progress` is called with the size of each batch.
    """
    done, after = 0, None
    while True:
        batch = embed_missing(workspace_id=workspace_id, model=model, after=after)
        if batch:
            on_progress(len(batch))
        done += len(batch)
        if len(batch) < BATCH:  # later chunks are for the next pass
            return done
        after = batch[-1]


def embed_missing(*, workspace_id: UUID, model: EmbeddingModel, after: UUID | None = None) -> Sequence[UUID]:
    """Embed a batch of the current chunks that this model has not embedded, oldest first; return their ids.

    `after` skips the chunks that a pass through a large workspace has visited already.
    """
    with scope.enter(workspace_id):
        waiting = Chunk.objects.unembedded(model.pk).order_by("id")
        batch = dict((waiting.filter(id__gt=after) if after else waiting)[:BATCH].values_list("id", "text"))
    if batch:
        vectors = dict(zip(batch, embed_each(list(batch.values()), model=model), strict=True))
        taken = [chunk_id for chunk_id, vector in vectors.items() if vector is not None]
        with scope.enter(workspace_id):
            rows = [
                Embedding(chunk=chunk, model=model, person_id=chunk.person_id, vector=vectors[chunk.id])
                for chunk in Chunk.objects.unembedded(model.pk).filter(id__in=taken)
            ]
            Embedding.objects.bulk_create(rows, ignore_conflicts=True)
    return list(batch)
