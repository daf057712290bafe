"""What is similar in meaning to the words of a search, as an assistant's question would find it."""

from collections.abc import Sequence
from datetime import datetime

from interfaces.pages.named_fields import is_of_other_relative
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval.answers import Item
from retrieval.query import find_for_person
from workspaces.actors import Actor

MOST = 5
# Scores, 0..1: what was found by meaning is mostly about the same from `LIKE` on, and about anything below `LEAST`.
LIKE, LEAST, BELOW_BEST = 0.7, 0.5, 0.1


def similar_to(words: str, *, actor: Actor, now: datetime, most: int = MOST) -> Sequence[Item]:
    """The best first; nothing without a model of embeddings. Call it outside any scope (R25)."""
    try:
        return find_for_person(words, actor=actor, now=now, most=most, least=LEAST)
    except (EmbeddingUnavailable, EmbeddingRefused):
        return ()


def related(items: Sequence[Item], words: str, *, has_words: bool) -> list[Item]:
    """What is close enough, beside memories that have the words, or where none has; none of another relative than the
    words name."""
    if not items:
        return []
    least = LIKE if has_words else max(item.score for item in items) - BELOW_BEST
    close = [item for item in items if item.score >= least]
    return [item for item in close if not is_of_other_relative(words, item.content)]
