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
OWN_WORDS = 0.5  # of a question in a language that the model does not read
HARMLESS = "word"  # who refuses this refuses everything


class NotSwitchable(RuntimeError):
    """The models' rows do not allow this step; the message says which step comes first."""


def active_model() -> EmbeddingModel:
    """The serving model's row; the first call of a new database registers the configured model."""
    return serving_models().first() or _register_first()


def serving_models() -> QuerySet[EmbeddingModel]:
    """One row, or none in a new database."""
    return EmbeddingModel.objects.filter(state=ModelState.ACTIVE)


def reads_english_alone(model: EmbeddingModel) -> bool:
    """Whether it knows other languages by their letters alone, as the built-in one does."""
    return model.name.endswith(ENGLISH_MODEL)


def embed(texts: Sequence[str], *, model: EmbeddingModel) -> FloatArray:
    """Unit vectors of passages, float32 [len(texts), dimensions]. Raises what `providers.embedding.embed` raises."""
    texts = [f"{model.passage_prompt}{text}" for text in texts]
    try:
        return embedding.embed(texts, model=model.info)
    except ModelNotPrepared:
        # A new machine: the model may well be the configured one.
        embedding.prepare()
        return embedding.embed(texts, model=model.info)


def embed_each(texts: Sequence[str], *, model: EmbeddingModel) -> list[FloatArray | None]:
    """The unit vector of each text, None for one that an endpoint refuses: it must not hold up the others.

    Raises what `embed` raises where the endpoint refuses any text whatever.
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
    """The unit vector [dimensions] of a query, from the process's cache if it has it.

    Search only vectors of this same row with it: another may have become active meanwhile.
    """
    text = f"{model.query_prompt}{text}"
    try:
        return embedding.embed_query(text, model=model.info)
    except ModelNotPrepared:
        embedding.prepare()
        return embedding.embed_query(text, model=model.info)


def embed_question(text: str, *, model: EmbeddingModel) -> FloatArray:
    """The same of a question. In another language, for a model that reads English alone, that of its words in English,
    a little towards its own, which is near to whatever is in that language."""
    vector = embed_query(text, model=model)
    english = in_english(text) if reads_english_alone(model) else ""
    if not english:
        return vector
    between = embed_query(english, model=model) + OWN_WORDS * vector
    unit: FloatArray = between / np.linalg.norm(between)
    return unit


def register_model(info: ModelInfo, *, state: ModelState = ModelState.BUILDING) -> EmbeddingModel:
    """The model's row, added if it is not there; an existing one keeps its state, and its prompt for questions."""
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

    Concurrently, writers go on meanwhile; that is impossible inside a transaction.
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
    """Make this model the serving one, for all processes at their next query; returns the one that served before.

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
    """The model that served before this one. Raises NotSwitchable if there is none, or it was dropped."""
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
    """A concurrent build that was interrupted leaves an index that is never used, but looks built."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid", [f"embedding_hnsw_{number}"]
        )
        if cursor.fetchone():
            cursor.execute(f"DROP INDEX CONCURRENTLY embedding_hnsw_{number}")
