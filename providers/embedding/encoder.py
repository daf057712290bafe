"""A prepared model run by ONNX Runtime: tokens in, unit vectors out. Independent of settings; never imports torch."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from providers.embedding.files import ManifestFile, batches, encodable, load, padded
from providers.embedding.model_info import FloatArray, ModelInfo

WINDOW_OVERLAP = 0.15
# Set where other work needs the processors: batches then run one after the other.
is_sequential: ContextVar[bool] = ContextVar("is_sequential", default=False)


@dataclass(frozen=True, slots=True)
class Manifest(ManifestFile):
    """The file beside a prepared model. `source` is the EMBEDDING_MODEL that it was made from."""

    source: str
    name: str
    version: str
    dimensions: int
    max_tokens: int
    pad_id: int
    weights_sha256: str
    cosine_to_original: float
    query_prompt: str = ""
    passage_prompt: str = ""

    @property
    def model_info(self) -> ModelInfo:
        own = self.query_prompt, self.passage_prompt
        return ModelInfo(self.name, self.version, self.dimensions, self.max_tokens, True, *own)


class Encoder:
    """Thread-safe. Load it after a fork: threads do not survive one.

    `threads` batches run at once, each on a thread of its own. That is faster than splitting every operation among the
    threads, and a busy neighbouring process does not stall all of them. Raises DamagedFiles.
    """

    def __init__(self, folder: Path, *, threads: int) -> None:
        self.manifest, self._tokenizer, self._session = load(Manifest, folder)
        self._before, self._after = _special_ids(self._tokenizer)
        self._pool = ThreadPoolExecutor(threads, "embedding")
        self._inputs = {item.name for item in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return unit vectors, float32 [len(texts), dimensions].

        A text longer than the model reads is embedded as overlapping windows of equal length; their mean is normalised
        to length one (R9). A text without a single token gets the model's vector of the empty text.
        """
        windows = [self._windows(text) for text in texts]
        vectors = self._run([window for group in windows for window in group])
        if len(vectors) == len(texts):
            return vectors
        pooled = np.empty((len(texts), self.manifest.dimensions), np.float32)
        first = 0
        for row, group in enumerate(windows):
            pooled[row] = vectors[first : first + len(group)].mean(axis=0)
            first += len(group)
        return to_unit_length(pooled)

    def reads_whole(self, text: str) -> bool:
        """Whether one window contains the whole text."""
        return len(self._windows(text)) == 1

    def _windows(self, text: str) -> list[list[int]]:
        ids = self._tokenizer.encode(encodable(text), add_special_tokens=False).ids
        room = self.manifest.max_tokens - len(self._before) - len(self._after)
        return [[*self._before, *ids[start:end], *self._after] for start, end in window_spans(len(ids), room)]

    def _run(self, windows: Sequence[list[int]]) -> FloatArray:
        out = np.empty((len(windows), self.manifest.dimensions), np.float32)
        by_length = list(batches(windows))
        is_alone = len(by_length) == 1  # a query stays on the calling thread
        run = map if is_alone or is_sequential.get() else self._pool.map
        token_lists = [[windows[index] for index in batch] for batch in by_length]
        for batch, vectors in zip(by_length, run(self._run_batch, token_lists), strict=True):
            out[batch] = vectors
        return out

    def _run_batch(self, batch: Sequence[list[int]]) -> FloatArray:
        ids = padded(batch, self.manifest.pad_id)
        mask = padded([[1] * len(window) for window in batch], 0)
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {name: array for name, array in feeds.items() if name in self._inputs}
        vectors: FloatArray = self._session.run(None, wanted)[0]
        return to_unit_length(vectors)


def to_unit_length(vectors: FloatArray) -> FloatArray:
    unit: FloatArray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def window_spans(length: int, room: int) -> list[tuple[int, int]]:
    """Return start and end of the fewest windows of at most `room` tokens, equally long, overlapping by about 15 %."""
    if length <= room:
        return [(0, length)]
    step = room - int(room * WINDOW_OVERLAP)
    count = 1 + -(-(length - room) // step)
    starts = np.linspace(0, length - room, count).round().astype(int)
    return [(start, start + room) for start in starts.tolist()]


def _special_ids(tokenizer: Tokenizer) -> tuple[list[int], list[int]]:
    """Return the special ids that this tokenizer puts before and after a text."""
    whole = tokenizer.encode("a").ids
    bare = tokenizer.encode("a", add_special_tokens=False).ids
    start = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
    return whole[:start], whole[start + len(bare) :]
