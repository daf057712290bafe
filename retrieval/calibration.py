"""From relevance to the score that callers see, 0..1 (R10, data-model.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Calibration:
    """A monotone map: at each of `relevances` the score of the same place, straight lines between."""

    relevances: Sequence[float]
    scores: Sequence[float]

    def score(self, relevance: float) -> float:
        return float(np.interp(relevance, self.relevances, self.scores))


# 0.7 separates: of pairs of a question and a turn of somebody else's conversation (LoCoMo), 99.8 % stay below it
# (benchmarks/results/locomo-speaker.md).
MINILM = Calibration((0.0, 0.23, 0.75), (0.0, 0.70, 1.0))
BY_MODEL = {"sentence-transformers/all-MiniLM-L6-v2": MINILM}


def calibration_of(model_name: str) -> Calibration:
    """A model without a map of its own is read as the default one, until it has been fitted."""
    return BY_MODEL.get(model_name, MINILM)
