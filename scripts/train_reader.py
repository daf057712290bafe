"""Trains the gate's statistical reader of special categories and writes its weights.

    python scripts/train_reader.py [--measure tests/providers/statements/data/ordinary.tsv ...]

`--measure` prints, for thresholds, how many sentences of each kind in these files the reader alone would ask about, and
writes nothing. scikit-learn comes with sentence-transformers; at run time numpy is enough.
"""

import argparse
import csv
import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT), str(PROJECT / "scripts")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

import django  # noqa: E402 -- the project is on the path only now
from training_sentences import NONE, Example, examples  # noqa: E402

django.setup()

from providers.embedding import FloatArray, embed_by_minilm  # noqa: E402 -- needs settings
from providers.statements.reader_features import BUCKETS, features  # noqa: E402
from providers.statements.special_reader import FILE, Reader, log_odds  # noqa: E402

# Of ordinary memories that tell nothing special about two in a hundred are asked about then (docs/consent.md).
THRESHOLD: Final = 2.4
# Sentences whose spelling is less likely are not embedded: four in ten of the measured sets, and none of them counts.
FLOOR: Final = 0.0
_SPELLING_C, _MEANING_C = 10.0, 2.0
_STEPS: Final = 16


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="+", type=Path, metavar="SENTENCES.tsv")
    options = parser.parse_args()
    if options.measure:
        measure(options.measure)
        return
    told = examples()
    reader = trained(told)
    write(reader, text_sha256(told))
    print(f"{len(told):,} sentences; {FILE.relative_to(PROJECT)}, {FILE.stat().st_size:,} bytes")


def trained(told: Sequence[Example]) -> Reader:
    fields = (NONE, *sorted({one.field for one in told} - {NONE}))
    wanted = np.array([fields.index(one.field) for one in told])
    spelling = _classifier(_SPELLING_C).fit(_spelled([one.text for one in told]), wanted)
    meaning = _classifier(_MEANING_C).fit(embedded([one.text for one in told]), wanted)
    return Reader(
        fields=fields,
        spelling=spelling.coef_.T.astype(np.float32),
        spelling_bias=spelling.intercept_.astype(np.float32),
        meaning=meaning.coef_.T.astype(np.float32),
        meaning_bias=meaning.intercept_.astype(np.float32),
        threshold=THRESHOLD,
        floor=FLOOR,
    )


def _classifier(inverse_strength: float) -> LogisticRegression:
    return LogisticRegression(C=inverse_strength, max_iter=300, class_weight="balanced")


def _spelled(texts: Sequence[str]) -> csr_matrix:
    found = [features(text) for text in texts]
    lengths = [len(one) for one in found]
    values = np.concatenate([np.full(length, 1 / np.sqrt(max(1, length))) for length in lengths])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return csr_matrix((values, np.concatenate(found), starts), shape=(len(texts), BUCKETS))


def embedded(texts: Sequence[str]) -> FloatArray:
    parts = [texts[start : start + _STEPS] for start in range(0, len(texts), _STEPS)]
    return np.concatenate([embed_by_minilm(part) for part in parts])


def write(reader: Reader, sha256: str) -> None:
    """As whole numbers of eight bits, where that changes no figure, and with what it was made from."""
    scale = np.abs(reader.spelling).max(axis=0) / 127
    np.savez_compressed(
        FILE,
        allow_pickle=False,
        fields=np.array(reader.fields),
        spelling=np.round(reader.spelling / scale).astype(np.int8),
        spelling_scale=scale.astype(np.float32),
        spelling_bias=reader.spelling_bias,
        meaning=reader.meaning,
        meaning_bias=reader.meaning_bias,
        threshold=np.float32(reader.threshold),
        floor=np.float32(reader.floor),
        text_sha256=np.array(sha256),
    )


def text_sha256(told: Sequence[Example] | None = None) -> str:
    """Of the composed sentences with their fields."""
    lines = (f"{one.field}\t{one.text}\n" for one in (examples() if told is None else told))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def measure(files: Sequence[Path]) -> None:
    reader = Reader.load()
    thresholds = np.arange(0, 6.1, 0.5)
    print(f"{'':44}{'n':>5}  " + "".join(f"{threshold:7.1f}" for threshold in thresholds))
    for file in files:
        kinds: defaultdict[str, list[str]] = defaultdict(list)
        for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines(), delimiter="\t"):
            kinds[row.get("kind") or row.get("sensitive") or ("no" if row["key"] == "-" else "yes")].append(
                row["sentence"]
            )
        for kind, texts in kinds.items():
            odds = np.array([_odds(reader, text) for text in texts])
            shares = "".join(f"{np.mean(odds >= threshold):7.1%}" for threshold in thresholds)
            print(f"{file.stem + ' ' + kind:44}{len(texts):5}  {shares}")


def _odds(reader: Reader, text: str) -> float:
    spelling = log_odds(reader.by_spelling(text))
    if spelling < reader.floor:
        return -np.inf
    return (spelling + log_odds(reader.by_meaning(embed_by_minilm([text])[0]))) / 2


if __name__ == "__main__":
    main()
