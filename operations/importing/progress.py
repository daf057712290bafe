"""The progress of an import in a file, so that an interrupted one can be resumed."""

import hashlib
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from operations.importing.records import Import


@dataclass
class Progress:
    """`done` records are finished; their outcomes are `counts`. It has no content. Without a path it is not saved."""

    path: Path | None = None
    done: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, source: Import, *destination: object, resume: bool) -> "Progress":
        """Return the progress of an interrupted import, if one is to be resumed and exists; else a new one."""
        path = Path(settings.DATA_DIR) / "imports" / f"{_fingerprint(source, *destination)}.json"
        if not resume or not path.exists():
            return cls(path)
        known: dict[str, Any] = json.loads(path.read_text())
        return cls(path, known["done"], Counter(known["counts"]))

    def advance(self, records: int, counts: Counter[str]) -> None:
        """Add committed records, and replace the file atomically."""
        self.done += records
        self.counts += counts
        if self.path is not None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = self.path.with_suffix(f".{os.getpid()}")
            draft.write_text(json.dumps({"done": self.done, "counts": self.counts}))
            draft.replace(self.path)

    def end(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _fingerprint(source: Import, *destination: object) -> str:
    """Return the id of an import: its source (a file by its content) and its destination."""
    digest = hashlib.sha256(repr((source.dsn, source.table, source.only, list(map(str, destination)))).encode())
    if source.file is not None:
        with source.file.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:32]
