"""What an embedding model is, for those who store its vectors, and how one can fail.

The remote errors stand here so that they can be caught without importing the OpenAI SDK (0.6 s).
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Two models may share a vector index only when name and version are both equal.

    `dimensions` is the length of every vector, `max_tokens` what the model reads at once, its special tokens
    included. `local` models embed in process, others over the network (never inside a transaction, R25). The prompts
    are put before a question and before a passage by whoever knows which it is.
    """

    name: str
    version: str
    dimensions: int
    max_tokens: int
    local: bool
    query_prompt: str = ""
    passage_prompt: str = ""


class EmbeddingUnavailable(RuntimeError):
    """Nothing can be embedded just now, as when an endpoint did not answer, or was too busy, after all retries.

    Trying again later may help.
    """


class ModelDamaged(EmbeddingUnavailable):
    """A prepared local model's files cannot be read, and could not be made anew. The log says why."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"The files of the embedding model {model} are damaged on the server and could not be made anew. "
            "Its log says why."
        )


class EmbeddingRefused(RuntimeError):
    """The endpoint does not accept the request, or answers nonsense. Trying again will not help."""


class DimensionMismatch(EmbeddingRefused):
    """A vector's length is not the one that was promised (003, "Embedding")."""

    def __init__(self, model: str, expected: int, found: int) -> None:
        super().__init__(
            f"{model} makes vectors of {found} dimensions where {expected} are expected. "
            "Set EMBEDDING_DIMENSIONS to what the model makes, or leave it empty."
        )
