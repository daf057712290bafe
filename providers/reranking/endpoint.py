"""A cross-encoder behind an endpoint.

The request has the form of Cohere and Jina (`documents`, `results`), or of text-embeddings-inference (`texts`, a bare
list).
"""

import math
import time
from collections.abc import Sequence
from typing import Any

import httpx2
from django.conf import settings

FAILURES = (httpx2.HTTPError, ValueError, LookupError, TypeError)
MIN_SECONDS = 0.001  # httpx accepts no timeout of zero


def score(query: str, texts: Sequence[str], until: float) -> list[float]:
    """Return the scores. Raises one of FAILURES. `until` is by time.monotonic()."""
    key = settings.RERANK_API_KEY
    answer = httpx2.post(
        settings.RERANK_URL,
        json=_body(query, texts),
        headers={"Authorization": f"Bearer {key}"} if key else {},
        timeout=max(until - time.monotonic(), MIN_SECONDS),
    )
    return _scores(answer.raise_for_status().json(), len(texts))


def _body(query: str, texts: Sequence[str]) -> dict[str, Any]:
    if settings.RERANK_FORMAT == "tei":
        return {"query": query, "texts": list(texts), "truncate": True}
    model = {"model": settings.RERANK_MODEL} if settings.RERANK_MODEL else {}
    return model | {"query": query, "documents": list(texts), "top_n": len(texts)}


def _scores(answer: Any, count: int) -> list[float]:
    """Return the scores in the order of the texts. Raises ValueError, LookupError, TypeError for an invalid
    response."""
    rows = answer["results"] if isinstance(answer, dict) else answer
    scores = {row["index"]: float(row["relevance_score"] if "relevance_score" in row else row["score"]) for row in rows}
    ordered = [scores[index] for index in range(count)]
    if not all(map(math.isfinite, ordered)):
        raise ValueError("A score is no number.")
    return ordered
