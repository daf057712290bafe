"""The local cross-encoder of this process: loaded at its first use, and prepared first if necessary."""

import logging
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings

from providers.embedding import weights
from providers.embedding.files import DamagedFiles
from providers.embedding.preparation import Exporter, PreparationFailed, Progress, find_prepared, prepare_local
from providers.reranking.cross_encoder import CrossEncoder, Manifest

PAUSE_SECONDS = 60.0  # between two attempts to load a model that failed
Key = tuple[int, str, str]  # a forked child loads its own: its parent's threads do not exist in it
log = logging.getLogger(__name__)
_loaded: dict[Key, CrossEncoder] = {}
_failed_at: dict[Key, float] = {}  # by time.monotonic()
_loading = threading.Lock()

EXPORTER = Exporter(
    module="providers.reranking.export",
    runtime="fp32.1",  # increase the number when the export changes
    place="models/rerankers",
    checked_sha256=lambda _model, folder: weights.weights_sha256(folder),
    read=Manifest.read,
    load=lambda folder: CrossEncoder(folder, threads=1),
)


class RerankerUnavailable(RuntimeError):
    """The local reranker is being loaded, or cannot be; the log contains the reason."""


def prepare(model: str, progress: Progress) -> Path:
    """Return the folder of the prepared model. Raises RerankerUnavailable."""
    try:
        return prepare_local(model, progress, EXPORTER).folder
    except (PreparationFailed, OSError) as error:
        raise RerankerUnavailable(f"RERANK_MODEL={model} cannot be used: {error}") from error


def score(query: str, texts: Sequence[str], until: float) -> list[float]:
    """Raises RerankerUnavailable, and TimeoutError after `until` (by time.monotonic())."""
    return _cross_encoder(settings.RERANK_MODEL).score(query, texts, until)


def _cross_encoder(model: str) -> CrossEncoder:
    """Return the loaded model. Queries do not wait for a model that another one loads, or that failed just now."""
    key = os.getpid(), model, str(settings.DATA_DIR)
    if key in _loaded:
        return _loaded[key]
    if time.monotonic() < _failed_at.get(key, -PAUSE_SECONDS) + PAUSE_SECONDS or not _loading.acquire(blocking=False):
        raise RerankerUnavailable(f"RERANK_MODEL={model} is not ready.")
    try:
        _loaded[key] = _load(model)
    except (RerankerUnavailable, DamagedFiles) as problem:
        _failed_at[key] = time.monotonic()
        log.error("Answers keep their order for now. %s", problem)
        raise RerankerUnavailable(str(problem)) from problem
    finally:
        _loading.release()
    return _loaded[key]


def _load(model: str) -> CrossEncoder:
    """Load the prepared model, rebuilt from its weights if its files are damaged."""
    prepared = find_prepared(model, EXPORTER)
    folder = prepared.folder if prepared else prepare(model, log.info)
    try:
        return CrossEncoder(folder, threads=settings.EMBEDDING_THREADS)
    except DamagedFiles as damage:
        log.error("%s Preparing the reranker anew.", damage)
    return CrossEncoder(prepare(model, log.info), threads=settings.EMBEDDING_THREADS)
