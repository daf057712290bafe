"""Reads by its meaning whether a sentence that names a food tells what its speaker cannot or does not eat.

Two linear classifiers, trained by `scripts/train_need_reader.py` on the project's own text in English, German, Spanish
and French: one reads the spelling with a mark in the place of each food, one the vector of the multilingual encoder.
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


def needs_read(texts: Sequence[str]) -> list[tuple[str, float]]:
    """For each sentence the field of the need that it tells of, if any, and the log-odds that it tells of one; these
    are minus infinity where the spelling alone settles that it does not."""
    spellings = [reader().by_spelling(without_foods(text)) for text in texts]
    open_at = [at for at, one in enumerate(spellings) if log_odds(one) >= reader().floor]
    found = [("", float("-inf"))] * len(texts)
    vectors = vectors_of([texts[at] for at in open_at]) if open_at else ()
    for at, vector in zip(open_at, vectors, strict=True):
        found[at] = _read(spellings[at], reader().by_meaning(vector))
    return found


def _read(spelling: npt.NDArray, meaning: npt.NDArray) -> tuple[str, float]:  # type: ignore[type-arg]
    """The mean of both: of the field the sum of their log-probabilities."""
    odds = float(log_odds(spelling) + log_odds(meaning)) / 2
    return reader().fields[likeliest(spelling + meaning)], odds
