"""Memories that are similar in meaning to a search, as an assistant's query would find them."""

from collections.abc import Sequence
from datetime import datetime
from statistics import median

from interfaces.pages.memories.field_names import is_of_other_relative
from memories.limits import TOP_K_MAX
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval.answers import Item
from retrieval.query import find_for_person
from workspaces.actors import Actor

MOST = 5
# Scores, 0..1: items found by meaning are mostly about the same from `LIKE` on, and about anything below `LEAST`.
LIKE, LEAST, BELOW_BEST = 0.7, 0.5, 0.1
# Some questions are a little like every text, such as one that names the person. So a text must be so much closer than
# the median of the nearest `TOP_K_MAX`; from `ALIKE` on it is close whatever the others are, and fewer than `ENOUGH`
# texts tell nothing. Measured on the demo's 56 texts: of 40 questions after what was never said, 13 found something
# with `LEAST` alone and 5 do now, two of them rightly ("gardening") and two by a word; of 30 after what was said, in
# other words, 28 still find it.
CLEARLY, ALIKE, ENOUGH = 0.45, 0.75, 20


def similar_to(words: str, *, actor: Actor, now: datetime, most: int = MOST) -> Sequence[Item]:
    """Return the items, best first; none without an embedding model. Call it outside any scope (R25)."""
    try:
        found = find_for_person(words, actor=actor, now=now, most=TOP_K_MAX, least=0.0)
    except (EmbeddingUnavailable, EmbeddingRefused):
        return ()
    least = _least([item.score for item in found])
    return [item for item in found if item.score >= least][:most]


def _least(scores: Sequence[float]) -> float:
    """Return the score from which a text is closer than the person's texts are to any question."""
    return LEAST if len(scores) < ENOUGH else min(max(LEAST, median(scores) + CLEARLY), ALIKE)


def related(items: Sequence[Item], words: str, *, has_words: bool) -> list[Item]:
    """Return the items that are close enough, beside memories with the words, or where none has them; none about
    another relative than the named one."""
    if not items:
        return []
    least = LIKE if has_words else max(item.score for item in items) - BELOW_BEST
    close = [item for item in items if item.score >= least]
    return [item for item in close if not is_of_other_relative(words, item.content)]
