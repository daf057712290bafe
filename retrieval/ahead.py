"""A question is embedded before its surroundings are known, by the names and the model that were found last time.

The guess is nearly always right, and the answer comes the sooner by a round trip; where it is wrong, the question is
embedded again.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from memories.embedding_models import start_embedding
from memories.models import EmbeddingModel
from providers.embedding import FloatArray
from retrieval.names import without_names

PEOPLE = 10_000  # whose names a process remembers


@dataclass(slots=True)
class LastFound:
    """`model` None: nothing yet."""

    names: Sequence[str] = ()
    model: EmbeddingModel | None = None

    def begin(self, query: str) -> "Guess | None":
        if self.model is None:
            return None
        text = without_names(query, self.names)
        return Guess(text, self.model, start_embedding(text, model=self.model))


@dataclass(frozen=True, slots=True)
class Guess:
    """A question's embedding that has begun."""

    text: str
    model: EmbeddingModel
    embedding: Future[FloatArray]


@lru_cache(maxsize=PEOPLE)
def last_found(workspace_id: UUID, person_id: UUID | None) -> LastFound:
    """What was found when this person, or a shared namespace, was last asked about in this process."""
    return LastFound()


def embedding_of(text: str, model: EmbeddingModel, guess: Guess | None) -> Future[FloatArray]:
    """The guess, where it was right."""
    if guess is not None and (guess.text, guess.model) == (text, model):
        return guess.embedding
    return start_embedding(text, model=model)
