"""An OpenAI-compatible `/embeddings` endpoint. Network: never call it inside a transaction (R25)."""

import os
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

import numpy as np
import openai
from django.conf import settings
from openai.types import CreateEmbeddingResponse

from providers.embedding.encoder import to_unit_length
from providers.embedding.files import encodable
from providers.embedding.model_info import (
    DimensionMismatch,
    EmbeddingRefused,
    EmbeddingUnavailable,
    FloatArray,
    ModelInfo,
)

BATCH_TEXTS = 128
TRANSIENT = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS}
MAX_TOKENS = 8191  # the limit of OpenAI's models; an endpoint with a lower one rejects or truncates by its own rules


class Timeouts(NamedTuple):
    """The timeout of each try, and the number of retries: the SDK waits 0.5 s before the next and doubles that up to 8
    s, or as long as Retry-After says."""

    seconds: float
    retries: int


JOB_TIMEOUTS, QUERY_TIMEOUTS = Timeouts(30.0, 3), Timeouts(5.0, 1)  # a user waits for a query


def model_info(name: str) -> ModelInfo:
    """Use EMBEDDING_DIMENSIONS, or find the dimensions out by one call, once in the life of the process."""
    dimensions = settings.EMBEDDING_DIMENSIONS or _find_dimensions(settings.EMBEDDING_BASE_URL, name)
    return ModelInfo(name, f"remote-{dimensions}", dimensions, MAX_TOKENS, local=False)


def embed_remotely(texts: Sequence[str], model: ModelInfo, timeouts: Timeouts = JOB_TIMEOUTS) -> FloatArray:
    """Return unit vectors, float32 [len(texts), dimensions], requested in batches of 128 texts.

    Raises EmbeddingUnavailable, EmbeddingRefused, DimensionMismatch.
    """
    vectors = np.empty((len(texts), model.dimensions), np.float32)
    for first in range(0, len(texts), BATCH_TEXTS):
        batch = _request(texts[first : first + BATCH_TEXTS], model.name, timeouts)
        if batch.shape[1] != model.dimensions:
            raise DimensionMismatch(model.name, model.dimensions, batch.shape[1])
        vectors[first : first + len(batch)] = batch
    return vectors


@lru_cache(maxsize=8)
def _find_dimensions(_base_url: str, model: str) -> int:
    dimensions: int = _request(["dimensions"], model, JOB_TIMEOUTS).shape[1]
    return dimensions


def _request(texts: Sequence[str], model: str, timeouts: Timeouts) -> FloatArray:
    if not settings.EMBEDDING_BASE_URL:
        raise EmbeddingUnavailable(f"{model} is a model of an endpoint, and EMBEDDING_BASE_URL names none.")
    # Endpoints reject an empty text; a space carries no meaning either.
    sent = [encodable(text).replace("\0", " ") or " " for text in texts]
    client = _client(os.getpid(), settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY, timeouts)
    dimensions = settings.EMBEDDING_DIMENSIONS or openai.omit
    try:
        answer = client.embeddings.create(model=model, input=sent, dimensions=dimensions, encoding_format="float")
    except openai.APIConnectionError as error:
        raise EmbeddingUnavailable(f"The embedding endpoint cannot be reached: {type(error).__name__}.") from error
    except openai.APIStatusError as error:
        raise _for_status(error.status_code) from error
    except (openai.OpenAIError, ValueError) as error:
        raise EmbeddingRefused("The embedding endpoint's answer is not what the API says it should be.") from error
    return _vectors(answer, len(texts))


def _for_status(status: int) -> EmbeddingUnavailable | EmbeddingRefused:
    """Report only the status: an endpoint's message may repeat the text, and errors end up in logs."""
    if status in TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return EmbeddingUnavailable(f"The embedding endpoint is not available: HTTP {status}.")
    return EmbeddingRefused(f"The embedding endpoint refused the request: HTTP {status}.")


def _vectors(answer: CreateEmbeddingResponse, count: int) -> FloatArray:
    """Return the vectors in the order of the texts, given only by `index`. The SDK does not validate its response."""
    try:
        items = sorted(answer.data, key=lambda item: item.index)
        indices = [item.index for item in items]
        vectors: FloatArray = np.array([item.embedding for item in items], np.float32)
    except (AttributeError, TypeError, ValueError) as error:
        raise EmbeddingRefused("The embedding endpoint's answer is not what the API says it should be.") from error
    if indices != list(range(count)) or vectors.ndim != 2:
        raise EmbeddingRefused(f"The embedding endpoint answered {len(indices)} vectors for {count} texts.")
    if not np.isfinite(vectors).all() or not vectors.any(axis=1).all():
        raise EmbeddingRefused("The embedding endpoint answered a vector without a direction.")
    return to_unit_length(vectors)


@lru_cache(maxsize=8)
def _client(_process: int, base_url: str, api_key: str, timeouts: Timeouts) -> openai.OpenAI:
    """One per process: two that share a connection after a fork would read each other's responses."""
    return openai.OpenAI(
        base_url=base_url, api_key=api_key or "none", timeout=timeouts.seconds, max_retries=timeouts.retries
    )
