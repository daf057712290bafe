"""Which embedding model serves, and the index that its vectors need.

The active row decides, in every process at once: EMBEDDING_MODEL only names the first model of a new database, and the
one that `manage.py reembed` builds by default.
"""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from memories.models import EmbeddingModel
from memories.models.embedding import ModelState
from providers import embedding
from providers.embedding import EmbeddingRefused, FloatArray, ModelInfo, ModelNotPrepared
from providers.glossary import in_english

# Denser than pgvector's 16 and 64: of the nearest among 100,000 it misses a third as many at the same ef_search,
# for a longer build (docs/performance.md).
LINKS, BUILD_CANDIDATES = 24, 128
ENGLISH_MODEL = "all-MiniLM-L6-v2"
OWN_WORDS = 0.5  # weight of the original words of a question in a language that the model does not read
HARMLESS = "word"  # an endpoint that refuses this text refuses every text


class NotSwitchable(RuntimeError):
    """The models' rows do not allow this step; the message says which step comes first."""


def active_model() -> EmbeddingModel:
    """Return the serving model's row; the first call on a new database registers the configured model."""
    return serving_models().first() or _register_first()


def serving_models() -> QuerySet[EmbeddingModel]:
    """One row, or none in a new database."""
    return EmbeddingModel.objects.filter(state=ModelState.ACTIVE)


def reads_english_alone(model: EmbeddingModel) -> bool:
    """Whether it knows other languages only by their letters, as the built-in one does."""
    return model.name.endswith(ENGLISH_MODEL)


def embed(texts: Sequence[str], *, model: EmbeddingModel) -> FloatArray:
    """Return unit vectors of passages, float32 [len(texts), dimensions]. Raises as `providers.embedding.embed` does."""
    texts = [f"{model.passage_prompt}{text}" for text in texts]
    try:
        return embedding.embed(texts, model=model.info)
    except ModelNotPrepared:
        # A new machine: the model may well be the configured one.
        embedding.prepare()
        return embedding.embed(texts, model=model.info)


def embed_each(texts: Sequence[str], *, model: EmbeddingModel) -> list[FloatArray | None]:
    """Return the unit vector of each text, None for one that an endpoint refuses, which must not block the others.

    Raises as `embed` does if the endpoint refuses every text.
    """
    try:
        return list(embed(texts, model=model)) if texts else []
    except EmbeddingRefused:
        embed([HARMLESS], model=model)
    if len(texts) == 1:
        return [None]
    middle = len(texts) // 2
    return [*embed_each(texts[:middle], model=model), *embed_each(texts[middle:], model=model)]


def embed_query(text: str, *, model: EmbeddingModel) -> FloatArray:
    """Return the unit vector [dimensions] of a query, from the process's cache if possible.

    Compare it only with vectors of this row: another model may have become active meanwhile.
    """
    text = f"{model.query_prompt}{text}"
    try:
        return embedding.embed_query(text, model=model.info)
    except ModelNotPrepared:
        embedding.prepare()
        return embedding.embed_query(text, model=model.info)


def embed_question(text: str, *, model: EmbeddingModel) -> FloatArray:
    """Return the unit vector of a question. For a model that reads only English, a question in another language gets
    the vector of its English words, mixed with that of its own words, which is near to texts in that language."""
    vector = embed_query(text, model=model)
    english = in_english(text) if reads_english_alone(model) else ""
    if not english:
        return vector
    between = embed_query(english, model=model) + OWN_WORDS * vector
    unit: FloatArray = between / np.linalg.norm(between)
    return unit


def register_model(info: ModelInfo, *, state: ModelState = ModelState.BUILDING) -> EmbeddingModel:
    """Return the model's row, created if missing; an existing one keeps its state and its prompt for questions."""
    row, _ = EmbeddingModel.objects.get_or_create(
        name=info.name,
        version=info.version,
        passage_prompt=info.passage_prompt,
        defaults={
            "query_prompt": info.query_prompt,
            "dimensions": info.dimensions,
            "max_tokens": info.max_tokens,
            "is_local": info.local,
            "state": state,
        },
    )
    return row


def create_index(model: EmbeddingModel, *, concurrently: bool = False) -> None:
    """The partial HNSW index over this model's vectors: an index needs fixed dimensions, so each model has its own.

    Concurrent creation does not block writers, but is impossible inside a transaction.
    """
    number, dimensions = int(model.pk), int(model.dimensions)
    with connection.cursor() as cursor:
        if concurrently:
            _drop_invalid_index(number)
        cursor.execute(
            f"CREATE INDEX {'CONCURRENTLY' if concurrently else ''} IF NOT EXISTS embedding_hnsw_{number} "
            f"ON memories_embedding USING hnsw ((vector::halfvec({dimensions})) halfvec_cosine_ops) "
            f"WITH (m = {LINKS}, ef_construction = {BUILD_CANDIDATES}) WHERE model_id = {number}"
        )


def switch_to(model: EmbeddingModel, *, now: datetime) -> EmbeddingModel:
    """Make this model the serving one, for all processes at their next query; return the previous one.

    Raises NotSwitchable if it serves already.
    """
    with transaction.atomic():
        rows = EmbeddingModel.objects.select_for_update()
        before = rows.get(state=ModelState.ACTIVE)
        if before.pk == model.pk:
            raise NotSwitchable(f"{model} serves already.")
        rows.filter(pk=before.pk).update(state=ModelState.RETIRED, retired_at=now)
        rows.filter(pk=model.pk).update(state=ModelState.ACTIVE, retired_at=None)
    return before


def previous_model() -> EmbeddingModel:
    """Return the model that served before this one. Raises NotSwitchable if there is none, or it was dropped."""
    row = EmbeddingModel.objects.filter(state=ModelState.RETIRED).order_by("-retired_at").first()
    if row is None:
        raise NotSwitchable("No earlier model is kept, so there is none to go back to.")
    return row


def drop_model(model: EmbeddingModel) -> None:
    """Remove the row and the index of a model whose vectors are gone. Raises NotSwitchable if it serves."""
    if not EmbeddingModel.objects.filter(pk=model.pk).exclude(state=ModelState.ACTIVE).delete()[0]:
        raise NotSwitchable(f"{model} serves; switch to another model before dropping it.")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS embedding_hnsw_{int(model.pk)}")


def _register_first() -> EmbeddingModel:
    info = embedding.current_model()
    with transaction.atomic():
        row = register_model(info, state=ModelState.ACTIVE)
        create_index(row)
    return row


def _drop_invalid_index(number: int) -> None:
    """Drop the invalid index of an interrupted concurrent build, which would look built but is never used."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid", [f"embedding_hnsw_{number}"]
        )
        if cursor.fetchone():
            cursor.execute(f"DROP INDEX CONCURRENTLY embedding_hnsw_{number}")
