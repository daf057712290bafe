"""The vectors of the texts that a model read last, for one that it is asked about again."""

import threading
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from providers.embedding.files import encodable
from providers.embedding.model_info import FloatArray

MOST_REMEMBERED: Final = 2_048  # 3 MB of vectors; a batch of a hundred memories has some three hundred sentences


class RememberedVectors:
    """By the digests of the texts: nobody's words stay behind here. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._vectors: dict[bytes, FloatArray] = {}

    def of(self, texts: Iterable[str]) -> dict[str, FloatArray]:
        """The known ones of these texts."""
        digests = {text: _digest(text) for text in texts} if self._vectors else {}
        with self._lock:
            return {text: self._vectors[digest] for text, digest in digests.items() if digest in self._vectors}

    def add(self, texts: Sequence[str], vectors: FloatArray) -> None:
        """The oldest make room. Each is copied: a slice would keep the vectors of the whole batch."""
        new = {_digest(text): vector.copy() for text, vector in zip(texts, vectors, strict=True)}
        with self._lock:
            self._vectors |= new
            for digest in list(self._vectors)[: max(0, len(self._vectors) - MOST_REMEMBERED)]:
                del self._vectors[digest]


def _digest(text: str) -> bytes:
    return sha256(encodable(text).encode()).digest()
