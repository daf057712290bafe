"""Models that come in a wheel and read texts for the gate rather than search them.

The same whatever model searches: settings of the search model do not touch them.
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
from providers.embedding.remembered import RememberedVectors


class BundledEncoder:
    """A bundled model by the exporter that makes it ready. Thread-safe."""

    def __init__(self, exporter: Exporter[Manifest]) -> None:
        self._exporter = exporter
        self._folders: dict[Path, Path] = {}  # by data folder
        self._renew()
        os.register_at_fork(after_in_child=self._renew)

    @classmethod
    def tuned_minilm(cls, layers: Path) -> Self:
        """MiniLM with the last layers of a file (written by `scripts/train_reader.py`) in place of its own."""
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
        """The folder of the prepared model; about 10 s where it was not there. Raises PreparationFailed."""
        return prepare_local(self._model, progress, self._exporter).folder

    def embed(self, texts: Sequence[str]) -> FloatArray:
        """Unit vectors of one text or more, [len(texts), dimensions]; prepared at the first use.

        They are remembered for a while: the gate reads the same sentence several times on the way of a write. Raises
        PreparationFailed, ModelDamaged.
        """
        known = self._remembered.of(texts)
        if new := [text for text in dict.fromkeys(texts) if text not in known]:
            vectors = encoder(self._folder(Path(settings.DATA_DIR)), self._exporter).embed(new)
            self._remembered.add(new, vectors)
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
        self._remembered = RememberedVectors()
