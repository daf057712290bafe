"""Which embedding model serves, and the index that its vectors need."""

from django.db import connection, transaction

from memories.models import EmbeddingModel
from memories.models.embedding import ModelState
from providers import embedding

# Denser than pgvector's 16 and 64: with 100,000 vectors of one person it doubles the recall at the same ef_search, for
# three times the build (docs/performance.md).
LINKS, BUILD_CANDIDATES = 24, 128


class WrongModel(RuntimeError):
    """The configured model is not the one whose vectors are being served."""


def active_model() -> EmbeddingModel:
    """The serving model's row; the first call of a new database registers the configured model. Raises WrongModel."""
    info = embedding.current_model()
    row = EmbeddingModel.objects.filter(state=ModelState.ACTIVE).first() or register_model()
    if (row.name, row.version, row.dimensions) != (info.name, info.version, info.dimensions):
        raise WrongModel(
            f"{row} serves, but {info.name} ({info.version}) is configured. "
            "Set EMBEDDING_MODEL back, or build the new model's vectors first: manage.py reembed."
        )
    return row


def register_model(state: ModelState = ModelState.ACTIVE) -> EmbeddingModel:
    """Add the configured model and its partial HNSW index.

    An index needs fixed dimensions, so each model has its own.
    """
    info = embedding.current_model()
    with transaction.atomic():
        row, made = EmbeddingModel.objects.get_or_create(
            name=info.name, version=info.version, defaults={"dimensions": info.dimensions, "state": state}
        )
        if made:
            _create_index(row)
    return row


def _create_index(model: EmbeddingModel) -> None:
    number, dimensions = int(model.pk), int(model.dimensions)
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS embedding_hnsw_{number} ON memories_embedding "
            f"USING hnsw ((vector::halfvec({dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {LINKS}, ef_construction = {BUILD_CANDIDATES}) WHERE model_id = {number}"
        )
