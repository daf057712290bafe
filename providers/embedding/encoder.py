"""A prepared model run by ONNX Runtime: tokens in, unit vectors out. Knows nothing of settings, never imports torch."""

import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from providers.embedding.model_info import FloatArray, ModelInfo

MODEL_FILE, TOKENIZER_FILE, MANIFEST_FILE = "model.onnx", "tokenizer.json", "manifest.json"
BATCH_TOKENS = 512  # padding included; larger batches are no faster on a CPU and cost memory
WINDOW_OVERLAP = 0.15

IdArray = npt.NDArray[np.int64]
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What lies beside a prepared model. `source` is the EMBEDDING_MODEL that it was made from."""

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

    @classmethod
    def read(cls, folder: Path) -> Self:
        return cls(**json.loads((folder / MANIFEST_FILE).read_text()))

    def write(self, folder: Path) -> None:
        (folder / MANIFEST_FILE).write_text(json.dumps(asdict(self), indent=2) + "\n")

    @property
    def model_info(self) -> ModelInfo:
        own = self.query_prompt, self.passage_prompt
        return ModelInfo(self.name, self.version, self.dimensions, self.max_tokens, True, *own)


class DamagedFiles(RuntimeError):
    """A prepared model's files are cut short, empty, changed or gone."""

    def __init__(self, folder: Path, error: Exception) -> None:
        super().__init__(f"The files in {folder} cannot be read ({type(error).__name__}).")


def load_tokenizer(file: Path) -> Tokenizer:
    """A tokenizer that neither truncates nor pads, and reads "[SEP]" in a text as the five characters it is."""
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer


def encodable(text: str) -> str:
    """The text with each lone surrogate replaced by U+FFFD, which UTF-8 can carry; offsets stay as they are."""
    return _SURROGATES.sub("\ufffd", text)


class Encoder:
    """Thread-safe. Load it after a fork: threads do not survive one.

    `threads` batches run at once, each on one thread of its own. That is faster than splitting every operation among
    the threads, and a neighbour that needs a core does not stall all of them. Raises DamagedFiles.
    """

    def __init__(self, folder: Path, *, threads: int) -> None:
        try:
            self.manifest = Manifest.read(folder)
            self._tokenizer = load_tokenizer(folder / TOKENIZER_FILE)
            self._session = _open_session(folder / MODEL_FILE)
        except Exception as error:  # neither library has a class of its own for a file that it cannot read
            raise DamagedFiles(folder, error) from error
        self._before, self._after = _special_ids(self._tokenizer)
        self._pool = ThreadPoolExecutor(threads, "embedding")
        self._inputs = {item.name for item in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Unit vectors, float32 [len(texts), dimensions].

        A text longer than the model reads is embedded as overlapping windows of equal length, whose mean is taken
        and brought back to length one (R9). A text without a single token gets the model's vector of nothing.
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
        """Whether one window holds the text."""
        return len(self._windows(text)) == 1

    def _windows(self, text: str) -> list[list[int]]:
        ids = self._tokenizer.encode(encodable(text), add_special_tokens=False).ids
        room = self.manifest.max_tokens - len(self._before) - len(self._after)
        return [[*self._before, *ids[start:end], *self._after] for start, end in window_spans(len(ids), room)]

    def _run(self, windows: Sequence[list[int]]) -> FloatArray:
        out = np.empty((len(windows), self.manifest.dimensions), np.float32)
        batches = list(_batches(windows))
        run = map if len(batches) == 1 else self._pool.map  # a query alone is not handed over
        token_lists = [[windows[index] for index in batch] for batch in batches]
        for batch, vectors in zip(batches, run(self._run_batch, token_lists), strict=True):
            out[batch] = vectors
        return out

    def _run_batch(self, batch: Sequence[list[int]]) -> FloatArray:
        shape = len(batch), max(len(ids) for ids in batch)
        ids: IdArray = np.full(shape, self.manifest.pad_id, np.int64)
        mask: IdArray = np.zeros(shape, np.int64)
        for row, window in enumerate(batch):
            ids[row, : len(window)] = window
            mask[row, : len(window)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {name: array for name, array in feeds.items() if name in self._inputs}
        vectors: FloatArray = self._session.run(None, wanted)[0]
        return to_unit_length(vectors)


def to_unit_length(vectors: FloatArray) -> FloatArray:
    unit: FloatArray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def window_spans(length: int, room: int) -> list[tuple[int, int]]:
    """Start and end of the fewest windows of at most `room` tokens, equally long, overlapping by about 15 %."""
    if length <= room:
        return [(0, length)]
    step = room - int(room * WINDOW_OVERLAP)
    count = 1 + -(-(length - room) // step)
    starts = np.linspace(0, length - room, count).round().astype(int)
    return [(start, start + room) for start in starts.tolist()]


def _batches(windows: Sequence[list[int]]) -> Iterator[list[int]]:
    """Indices by rising length, cut so that no batch holds more than BATCH_TOKENS with its padding."""
    batch: list[int] = []
    for index in sorted(range(len(windows)), key=lambda i: len(windows[i])):
        if batch and (len(batch) + 1) * len(windows[index]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def _special_ids(tokenizer: Tokenizer) -> tuple[list[int], list[int]]:
    """The ids that this tokenizer puts before and after a text."""
    whole = tokenizer.encode("a").ids
    bare = tokenizer.encode("a", add_special_tokens=False).ids
    start = next(i for i in range(len(whole)) if whole[i : i + len(bare)] == bare)
    return whole[:start], whole[start + len(bare) :]


def _open_session(file: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
