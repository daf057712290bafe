"""Classifies sentences that name a food: whether the speaker does not tolerate it, or does not eat it.

Two linear classifiers, trained by `scripts/train_need_reader.py` on the project's own text in English, German, Spanish
and French: one on the spelling with a placeholder for each food, one on the vector of the multilingual encoder.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy.typing as npt

from providers.statements.gate.multilingual_reader import vectors_of
from providers.statements.gate.reader_features import likeliest, log_odds
from providers.statements.gate.statistical_reader import Reader
from providers.statements.needs.named_needs import without_foods

FILE: Final = Path(__file__).parents[1] / "data" / "need_reader.npz"


@cache
def reader() -> Reader:
    return Reader.load(FILE)


def classify_needs(texts: Sequence[str]) -> list[tuple[str, float]]:
    """Return for each sentence the field of its need, if any, and the log-odds that it states one: minus infinity if
    the spelling alone rules that out."""
    spellings = [reader().by_spelling(without_foods(text)) for text in texts]
    undecided = [at for at, one in enumerate(spellings) if log_odds(one) >= reader().floor]
    found = [("", float("-inf"))] * len(texts)
    vectors = vectors_of([texts[at] for at in undecided]) if undecided else ()
    for at, vector in zip(undecided, vectors, strict=True):
        found[at] = _read(spellings[at], reader().by_meaning(vector))
    return found


def _read(spelling: npt.NDArray, meaning: npt.NDArray) -> tuple[str, float]:  # type: ignore[type-arg]
    """The log-odds are the mean of both; the field has the highest sum of log-probabilities."""
    odds = float(log_odds(spelling) + log_odds(meaning)) / 2
    return reader().fields[likeliest(spelling + meaning)], odds
