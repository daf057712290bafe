"""A prepared cross-encoder run by ONNX Runtime: pairs in, scores out. Knows no settings, never imports torch."""

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import numpy as np
from tokenizers import Encoding

from providers.embedding.files import (
    MANIFEST_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    DamagedFiles,
    batches,
    encodable,
    load_tokenizer,
    open_session,
    padded,
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What lies beside a prepared cross-encoder. `source` is the RERANK_MODEL that it was made from."""

    source: str
    name: str
    version: str
    max_tokens: int
    pad_id: int
    weights_sha256: str
    difference_to_original: float

    @classmethod
    def read(cls, folder: Path) -> Self:
        return cls(**json.loads((folder / MANIFEST_FILE).read_text()))

    def write(self, folder: Path) -> None:
        (folder / MANIFEST_FILE).write_text(json.dumps(asdict(self), indent=2) + "\n")


class CrossEncoder:
    """Thread-safe. `threads` batches run at once, each on one thread of its own. Raises DamagedFiles."""

    def __init__(self, folder: Path, *, threads: int) -> None:
        try:
            self.manifest = Manifest.read(folder)
            self._tokenizer = load_tokenizer(folder / TOKENIZER_FILE)
            self._tokenizer.enable_truncation(self.manifest.max_tokens)
            self._session = open_session(folder / MODEL_FILE)
        except Exception as error:  # neither library has a class of its own for a file that it cannot read
            raise DamagedFiles(folder, error) from error
        self._pool = ThreadPoolExecutor(threads, "cross-encoder")
        self._inputs = {item.name for item in self._session.get_inputs()}

    def score(self, query: str, texts: Sequence[str], until: float) -> list[float]:
        """Of each text, in their order; a pair longer than the model reads loses the end of the longer one.

        Raises TimeoutError before the first batch that would begin after `until`, by time.monotonic().
        """
        pairs = self._tokenizer.encode_batch([(encodable(query), encodable(text)) for text in texts])
        by_length = list(batches([pair.ids for pair in pairs]))
        out = np.empty(len(pairs), np.float32)
        running = [self._pool.submit(self._run, [pairs[index] for index in batch], until) for batch in by_length]
        for batch, scores in zip(by_length, running, strict=True):
            out[batch] = scores.result()
        return [float(score) for score in out]

    def _run(self, pairs: Sequence[Encoding], until: float) -> np.ndarray:
        if time.monotonic() > until:
            raise TimeoutError
        feeds = {
            "input_ids": padded([pair.ids for pair in pairs], self.manifest.pad_id),
            "attention_mask": padded([pair.attention_mask for pair in pairs], 0),
            "token_type_ids": padded([pair.type_ids for pair in pairs], 0),
        }
        wanted = {name: array for name, array in feeds.items() if name in self._inputs}
        scores: np.ndarray = self._session.run(None, wanted)[0]
        return scores[:, 0]
