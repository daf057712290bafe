"""Everything of a workspace as one ZIP archive: JSON lines, files, and a signed manifest of checksums.

| in the archive | what it holds |
|---|---|
| `<section>.jsonl` | one JSON object a line, for each of `WORKSPACE_SECTIONS` |
| `artifacts/<id>` | the file of each artifact that is stored here |
| `manifest.json` | format, origin, and of each of these its SHA-256 and its number of lines |
| `manifest.sig` | Ed25519 signature over the manifest's bytes by SEAL_KEY, hexadecimal |
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.files.storage import default_storage

from memories.maintenance.person import record_export
from memories.models import Artifact
from memories.models.artifact import STORED_PREFIX
from memories.sealing import keys
from operations.privacy.export_rows import Reader
from operations.privacy.export_sections import Section
from operations.privacy.person_export import batches, encoded
from operations.privacy.workspace_sections import WORKSPACE_SECTIONS
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Workspace

FORMAT = "memory-server/workspace"
FORMAT_VERSION = 1
MANIFEST, SIGNATURE, ARTIFACTS, LINES = "manifest.json", "manifest.sig", "artifacts/", ".jsonl"
PIECE = 1024 * 1024


def write_workspace_export(file: IO[bytes], *, actor: Actor, now: datetime) -> dict[str, int]:
    """Write all that is stored in the actor's workspace and record who took it; returns how many rows of each section.

    Agents' keys, vectors and what else derives from the texts are left out. Each batch has a scope of its own: of an
    open workspace, rows that are written meanwhile may be missing. Hand the file out only after this has returned. Call
    it outside any scope.
    """
    assert not actor.is_agent, "agents see what grants show them"
    workspace = Workspace.objects.get(id=actor.workspace_id)
    reader = Reader(actor, None, now)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        written = _Written(archive)
        counts = {
            section.name: written.add(section.name + LINES, _lines(section, reader)) for section in WORKSPACE_SECTIONS
        }
        for name, storage_uri in _stored(actor):
            written.add(ARTIFACTS + name, _pieces(storage_uri))
        manifest = _manifest(workspace, written, counts, now)
        archive.writestr(MANIFEST, manifest)
        archive.writestr(SIGNATURE, keys.sign(manifest))
    with scope.enter(workspace.id):
        record_export(person_id=None, rows=sum(counts.values()), actor=actor, now=now)
    return counts


@dataclass(slots=True)
class _Written:
    """What is in the archive so far: checksums by name."""

    archive: ZipFile
    sha256: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, pieces: Iterator[bytes]) -> int:
        """Add a file of these pieces; returns how many they were."""
        digest, count = hashlib.sha256(), 0
        with self.archive.open(name, "w", force_zip64=True) as entry:
            for count, piece in enumerate(pieces, 1):  # noqa: B007 -- the last one is the number
                digest.update(piece)
                entry.write(piece)
        self.sha256[name] = digest.hexdigest()
        return count


def _manifest(workspace: Workspace, written: _Written, counts: dict[str, int], now: datetime) -> bytes:
    manifest = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "exported_at": now.isoformat(),
        "origin": {"workspace_id": str(workspace.id), "public_key": keys.public_key()},
        "name": workspace.name,
        "rows": counts,
        "sha256": written.sha256,
    }
    return json.dumps(manifest, indent=1).encode()


def _lines(section: Section, reader: Reader) -> Iterator[bytes]:
    return (encoded(row) + b"\n" for batch in batches(section, reader) for row in batch)


def _stored(actor: Actor) -> list[tuple[str, str]]:
    with scope.enter(actor.workspace_id):
        rows = Artifact.objects.filter(storage_uri__startswith=STORED_PREFIX).order_by("id")
        return [(str(artifact_id), uri) for artifact_id, uri in rows.values_list("id", "storage_uri")]


def _pieces(storage_uri: str) -> Iterator[bytes]:
    with default_storage.open(storage_uri) as content:
        while piece := content.read(PIECE):
            yield piece
