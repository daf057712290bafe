"""Whether a workspace's export is whole and what its server sealed: the file and the public key are enough."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from memories.sealing import keys
from operations.privacy.export_proof import UnprovedExport, prove
from operations.privacy.workspace_export import ARTIFACTS, FORMAT, FORMAT_VERSION, LINES, MANIFEST, PIECE, SIGNATURE

PROVED = ("seals", "history", "memories", "facts", "proposals")


@dataclass(frozen=True, slots=True)
class VerifiedExport:
    """How much was checked; `waiting` rows of the history were not sealed yet, so nothing proves what they say."""

    workspace_id: str
    rows: int
    files: int
    history: int
    waiting: int


@dataclass(frozen=True, slots=True)
class _Section:
    """The lines of a section, read anew each time: an export may be larger than the memory."""

    archive: ZipFile
    name: str

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with self.archive.open(self.name + LINES) as lines:
            for line in lines:
                yield json.loads(line)


def verify_workspace_export(path: Path, *, trusted: Sequence[str]) -> VerifiedExport:
    """Check the manifest's signature, every checksum, every seal, and what the seals cover; `trusted` are public keys.

    Raises UnprovedExport with the first thing that does not hold.
    """
    try:
        with ZipFile(path) as archive:
            return _verified(archive, trusted)
    except (BadZipFile, OSError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, UnprovedExport):
            raise
        raise UnprovedExport(f"{path} is no export of a workspace, or damaged: {error}") from error


def _verified(archive: ZipFile, trusted: Sequence[str]) -> VerifiedExport:
    content = archive.read(MANIFEST)
    if not any(keys.verifies(key, content, archive.read(SIGNATURE).decode()) for key in trusted):
        raise UnprovedExport("The manifest is not signed by a key that you trust.")
    manifest = json.loads(content)
    if (manifest["format"], manifest["format_version"]) != (FORMAT, FORMAT_VERSION):
        raise UnprovedExport(f"That is no export of version {FORMAT_VERSION}.")
    _check_files(archive, manifest["sha256"])
    document = {"origin": manifest["origin"]} | {name: _Section(archive, name) for name in PROVED}
    proof = prove(document, trusted=trusted, may_wait=True)
    return VerifiedExport(
        workspace_id=manifest["origin"]["workspace_id"],
        rows=sum(manifest["rows"].values()),
        files=sum(name.startswith(ARTIFACTS) for name in manifest["sha256"]),
        history=len(proof.sealed),
        waiting=len(proof.waiting),
    )


def _check_files(archive: ZipFile, sha256: dict[str, str]) -> None:
    if set(archive.namelist()) != {*sha256, MANIFEST, SIGNATURE}:
        raise UnprovedExport("The archive has other files than its manifest names.")
    for name, wanted in sha256.items():
        digest = hashlib.sha256()
        with archive.open(name) as content:
            while piece := content.read(PIECE):
                digest.update(piece)
        if digest.hexdigest() != wanted:
            raise UnprovedExport(f"{name} is not what was exported.")
