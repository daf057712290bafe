"""Orders the best answers anew by a cross-encoder behind an endpoint; off unless RERANK_URL names one.

Its shape is that of Cohere and Jina (`documents`, `results`), or of text-embeddings-inference (`texts`, a bare list).
Network: never call it inside a transaction (R25).
"""

import logging
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as BudgetSpent
from functools import cache
from typing import Any

import httpx2
from django.conf import settings

log = logging.getLogger(__name__)
THREADS = 4


def is_on() -> bool:
    return bool(settings.RERANK_URL)


def rerank(query: str, texts: Sequence[str]) -> list[float] | None:
    """How well each text answers the query, on the endpoint's own scale.

    None where it did not say so within RERANK_SECONDS: the answer goes out in the order that it had.
    """
    if not texts:
        return None
    try:
        return _pool().submit(_ask, query, texts).result(settings.RERANK_SECONDS)
    except (BudgetSpent, httpx2.HTTPError, ValueError, LookupError, TypeError) as error:
        log.warning("Answers were not reranked: %s", type(error).__name__)
        return None


@cache
def _pool() -> ThreadPoolExecutor:
    """The client's timeouts are those of each step; the budget is for all of them."""
    return ThreadPoolExecutor(THREADS, "reranking")


def _ask(query: str, texts: Sequence[str]) -> list[float]:
    key = settings.RERANK_API_KEY
    answer = httpx2.post(
        settings.RERANK_URL,
        json=_body(query, texts),
        headers={"Authorization": f"Bearer {key}"} if key else {},
        timeout=settings.RERANK_SECONDS,
    )
    return _scores(answer.raise_for_status().json(), len(texts))


def _body(query: str, texts: Sequence[str]) -> dict[str, Any]:
    if settings.RERANK_FORMAT == "tei":
        return {"query": query, "texts": list(texts), "truncate": True}
    model = {"model": settings.RERANK_MODEL} if settings.RERANK_MODEL else {}
    return model | {"query": query, "documents": list(texts), "top_n": len(texts)}


def _scores(answer: Any, count: int) -> list[float]:
    """In the order of the texts. Raises ValueError, LookupError, TypeError for what is no such answer."""
    rows = answer["results"] if isinstance(answer, dict) else answer
    scores = {row["index"]: float(row["relevance_score"] if "relevance_score" in row else row["score"]) for row in rows}
    ordered = [scores[index] for index in range(count)]
    if not all(map(math.isfinite, ordered)):
        raise ValueError("A score is no number.")
    return ordered
