"""Shared by both kinds of local models: files, tokens, batches, the ONNX Runtime session."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

MODEL_FILE, TOKENIZER_FILE, MANIFEST_FILE = "model.onnx", "tokenizer.json", "manifest.json"
BATCH_TOKENS = 512  # including padding; larger batches are no faster on a CPU and cost memory

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

M = TypeVar("M", bound="ManifestFile")
IdArray = npt.NDArray[np.int64]
_SURROGATES = re.compile("[\ud800-\udfff]")


class DamagedFiles(RuntimeError):
    """A prepared model's files are truncated, empty, changed or missing."""

    def __init__(self, folder: Path, error: Exception) -> None:
        super().__init__(f"The files in {folder} cannot be read ({type(error).__name__}).")


class ManifestFile:
    """The file beside a prepared model; each kind is a dataclass of its own."""

    __slots__ = ()

    @classmethod
    def read(cls, folder: Path) -> Self:
        return cls(**json.loads((folder / MANIFEST_FILE).read_text()))

    def write(self: "DataclassInstance", folder: Path) -> None:
        (folder / MANIFEST_FILE).write_text(json.dumps(asdict(self), indent=2) + "\n")


def load(kind: type[M], folder: Path) -> tuple[M, Tokenizer, Any]:
    """Load manifest, tokenizer and session of a prepared model. Raises DamagedFiles."""
    try:
        return kind.read(folder), load_tokenizer(folder / TOKENIZER_FILE), open_session(folder / MODEL_FILE)
    except Exception as error:  # neither library has a class of its own for an unreadable file
        raise DamagedFiles(folder, error) from error


def load_tokenizer(file: Path) -> Tokenizer:
    """Load a tokenizer that neither truncates nor pads, and that reads "[SEP]" in a text as plain characters."""
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return tokenizer


def encodable(text: str) -> str:
    """Return the text with each lone surrogate replaced by U+FFFD, which UTF-8 can encode; offsets stay the same."""
    return _SURROGATES.sub("\ufffd", text)


def open_session(file: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def batches(token_lists: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield indices by increasing length, so that no batch exceeds BATCH_TOKENS including padding."""
    batch: list[int] = []
    for index in sorted(range(len(token_lists)), key=lambda i: len(token_lists[i])):
        if batch and (len(batch) + 1) * len(token_lists[index]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def padded(token_lists: Sequence[Sequence[int]], filler: int) -> IdArray:
    """Return one row for each list, padded on the right."""
    rows: IdArray = np.full((len(token_lists), max(map(len, token_lists))), filler, np.int64)
    for row, tokens in zip(rows, token_lists, strict=True):
        row[: len(tokens)] = tokens
    return rows
