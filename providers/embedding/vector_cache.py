"""A cache of the vectors of recently read texts."""

import threading
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from providers.embedding.files import encodable
from providers.embedding.model_info import FloatArray

MAX_CACHED: Final = 2_048  # 3 MB of vectors; a batch of a hundred memories has some three hundred sentences


class VectorCache:
    """Keyed by the digests of the texts, so that it keeps no text. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._vectors: dict[bytes, FloatArray] = {}

    def get(self, texts: Iterable[str]) -> dict[str, FloatArray]:
        """Return the vectors of those of the texts that are cached."""
        digests = {text: _digest(text) for text in texts} if self._vectors else {}
        with self._lock:
            return {text: self._vectors[digest] for text, digest in digests.items() if digest in self._vectors}

    def add(self, texts: Sequence[str], vectors: FloatArray) -> None:
        """Add vectors, and drop the oldest. Each is copied: a slice would keep the whole batch in memory."""
        new = {_digest(text): vector.copy() for text, vector in zip(texts, vectors, strict=True)}
        with self._lock:
            self._vectors |= new
            for digest in list(self._vectors)[: max(0, len(self._vectors) - MAX_CACHED)]:
                del self._vectors[digest]


def _digest(text: str) -> bytes:
    return sha256(encodable(text).encode()).digest()
