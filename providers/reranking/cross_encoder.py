"""A prepared cross-encoder run by ONNX Runtime: pairs in, scores out. Independent of settings; never imports torch."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Encoding

from providers.embedding.files import ManifestFile, batches, encodable, load, padded


@dataclass(frozen=True, slots=True)
class Manifest(ManifestFile):
    """The file beside a prepared cross-encoder. `source` is the RERANK_MODEL that it was made from."""

    source: str
    name: str
    version: str
    max_tokens: int
    pad_id: int
    weights_sha256: str
    difference_to_original: float


class CrossEncoder:
    """Thread-safe. `threads` batches run at once, each on a thread of its own. Raises DamagedFiles."""

    def __init__(self, folder: Path, *, threads: int) -> None:
        self.manifest, self._tokenizer, self._session = load(Manifest, folder)
        self._tokenizer.enable_truncation(self.manifest.max_tokens)
        self._pool = ThreadPoolExecutor(threads, "cross-encoder")
        self._inputs = {item.name for item in self._session.get_inputs()}

    def score(self, query: str, texts: Sequence[str], until: float) -> list[float]:
        """Return the score of each text, in their order; in a pair longer than the model reads, the end of the longer
        text is cut off.

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
