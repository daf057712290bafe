"""Trains what reads violence, immigration and ways into a home, and writes its weights.

    python scripts/train_safety_reader.py

It reads the vectors of the layers that `scripts/train_reader.py` made, so run it after that one. Both classifiers are
linear: with the layers trained anew the answers about every other field change, too. Takes some minutes.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT), str(PROJECT / "scripts")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

import django  # noqa: E402 -- the project is on the path only now
from training_sentences import NONE, SAFETY, Example, authored, examples, text_sha256  # noqa: E402

django.setup()

from train_reader import spelled, write  # noqa: E402 -- needs settings

from providers.statements.gate.statistical_reader import SAFETY as FILE  # noqa: E402
from providers.statements.gate.statistical_reader import Reader, sentence_embeddings  # noqa: E402

# Of 4,800 ordinary and harmless sentences of the measured sets none more is asked about then (docs/consent.md).
THRESHOLD: Final = 2.0
# Sentences whose spelling is less likely are not embedded for this reader.
FLOOR: Final = -1.5
_SPELLING_C, _MEANING_C = 10.0, 10.0
_WRITTEN: Final = 5.0  # how often a sentence by an author counts
_TELLING: Final = 6.0  # how often one that tells a field counts: 20 times as many tell nothing
_READ_AT_ONCE: Final = 512


def main() -> None:
    told, counts = sentences()
    write(trained(told, counts), text_sha256(told), FILE)
    print(f"{len(told):,} sentences; {FILE.relative_to(PROJECT)}, {FILE.stat().st_size:,} bytes")


def sentences() -> tuple[list[Example], list[float]]:
    """What to learn from, and how much each counts: this reader's own text, and what tells nothing in the first's."""
    composed = [*examples(SAFETY), *(one for one in examples() if one.field == NONE)]
    written = [*authored(SAFETY), *(one for one in authored() if one.field == NONE)]
    told, counts = [*composed, *written], [1.0] * len(composed) + [_WRITTEN] * len(written)
    return told, [count * (1 if one.field == NONE else _TELLING) for one, count in zip(told, counts, strict=True)]


def trained(told: Sequence[Example], counts: Sequence[float]) -> Reader:
    texts = [one.text for one in told]
    fields = (NONE, *sorted({one.field for one in told} - {NONE}))
    wanted = [fields.index(one.field) for one in told]
    spelling, meaning = (
        _classifier(inputs, wanted, counts, c)
        for inputs, c in ((spelled(texts), _SPELLING_C), (_vectors(texts), _MEANING_C))
    )
    return Reader(
        fields=fields,
        spelling=spelling.coef_.T.astype(np.float32),
        spelling_bias=spelling.intercept_.astype(np.float32),
        meaning=meaning.coef_.T.astype(np.float32),
        meaning_bias=meaning.intercept_.astype(np.float32),
        thresholds=np.full(len(fields), THRESHOLD, np.float32),
        floor=FLOOR,
    )


def _classifier(inputs: Any, wanted: Sequence[int], counts: Sequence[float], c: float) -> LogisticRegression:
    return LogisticRegression(C=c, max_iter=300).fit(inputs, wanted, sample_weight=counts)


def _vectors(texts: Sequence[str]) -> np.ndarray:
    return np.concatenate(
        [sentence_embeddings(texts[at : at + _READ_AT_ONCE]) for at in range(0, len(texts), _READ_AT_ONCE)]
    )


if __name__ == "__main__":
    main()
