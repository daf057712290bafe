"""Embeddings: the model in use, its vectors, its tokens. Settings are read at call time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from types import ModuleType

from django.conf import settings

from providers.embedding import local
from providers.embedding.local import ModelNotPrepared
from providers.embedding.model_info import (
    DimensionMismatch,
    EmbeddingRefused,
    EmbeddingUnavailable,
    FloatArray,
    ModelDamaged,
    ModelInfo,
)
from providers.embedding.preparation import PreparationFailed, Progress
from providers.embedding.prompts import Prompts, prompts_of
from providers.embedding.tokens import count_tokens, count_tokens_of_each
from providers.embedding.weights import WeightsMismatch, WeightsNotFound
from telemetry.metrics import EMBEDDED_TEXTS, EMBEDDING_SECONDS

__all__ = [
    "DimensionMismatch",
    "EmbeddingRefused",
    "EmbeddingUnavailable",
    "FloatArray",
    "ModelDamaged",
    "ModelInfo",
    "ModelNotPrepared",
    "PreparationFailed",
    "Progress",
    "WeightsMismatch",
    "WeightsNotFound",
    "count_tokens",
    "count_tokens_of_each",
    "current_model",
    "embed",
    "embed_query",
    "is_local",
    "is_prepared",
    "prepare",
]


def prepare(progress: Progress | None = None, *, name: str | None = None, in_process: bool | None = None) -> ModelInfo:
    """Prepare a model: the configured one, or the one called `name`; `in_process` even if an endpoint is configured.

    `progress` gets a line of text for each step of an export. Raises WeightsNotFound, WeightsMismatch,
    PreparationFailed, DimensionMismatch; for a remote model the same as `embed`.
    """
    name = name or settings.EMBEDDING_MODEL
    if not (is_local() if in_process is None else in_process):
        return _with_prompts(_remote().model_info(name))
    return _with_prompts(local.prepare(name, progress or (lambda _line: None)))


def is_local() -> bool:
    return not settings.EMBEDDING_BASE_URL


def is_prepared() -> bool:
    """Whether the model is ready, so that queries need not wait for an export. A remote model counts as ready."""
    return not is_local() or local.is_prepared()


def current_model() -> ModelInfo:
    """Return the configured model; it stays the same for the life of the process.

    A local model that was never prepared is prepared first (about 15 s, once). A remote one is asked for its dimensions
    once, unless EMBEDDING_DIMENSIONS is set.
    """
    return _with_prompts(local.model_info() if is_local() else _remote().model_info(settings.EMBEDDING_MODEL))


def _with_prompts(info: ModelInfo) -> ModelInfo:
    query, passage = prompts_of(info.name, Prompts(info.query_prompt, info.passage_prompt))
    return replace(info, query_prompt=query, passage_prompt=passage)


def embed(texts: Sequence[str], *, model: ModelInfo | None = None) -> FloatArray:
    """Return unit vectors, float32 [len(texts), dimensions], in the order of `texts`; no texts give [0, dimensions].

    A text's vector does not depend on the others. A local model reads texts longer than `max_tokens` whole, as
    overlapping windows (R9). `model` defaults to the configured one; another local one must have been prepared before.
    Raises ModelNotPrepared, EmbeddingUnavailable (ModelDamaged for a local one), EmbeddingRefused, DimensionMismatch.
    """
    chosen = model or current_model()
    with _measured(chosen, len(texts)):
        return local.embed_locally(texts, chosen) if chosen.local else _remote().embed_remotely(texts, chosen)


def embed_query(text: str, *, model: ModelInfo | None = None) -> FloatArray:
    """Return the unit vector [dimensions] of one text, read-only; the last EMBEDDING_QUERY_CACHE of them are cached.

    `model` as in `embed`; a remote one gets two tries of five seconds, as a user is waiting.
    """
    return _cached(settings.EMBEDDING_QUERY_CACHE)(model or current_model(), text)


@cache
def _cached(size: int) -> Callable[[ModelInfo, str], FloatArray]:
    return lru_cache(maxsize=size)(_embed_one)


def _embed_one(model: ModelInfo, text: str) -> FloatArray:
    if model.local:
        vectors = embed([text], model=model)
    else:
        remote = _remote()
        with _measured(model, 1):
            vectors = remote.embed_remotely([text], model, remote.QUERY_TIMEOUTS)
    vector: FloatArray = vectors[0]
    vector.flags.writeable = False
    return vector


@contextmanager
def _measured(model: ModelInfo, texts: int) -> Iterator[None]:
    where = "here" if model.local else "endpoint"
    with EMBEDDING_SECONDS.labels(where).time():
        yield
    EMBEDDED_TEXTS.labels(where).inc(texts)


def _remote() -> ModuleType:
    """Imported only when an endpoint is configured: the OpenAI SDK takes 0.6 s and memory."""
    from providers.embedding import remote  # noqa: PLC0415

    return remote
