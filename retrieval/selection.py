"""Selects the ranked texts to return: one per memory, above the threshold, within each category's limit and the budget.

Scores are calibrated from relevance to what callers see, 0..1 (R10, data-model.md).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from memories.embedding_models import reads_english_alone
from memories.models import EmbeddingModel
from providers.embedding import count_tokens
from providers.glossary import in_english
from providers.language import is_foreign
from retrieval.answers import Item
from retrieval.ranking import Ranked
from retrieval.requests import Form


@dataclass(frozen=True, slots=True)
class Calibration:
    """A monotone map: the score at the same index for each of `relevances`, linear in between.

    If the model does not read the question's language, texts similar only by vectors stay below the separating score:
    they are similar in language rather than in meaning.
    """

    relevances: Sequence[float]
    scores: Sequence[float]
    reads_question: bool = True

    def score(self, one: Ranked) -> float:
        score = float(np.interp(one.relevance, self.relevances, self.scores))
        return score if self.reads_question or one.has_words else min(score, MOST_UNREAD)


# 0.7 separates: of pairs of a question and a turn of another person's conversation, 99.8 % stay below it on LoCoMo and
# 98 % on BEAM (docs/retrieval.md describes the fit).
SEPARATING_SCORE = 0.7
MOST_UNREAD = 0.69
MINILM = Calibration((0.0, 0.25, 0.90), (0.0, SEPARATING_SCORE, 1.0))


def calibration_of(model: EmbeddingModel, question: str) -> Calibration:
    """Return the map fitted to the model on this server's texts (`manage.py fit_calibration`), or MiniLM's."""
    fitted = Calibration(**model.calibration) if model.calibration else MINILM
    is_unread = reads_english_alone(model) and is_foreign(question) and not in_english(question)
    return replace(fitted, reads_question=not is_unread)


@dataclass(frozen=True, slots=True)
class Selected:
    """A ranked text to return; `id` is the memory's or the turn's."""

    id: UUID
    is_turn: bool
    ranked: Ranked
    score: float


@dataclass(frozen=True, slots=True)
class Limits:
    """At most `size` items, and of a category at most its `category_limits`, none below `threshold`."""

    size: int
    threshold: float | None
    category_limits: Mapping[str, int]


def select(ranked: Sequence[Ranked], limits: Limits, calibration: Calibration) -> tuple[list[Selected], int]:
    """Return the best text of each memory or turn, in order, and how many their categories' limits excluded."""
    selected: dict[UUID, Selected] = {}
    taken: Counter[str] = Counter()
    left_out: set[UUID] = set()
    for one in ranked:
        text = one.text
        key = text.memory_id or text.id
        if len(selected) == limits.size:
            break
        if not text.may_see or text.is_the_question or text.is_all_withheld or key in selected:
            continue
        score = calibration.score(one)
        if score < (limits.threshold or 0.0):
            continue
        if taken[text.category] >= limits.category_limits.get(text.category, limits.size):
            left_out.add(key)
            continue
        taken[text.category] += 1
        selected[key] = Selected(key, text.memory_id is None, one, score)
    return list(selected.values()), len(left_out)


def fit_budget(items: Sequence[Item], form: Form, budget_tokens: int | None) -> tuple[list[Item], int]:
    """Return the items whose texts fit together, best first, and how many did not.

    One that is too long is skipped, so that a shorter, less relevant one may still fit; none is cut.
    """
    if budget_tokens is None:
        return list(items), 0
    fitting: list[Item] = []
    left = budget_tokens
    for item in items:
        needed = count_tokens(item.body(form))
        if needed <= left:
            fitting.append(item)
            left -= needed
    return fitting, len(items) - len(fitting)
