"""Embeddings: which model is in use, its vectors, its tokens. Settings are read at call time."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from django.conf import settings

from providers.embedding import local
from providers.embedding.local import ModelNotPrepared
from providers.embedding.model_info import DimensionMismatch, FloatArray, ModelInfo
from providers.embedding.preparation import PreparationFailed, Progress, prepare_local
from providers.embedding.tokens import count_tokens, truncate_tokens
from providers.embedding.weights import WeightsMismatch, WeightsNotFound

__all__ = [
    "DimensionMismatch",
    "FloatArray",
    "ModelInfo",
    "ModelNotPrepared",
    "PreparationFailed",
    "WeightsMismatch",
    "WeightsNotFound",
    "count_tokens",
    "current_model",
    "embed",
    "embed_query",
    "is_local",
    "prepare",
    "truncate_tokens",
]


def prepare(progress: Progress | None = None) -> ModelInfo:
    """Make the configured model ready. `progress` gets a line of text for each step of an export.

    Raises WeightsNotFound, WeightsMismatch, PreparationFailed, DimensionMismatch.
    """
    return prepare_local(settings.EMBEDDING_MODEL, progress or (lambda _line: None)).manifest.model_info


def is_local() -> bool:
    return not settings.EMBEDDING_BASE_URL


def current_model() -> ModelInfo:
    """The configured model; a local one is prepared first if that was never done (about 15 s, once)."""
    return local.model_info()


def embed(texts: Sequence[str], *, model: ModelInfo | None = None) -> FloatArray:
    """Unit vectors, float32 [len(texts), dimensions], in the order of `texts`; no texts give [0, dimensions].

    A text's vector does not depend on the others'. Longer texts than `max_tokens` are read whole, as overlapping
    windows (R9). `model` defaults to the configured one; another must have been prepared here before.
    Raises ModelNotPrepared.
    """
    return local.embed_locally(texts, model or current_model())


def embed_query(text: str) -> FloatArray:
    """The unit vector [dimensions] of one text, read-only; the last EMBEDDING_QUERY_CACHE of them are remembered."""
    return _remembering(settings.EMBEDDING_QUERY_CACHE)(current_model(), text)


@cache
def _remembering(size: int) -> Callable[[ModelInfo, str], FloatArray]:
    return lru_cache(maxsize=size)(_embed_one)


def _embed_one(model: ModelInfo, text: str) -> FloatArray:
    vector: FloatArray = embed([text], model=model)[0]
    vector.flags.writeable = False
    return vector
