"""Compares how well two embedding models find stored text again, on the server's own data."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from uuid import UUID

from pgvector.django import CosineDistance

from memories.embedding_models import embed_query
from memories.models import Chunk, Embedding, EmbeddingModel
from providers.embedding import FloatArray
from workspaces import scope
from workspaces.models import Workspace

TOP = 10


@dataclass(frozen=True, slots=True)
class Comparison:
    """Shares 0..1 over `sample` chunks. `agreement` is how much of both models' ten nearest is the same."""

    sample: int
    old_recall: float
    new_recall: float
    agreement: float


@dataclass(frozen=True, slots=True)
class _Item:
    workspace_id: UUID
    person_id: UUID | None
    chunk_id: UUID
    query: str


def compare_recall(old: EmbeddingModel, new: EmbeddingModel, *, sample: int) -> Comparison:
    """Search for up to `sample` random chunks by half of their words, with both models, exactly and per person.

    Recall is the share found among the ten nearest. Chunks that only one of the models has embedded are left out.
    """
    items = _sample(old, new, sample)
    if not items:
        return Comparison(0, 1.0, 1.0, 1.0)
    nearest = [_nearest(items, model) for model in (old, new)]
    recalls = [mean(item.chunk_id in ten for item, ten in zip(items, found, strict=True)) for found in nearest]
    common = [len(one & other) / max(len(one), 1) for one, other in zip(*nearest, strict=True)]
    return Comparison(len(items), recalls[0], recalls[1], mean(common))


def _sample(old: EmbeddingModel, new: EmbeddingModel, size: int) -> list[_Item]:
    items: list[_Item] = []
    workspaces = list(Workspace.objects.order_by("?").values_list("id", flat=True))
    for left, workspace_id in zip(range(len(workspaces), 0, -1), workspaces, strict=True):
        share = -(-(size - len(items)) // left)
        with scope.enter(workspace_id):
            known = Chunk.objects.current().filter(embeddings__model=old).filter(embeddings__model=new)
            chosen = known.order_by("?")[:share].values_list("person_id", "id", "text")
            items += [_Item(workspace_id, person_id, one, _half(text)) for person_id, one, text in chosen]
    return items


def _half(text: str) -> str:
    """Return every other word: a query with the same meaning in fewer words."""
    return " ".join(text.split()[::2])


def _nearest(items: Sequence[_Item], model: EmbeddingModel) -> list[set[UUID]]:
    return [_ten_nearest(item, embed_query(item.query, model=model), model) for item in items]


def _ten_nearest(item: _Item, vector: FloatArray, model: EmbeddingModel) -> set[UUID]:
    with scope.enter(item.workspace_id):
        rows = Embedding.objects.filter(model=model, person_id=item.person_id, chunk__superseded_at__isnull=True)
        return set(rows.order_by(CosineDistance("vector", vector)).values_list("chunk_id", flat=True)[:TOP])
