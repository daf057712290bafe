"""Reranks the best results by a cross-encoder: an endpoint's with RERANK_URL, a local one with only RERANK_MODEL.

Off unless one of them is set. A query waits for it at most RERANK_SECONDS.
"""

import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.conf import settings

from providers.embedding.preparation import Progress
from providers.reranking import endpoint, local
from providers.reranking.local import RerankerUnavailable

__all__ = ["RerankerUnavailable", "is_local", "is_on", "prepare", "rerank"]
log = logging.getLogger(__name__)
THREADS = 4
FAILURES = (*endpoint.FAILURES, RerankerUnavailable, TimeoutError)


def is_on() -> bool:
    return bool(settings.RERANK_URL or settings.RERANK_MODEL)


def is_local() -> bool:
    return bool(settings.RERANK_MODEL) and not settings.RERANK_URL


def prepare(progress: Progress) -> None:
    """Prepare the local model, so that no query waits for it. Raises RerankerUnavailable."""
    local.prepare(settings.RERANK_MODEL, progress)


def rerank(query: str, texts: Sequence[str]) -> list[float] | None:
    """Return how well each text answers the query, on the model's own scale.

    None if it takes longer than RERANK_SECONDS or fails: the results keep their order.
    """
    if not texts:
        return None
    score = local.score if is_local() else endpoint.score
    scoring = _pool().submit(score, query, texts, time.monotonic() + settings.RERANK_SECONDS)
    try:
        return scoring.result(settings.RERANK_SECONDS)
    except FAILURES as error:
        scoring.cancel()  # if it is still queued, no one waits for it any more
        log.warning("Answers were not reranked: %s", type(error).__name__)
        return None


@cache
def _pool() -> ThreadPoolExecutor:
    """A request's timeouts are per step, and a model is loaded as a whole; the budget covers all of it."""
    return ThreadPoolExecutor(THREADS, "reranking")
