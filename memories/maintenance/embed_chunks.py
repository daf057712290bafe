from uuid import UUID

from memories.embedding_models import active_model
from memories.models import Chunk, Embedding
from providers import embedding
from workspaces import scope

BATCH = 128


def embed_chunks(*, workspace_id: UUID) -> int:
    """Give current chunks their missing vectors (rule 3: a failed embedding loses nothing); returns how many it found.

    Embeds outside any transaction; a chunk that another worker served meanwhile, or that was superseded, is left
    as it is.
    """
    with scope.enter(workspace_id):
        model = active_model()
        waiting = list(Chunk.objects.unembedded(model.id).order_by("created_at")[:BATCH].values_list("id", "text"))
    if not waiting:
        return 0
    vectors = embedding.embed([text for _, text in waiting])
    by_chunk = {chunk_id: vector for (chunk_id, _), vector in zip(waiting, vectors, strict=True)}
    with scope.enter(workspace_id):
        chunks = Chunk.objects.unembedded(model.id).filter(id__in=by_chunk)
        rows = [
            Embedding(chunk=chunk, model=model, person_id=chunk.person_id, vector=by_chunk[chunk.id])
            for chunk in chunks
        ]
        Embedding.objects.bulk_create(rows, ignore_conflicts=True)
    return len(waiting)
