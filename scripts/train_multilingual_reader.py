"""Trains what reads sentences in other languages than English, and writes its weights.

    python scripts/train_multilingual_reader.py [--without AUTHOR ...]

Networks with one hidden layer on the vectors of the multilingual Universal Sentence Encoder, which stays as it is. They
learn from the sentences that the English reader learns from, but for its long chats, and from those of
`training_text/languages`. Takes ten minutes. `--without` leaves authors out and prints, for thresholds, how many of
their sentences it would ask about; then nothing is written.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

PROJECT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(PROJECT), str(PROJECT / "scripts")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")

import django  # noqa: E402 -- the project is on the path only now
from training_sentences import LANGUAGES, NONE, Example, authored, examples, text_sha256  # noqa: E402

django.setup()

from providers.statements.gate.multilingual_reader import FILE, MultilingualReader, vectors_of  # noqa: E402
from providers.statements.gate.reader_features import log_odds  # noqa: E402

# Of harmless sentences, half of which sound like a field, some four in a hundred are asked about (docs/consent.md).
THRESHOLD: Final = 1.0
_SEEDS: Final = (1, 2)  # of networks, whose mean reads
_WIDTH: Final = 1_024
_DROPPED: Final = 0.4
_EPOCHS: Final = 20
_BATCH: Final = 128
_RATE: Final = 1e-3
_WARM_UP: Final = 100  # steps
_LEAST_RATE: Final = 0.02  # of the highest
_SMOOTHING: Final = 0.02
_LENGTH: Final = 512**0.5  # of the vectors that the network reads: with unit vectors its weights would have far to go
_COMPOSED, _WRITTEN, _OF_LANGUAGES = 1.0, 2.0, 8.0  # how often a sentence counts
_READ_AT_ONCE: Final = 512
# Long chats in English: with them it read other languages no better (of 60 in Italian 52, not 54, were asked about).
_OF_ENGLISH_ALONE: Final = ("chat_w",)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", nargs="+", default=[], metavar="AUTHOR")
    options = parser.parse_args()
    told, counts = sentences(options.without)
    fields = (NONE, *sorted({one.field for one in told} - {NONE}))
    reader = trained(told, counts, fields)
    if options.without:
        measure(reader, [one for one in authored(LANGUAGES) if one.line in options.without])
    else:
        write(reader, text_sha256(told))
        print(f"{len(told):,} sentences; {FILE.relative_to(PROJECT)}, {FILE.stat().st_size:,} bytes")


def sentences(without: Sequence[str] = ()) -> tuple[list[Example], list[float]]:
    """What to learn from, and how much each sentence counts."""
    parts = (
        (examples(), _COMPOSED),
        (authored(without=_OF_ENGLISH_ALONE), _WRITTEN),
        (authored(LANGUAGES, without=without), _OF_LANGUAGES),
    )
    return [one for some, _ in parts for one in some], [count for some, count in parts for _ in some]


def trained(told: Sequence[Example], counts: Sequence[float], fields: tuple[str, ...]) -> MultilingualReader:
    """The mean of networks that began at different weights: it errs less than each."""
    torch.set_num_threads(1)
    vectors = torch.from_numpy(_vectors([one.text for one in told])) * _LENGTH
    wanted = torch.tensor([fields.index(one.field) for one in told])
    networks = [_network(seed, vectors, wanted, torch.tensor(counts), len(fields)) for seed in _SEEDS]
    return _reader(networks, fields)


def _network(
    seed: int, vectors: torch.Tensor, wanted: torch.Tensor, weighed: torch.Tensor, fields: int
) -> torch.nn.Sequential:
    torch.manual_seed(seed)
    network = torch.nn.Sequential(
        torch.nn.Dropout(_DROPPED),
        torch.nn.Linear(vectors.shape[1], _WIDTH),
        torch.nn.ReLU(),
        torch.nn.Dropout(_DROPPED),
        torch.nn.Linear(_WIDTH, fields),
    )
    optimizer = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    steps = _EPOCHS * len(vectors) // _BATCH
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / _WARM_UP) * max(_LEAST_RATE, 1 - step / steps)
    )
    for _ in range(_EPOCHS):
        for batch in torch.split(torch.randperm(len(vectors)), _BATCH):
            each = torch.nn.functional.cross_entropy(
                network(vectors[batch]), wanted[batch], reduction="none", label_smoothing=_SMOOTHING
            )
            optimizer.zero_grad()
            loss: Any = (each * weighed[batch]).mean()
            loss.backward()
            optimizer.step()
            schedule.step()
    return network


def _vectors(texts: Sequence[str]) -> np.ndarray:
    return np.concatenate([vectors_of(texts[at : at + _READ_AT_ONCE]) for at in range(0, len(texts), _READ_AT_ONCE)])


def _reader(networks: Sequence[torch.nn.Sequential], fields: tuple[str, ...]) -> MultilingualReader:
    """The trained networks side by side as one, for unit vectors."""
    pairs = [[layer for layer in network if isinstance(layer, torch.nn.Linear)] for network in networks]
    hidden, hidden_bias, output, output_bias = (
        [getattr(pair[at], name).detach().numpy().T for pair in pairs]
        for at, name in ((0, "weight"), (0, "bias"), (1, "weight"), (1, "bias"))
    )
    return MultilingualReader(
        fields,
        np.concatenate(hidden, axis=1) * np.float32(_LENGTH),
        np.concatenate(hidden_bias),
        (np.concatenate(output) / len(pairs)).astype(np.float32),
        np.mean(output_bias, axis=0, dtype=np.float32),
        THRESHOLD,
    )


def write(reader: MultilingualReader, sha256: str) -> None:
    names = "hidden", "hidden_bias", "output", "output_bias"
    half = {name: getattr(reader, name).astype(np.float16) for name in names}
    np.savez_compressed(
        FILE,
        allow_pickle=False,
        fields=np.array(reader.fields),
        threshold=np.float32(reader.threshold),
        text_sha256=np.array(sha256),
        **half,
    )


def measure(reader: MultilingualReader, told: Sequence[Example]) -> None:
    thresholds = np.arange(0, 4.1, 0.5)
    print(f"{'':24}{'n':>5}  " + "".join(f"{threshold:7.1f}" for threshold in thresholds))
    for author in sorted({one.line for one in told}):
        for kind in ("plain", "harmless"):
            some = [one for one in told if one.line == author and (one.field == NONE) == (kind == "harmless")]
            odds = log_odds(reader.scores(_vectors([one.text for one in some])))
            shares = "".join(f"{np.mean(odds >= threshold):7.1%}" for threshold in thresholds)
            print(f"{author + ' ' + kind:24}{len(some):5}  {shares}")


if __name__ == "__main__":
    main()
