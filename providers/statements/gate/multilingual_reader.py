"""Classifies sentences in other languages than English.

The multilingual Universal Sentence Encoder gives a sentence nearly the same vector in each of its sixteen languages
(Arabic, Chinese, Dutch, English, French, German, Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Thai,
Turkish). A small network, trained by `scripts/train_multilingual_reader.py` mostly on English sentences, classifies the
vector. A sentence costs half of an embedding by MiniLM.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from providers.embedding import Progress
from providers.embedding.bundled import BundledEncoder
from providers.statements.gate.reader_features import likeliest, log_odds, log_probabilities

FILE: Final = Path(__file__).parents[1] / "data" / "multilingual_reader.npz"
SURE: Final = 4.0  # log-odds from which it is right in smalltalk too: of 360 harmless sentences one
_Floats = npt.NDArray[np.float32]


class Finding(NamedTuple):
    """The field of a sentence; `is_sure` if it holds even in smalltalk."""

    key: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class MultilingualReader:
    """`fields` are the keys; the first means none of them. A sentence counts from `threshold` (log-odds) on."""

    fields: tuple[str, ...]
    hidden: _Floats  # [dimensions, width]
    hidden_bias: _Floats  # [width]
    output: _Floats  # [width, fields]
    output_bias: _Floats  # [fields]
    threshold: float

    @classmethod
    def load(cls, file: Path = FILE) -> Self:
        with np.load(file, allow_pickle=False) as stored:
            return cls(
                fields=tuple(stored["fields"].tolist()),
                threshold=float(stored["threshold"]),
                **{
                    name: stored[name].astype(np.float32) for name in ("hidden", "hidden_bias", "output", "output_bias")
                },
            )

    def scores(self, vectors: _Floats) -> _Floats:
        """Return the log-probabilities of the fields, [len(vectors), fields]."""
        hidden = np.maximum(vectors @ self.hidden + self.hidden_bias, 0)
        return log_probabilities(hidden @ self.output + self.output_bias)


@cache
def _encoder() -> BundledEncoder:
    return BundledEncoder.universal()


@cache
def reader() -> MultilingualReader:
    return MultilingualReader.load()


def knows(key: str) -> bool:
    """Whether it was trained on the field."""
    return key in reader().fields


def prepare(progress: Progress) -> None:
    """Make the model ready; `progress` gets a line for each step. Raises PreparationFailed."""
    _encoder().prepare(progress)


def vectors_of(texts: Sequence[str]) -> _Floats:
    """Return unit vectors [len(texts), dimensions]."""
    vectors: _Floats = _encoder().embed(texts)
    return vectors


def findings(texts: Sequence[str]) -> dict[str, Finding]:
    """Return the texts that state something about the person, with their fields."""
    logs = reader().scores(vectors_of(texts)) if texts else ()
    read = zip(texts, logs, map(log_odds, logs), strict=True)
    return {
        text: Finding(reader().fields[likeliest(one)], is_sure=bool(odds >= SURE))
        for text, one, odds in read
        if odds >= reader().threshold
    }


def odds_of(texts: Sequence[str]) -> list[float]:
    """Return the log-odds that each text states anything special about the person; needs at least one text."""
    odds: list[float] = log_odds(reader().scores(vectors_of(texts))).tolist()
    return odds
