"""Bundled models that read texts for the gate, not for search.

They do not depend on the search model or its settings.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

import numpy as np
from django.conf import settings

from providers.embedding import weights
from providers.embedding.encoder import Manifest
from providers.embedding.local import EXPORTER, encoder
from providers.embedding.model_info import FloatArray
from providers.embedding.preparation import Exporter, Progress, find_prepared, prepare_local
from providers.embedding.vector_cache import VectorCache


class BundledEncoder:
    """A bundled model with the exporter that prepares it. Thread-safe."""

    def __init__(self, exporter: Exporter[Manifest]) -> None:
        self._exporter = exporter
        self._folders: dict[Path, Path] = {}  # by data folder
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    @classmethod
    def tuned_minilm(cls, layers: Path) -> Self:
        """MiniLM with its last layers replaced by those of a file (written by `scripts/train_reader.py`)."""
        sha256 = hashlib.sha256(layers.read_bytes()).hexdigest()
        return cls(
            replace(
                EXPORTER,
                runtime=f"{EXPORTER.runtime}.{sha256[:8]}",
                place="models/readers",
                checked_sha256=lambda _model, folder: weights.checked_bundled_sha256(folder),
                read=Manifest.read,
                model=weights.MINILM,
                layers=layers,
            )
        )

    @classmethod
    def universal(cls) -> Self:
        """The multilingual Universal Sentence Encoder: vectors [512] that agree across sixteen languages."""
        return cls(
            replace(
                EXPORTER,
                module="providers.embedding.export_universal",
                runtime="uint8.1",
                place="models/readers",
                checked_sha256=lambda _model, folder: weights.checked_universal_sha256(folder),
                read=Manifest.read,
                model=weights.UNIVERSAL,
            )
        )

    def prepare(self, progress: Progress) -> Path:
        """Return the folder of the prepared model; takes about 10 s if it has to be exported. Raises
        PreparationFailed."""
        return prepare_local(self._model, progress, self._exporter).folder

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Return unit vectors of at least one text, [len(texts), dimensions]; prepares the model at the first use.

        Recent vectors are cached: the gate reads the same sentence several times during a write. Raises
        PreparationFailed, ModelDamaged.
        """
        known = self._cache.get(texts)
        if new := [text for text in dict.fromkeys(texts) if text not in known]:
            vectors = encoder(self._folder(Path(settings.DATA_DIR)), self._exporter).embed(new)
            self._cache.add(new, vectors)
            known |= zip(new, vectors, strict=True)
        return np.stack([known[text] for text in texts])

    @property
    def _model(self) -> str:
        assert self._exporter.model
        return self._exporter.model

    def _folder(self, data_dir: Path) -> Path:
        if data_dir not in self._folders:
            found = find_prepared(self._model, self._exporter)
            self._folders[data_dir] = found.folder if found else self.prepare(lambda _line: None)
        return self._folders[data_dir]

    def _renew(self) -> None:
        """A lock that another thread held at a fork would never be released in the child."""
        self._cache = VectorCache()
