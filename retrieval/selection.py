"""Which of the ranked texts are answered: one per memory, above the threshold, within each category's share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from retrieval.calibration import Calibration
from retrieval.ranking import Ranked


@dataclass(frozen=True, slots=True)
class Chosen:
    """A ranked text that is answered; `id` is the memory's or the turn's."""

    id: UUID
    is_turn: bool
    ranked: Ranked
    score: float


@dataclass(frozen=True, slots=True)
class Limits:
    """`size` items at most, of each category at most `most_items` where it names it, none below `threshold`."""

    size: int
    threshold: float | None
    most_items: Mapping[str, int]


def select(ranked: Sequence[Ranked], limits: Limits, calibration: Calibration) -> tuple[list[Chosen], int]:
    """The best text of each memory or turn, in order; also how many were left out because of their category's share."""
    chosen: dict[UUID, Chosen] = {}
    taken: Counter[str] = Counter()
    left_out: set[UUID] = set()
    for one in ranked:
        text = one.text
        key = text.memory_id or text.id
        score = calibration.score(one.relevance)
        if len(chosen) == limits.size or score < (limits.threshold or 0.0):
            break
        if not text.may_see or key in chosen:
            continue
        if taken[text.category] >= limits.most_items.get(text.category, limits.size):
            left_out.add(key)
            continue
        taken[text.category] += 1
        chosen[key] = Chosen(key, text.memory_id is None, one, score)
    return list(chosen.values()), len(left_out)
