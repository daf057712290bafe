"""Description of an embedding model for code that stores its vectors, and the ways in which one can fail.

The remote errors are here so that they can be caught without importing the OpenAI SDK (0.6 s).
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Two models may share a vector index only if name and version are both equal.

    `dimensions` is the length of every vector, `max_tokens` what the model reads at once, including special tokens.
    `local` models embed in process, others over the network (never inside a transaction, R25). The caller puts the
    prompts before a query and before a passage.
    """

    name: str
    version: str
    dimensions: int
    max_tokens: int
    local: bool
    query_prompt: str = ""
    passage_prompt: str = ""


class EmbeddingUnavailable(RuntimeError):
    """Embedding is temporarily impossible, for example because an endpoint did not answer or was too busy after all
    retries.

    A later attempt may succeed.
    """


class ModelDamaged(EmbeddingUnavailable):
    """A prepared local model's files cannot be read, and could not be rebuilt. The log contains the reason."""

    def __init__(self, model: str) -> None:
        super().__init__(
            f"The files of the embedding model {model} are damaged on the server and could not be made anew. "
            "Its log says why."
        )


class EmbeddingRefused(RuntimeError):
    """The endpoint rejects the request, or its answer is invalid. A later attempt will not succeed."""


class DimensionMismatch(EmbeddingRefused):
    """A vector's length is not the expected one (003, "Embedding")."""

    def __init__(self, model: str, expected: int, found: int) -> None:
        super().__init__(
            f"{model} makes vectors of {found} dimensions where {expected} are expected. "
            "Set EMBEDDING_DIMENSIONS to what the model makes, or leave it empty."
        )
