"""Orders the best answers anew by a cross-encoder: an endpoint's with RERANK_URL, a local one with RERANK_MODEL alone.

Off unless one of them is set. A question waits for it at most RERANK_SECONDS.
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
    """Make the local model ready, so that no question waits for it. Raises RerankerUnavailable."""
    local.prepare(settings.RERANK_MODEL, progress)


def rerank(query: str, texts: Sequence[str]) -> list[float] | None:
    """How well each text answers the query, on the model's own scale.

    None where it did not say so within RERANK_SECONDS: the answer goes out in the order that it had.
    """
    if not texts:
        return None
    score = local.score if is_local() else endpoint.score
    scoring = _pool().submit(score, query, texts, time.monotonic() + settings.RERANK_SECONDS)
    try:
        return scoring.result(settings.RERANK_SECONDS)
    except FAILURES as error:
        scoring.cancel()  # where it still waits for a thread, nobody waits for it any more
        log.warning("Answers were not reranked: %s", type(error).__name__)
        return None


@cache
def _pool() -> ThreadPoolExecutor:
    """A request's timeouts are those of each step, and a model is loaded at once; the budget is for all of it."""
    return ThreadPoolExecutor(THREADS, "reranking")
