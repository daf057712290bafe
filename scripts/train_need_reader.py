"""Trains what reads in a message which foods somebody cannot or does not eat, and writes its weights.

    python scripts/train_need_reader.py [--measure SENTENCES.tsv ...]

It learns from `training_text/needs`, and that sentences of the other readers which name a food tell no need. Takes some
minutes. `--measure` prints for files with the columns kind ("need" or "not"), language and sentence, and for its own
text, which a reader trained without a tenth of it reads at a time, how many would be read as a need from each log-odds
on; then nothing is written.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.model_selection import StratifiedKFold  # type: ignore[import-untyped]

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT), str(PROJECT / "scripts")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

import django  # noqa: E402 -- the project is on the path only now
from training_sentences import LANGUAGES, NEEDS, NONE, Example, authored, text_sha256  # noqa: E402

django.setup()

from train_reader import spelled, write  # noqa: E402 -- needs settings

from providers.statements.gate.multilingual_reader import vectors_of  # noqa: E402
from providers.statements.gate.need_reader import FILE  # noqa: E402
from providers.statements.gate.reader_features import log_odds  # noqa: E402
from providers.statements.gate.statistical_reader import Reader  # noqa: E402
from providers.statements.needs.named_needs import may_name_need, without_foods  # noqa: E402
from providers.statements.text.normalise import view  # noqa: E402

# Sentences whose spelling is less likely are not embedded.
FLOOR: Final = -4.0
_SPELLING_C, _MEANING_C = 30.0, 30.0
_FOLDS: Final = 10
_READ_AT_ONCE: Final = 256


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="*", type=Path, metavar="SENTENCES.tsv")
    options = parser.parse_args()
    told = sentences()
    vectors = _vectors([one.text for one in told])
    if options.measure is not None:
        measure(told, vectors, options.measure)
    else:
        write(trained(told, vectors), text_sha256(told), FILE)
        print(f"{len(told):,} sentences; {FILE.relative_to(PROJECT)}, {FILE.stat().st_size:,} bytes")


def sentences() -> list[Example]:
    """What to learn from; only what names a food or a way of eating is ever read."""
    others = [one for one in (*authored(), *authored(LANGUAGES)) if one.field == NONE]
    return [*authored(NEEDS), *(one for one in others if may_name_need(view(one.text).folded))]


def trained(told: Sequence[Example], vectors: np.ndarray) -> Reader:
    fields = (NONE, *sorted({one.field for one in told} - {NONE}))
    wanted = np.array([fields.index(one.field) for one in told])
    share = np.mean(wanted > 0)
    counts = np.where(wanted > 0, 0.5 / share, 0.5 / (1 - share))  # as many of either kind
    spelling, meaning = (
        _classifier(inputs, wanted, counts, c) for inputs, c in ((_spelled(told), _SPELLING_C), (vectors, _MEANING_C))
    )
    return Reader(
        fields=fields,
        spelling=spelling.coef_.T.astype(np.float32),
        spelling_bias=spelling.intercept_.astype(np.float32),
        meaning=meaning.coef_.T.astype(np.float32),
        meaning_bias=meaning.intercept_.astype(np.float32),
        thresholds=np.zeros(len(fields), np.float32),
        floor=FLOOR,
    )


def _classifier(inputs: Any, wanted: np.ndarray, counts: np.ndarray, c: float) -> LogisticRegression:
    return LogisticRegression(C=c, max_iter=1_000).fit(inputs, wanted, sample_weight=counts)


def _spelled(told: Sequence[Example]) -> Any:
    return spelled([without_foods(one.text) for one in told])


def _vectors(texts: Sequence[str]) -> np.ndarray:
    return np.concatenate([vectors_of(texts[at : at + _READ_AT_ONCE]) for at in range(0, len(texts), _READ_AT_ONCE)])


def measure(told: Sequence[Example], vectors: np.ndarray, files: Sequence[Path]) -> None:
    is_need = np.array([one.field != NONE for one in told])
    odds = np.zeros(len(told))
    for learnt, held in StratifiedKFold(_FOLDS, shuffle=True, random_state=1).split(vectors, is_need):
        reader = trained([told[at] for at in learnt], vectors[learnt])
        odds[held] = _odds(reader, [told[at].text for at in held], vectors[held])
    _print("own text", odds, is_need, [one.text for one in told])
    reader = trained(told, vectors)
    for file in files:
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line]
        texts = [row[-1] for row in rows]
        is_need = np.array([row[0] == "need" for row in rows])
        _print(file.stem, _odds(reader, texts, _vectors(texts)), is_need, texts)


def _odds(reader: Reader, texts: Sequence[str], vectors: np.ndarray) -> np.ndarray:
    spelling = np.array([log_odds(reader.by_spelling(without_foods(text))) for text in texts])
    return (spelling + log_odds(reader.by_meaning(vectors))) / 2


def _print(name: str, odds: np.ndarray, is_need: np.ndarray, texts: Sequence[str]) -> None:
    for threshold in np.arange(-1, 5.1, 0.5):
        shares = [np.mean(odds[kind] >= threshold) for kind in (is_need, ~is_need)]
        print(f"{name:24}{threshold:5.1f}  needs {shares[0]:6.1%}  others {shares[1]:6.1%}")
    for at in np.argsort(-odds)[:400]:
        if not is_need[at] and odds[at] > 0:
            print(f"{odds[at]:6.2f}  {texts[at]}")


if __name__ == "__main__":
    main()
