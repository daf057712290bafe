"""Trains the gate's statistical reader and writes its weights.

    python scripts/train_reader.py [--without AUTHOR ...] [--measure tests/providers/statements/data/ordinary.tsv ...]

`--measure` prints, for thresholds, how many sentences of each kind in these files the reader alone would ask about, and
writes nothing. `--without` leaves an author's sentences out, to measure with them. scikit-learn and torch come with
sentence-transformers; at run time numpy and ONNX Runtime are enough.
"""

import argparse
import csv
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
from training_sentences import NONE, Example, authored, examples, text_sha256  # noqa: E402

django.setup()

from tuned_layers import tuned  # noqa: E402 -- needs settings

from providers.embedding import layers  # noqa: E402
from providers.statements.gate.reader_features import BUCKETS, features, log_odds  # noqa: E402
from providers.statements.gate.statistical_reader import FILE, LAYERS, Reader, odds_of  # noqa: E402

# Of ordinary memories that tell nothing special about two in a hundred are asked about then (docs/consent.md).
THRESHOLD: Final = 1.75
# Of some fields ordinary memories seldom sound. Chosen on the sets of docs/consent.md, as the other.
_OF_FIELDS: Final = {
    "criminal_record": 1.8,
    "ethnicity": 1.35,
    "income": 1.5,
    "preferred_name": 1.5,
    "pronouns": 1.7,
    "sexual_orientation": 1.25,
}
# Sentences whose spelling is less likely are not embedded: half of the ordinary ones.
FLOOR: Final = -1.5
_SPELLING_C: Final = 10.0
_AUTHORED_FOR_SPELLING, _AUTHORED_FOR_MEANING = 10.0, 2.0  # how often a sentence by an author counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="+", type=Path, metavar="SENTENCES.tsv")
    parser.add_argument("--without", nargs="+", default=[], metavar="AUTHOR")
    options = parser.parse_args()
    if options.measure:
        measure(options.measure)
        return
    composed, written = examples(), authored(without=options.without)
    train(composed, written)
    print(f"{len(composed):,} composed and {len(written):,} written sentences")
    for file in (FILE, LAYERS):
        print(f"{file.relative_to(PROJECT)}, {file.stat().st_size:,} bytes")


def train(composed: Sequence[Example], written: Sequence[Example]) -> None:
    told = [*composed, *written]
    texts = [one.text for one in told]
    fields = (NONE, *sorted({one.field for one in told} - {NONE}))
    wanted = np.array([fields.index(one.field) for one in told])
    is_written = np.arange(len(told)) >= len(composed)
    spelling = LogisticRegression(C=_SPELLING_C, max_iter=300, class_weight="balanced").fit(
        spelled(texts), wanted, sample_weight=np.where(is_written, _AUTHORED_FOR_SPELLING, 1.0)
    )
    counts = np.where(is_written, _AUTHORED_FOR_MEANING, 1.0).astype(np.float32)
    meaning = tuned(texts, wanted.tolist(), counts.tolist(), len(fields))
    layers.write(LAYERS, meaning.state)
    write(
        Reader(
            fields=fields,
            spelling=spelling.coef_.T.astype(np.float32),
            spelling_bias=spelling.intercept_.astype(np.float32),
            meaning=meaning.meaning,
            meaning_bias=meaning.meaning_bias,
            thresholds=np.array([_OF_FIELDS.get(field, THRESHOLD) for field in fields], np.float32),
            floor=FLOOR,
        ),
        text_sha256(told),
    )


def spelled(texts: Sequence[str]) -> csr_matrix:
    """What the classifier of spelling reads of each text, [len(texts), buckets]."""
    found = [features(text) for text in texts]
    lengths = [len(one) for one in found]
    values = np.concatenate([np.full(length, 1 / np.sqrt(max(1, length))) for length in lengths])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return csr_matrix((values, np.concatenate(found), starts), shape=(len(texts), BUCKETS))


def write(reader: Reader, sha256: str, file: Path = FILE) -> None:
    """As whole numbers of eight bits, where that changes no figure, and with what it was made from."""
    scale = np.abs(reader.spelling).max(axis=0) / 127
    np.savez_compressed(
        file,
        allow_pickle=False,
        fields=np.array(reader.fields),
        spelling=np.round(reader.spelling / scale).astype(np.int8),
        spelling_scale=scale.astype(np.float32),
        spelling_bias=reader.spelling_bias,
        meaning=reader.meaning,
        meaning_bias=reader.meaning_bias,
        thresholds=reader.thresholds,
        floor=np.float32(reader.floor),
        text_sha256=np.array(sha256),
    )


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
    if log_odds(reader.by_spelling(text)) < reader.floor:
        return -np.inf
    return odds_of([text])[0]


if __name__ == "__main__":
    main()
