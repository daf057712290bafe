"""Stores artifacts. Attaching one to a memory is a separate change, which passes the consent gate."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from mimetypes import guess_extension
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO
from uuid import UUID

from django.core.files import File
from django.core.files.storage import default_storage

from conversations.access import NotAllowed, UnknownPerson
from conversations.third_party_statements import as_words, fields_said, parts_of_address
from memories import limits
from memories.artifacts.contents import text_of
from memories.artifacts.drafts import ArtifactDraft, ArtifactReference, Upload
from memories.models import Artifact, Memory, Provenance
from memories.models.artifact import STORED_PREFIX
from providers.redaction import redact
from workspaces import scope, sensitivity
from workspaces.actors import Actor
from workspaces.models import Person, uuid7
from workspaces.namespaces import MEMORIES, person_id_of

PIECE_BYTES = 64 * 1024
IN_MEMORY_BYTES = 1024 * 1024


class ArtifactTooLarge(ValueError):
    """More than 25 MB (R7)."""


class DigestMismatch(ValueError):
    """The upload does not have the SHA-256 that was announced."""


class UnknownMemory(Exception):
    """The actor can see no such memory, or its scope is not at or below the artifact's."""


@dataclass(frozen=True, slots=True)
class _Received:
    file: IO[bytes]
    sha256: str
    size_bytes: int


def upload_artifact(*, upload: Upload, content: BinaryIO, actor: Actor, now: datetime) -> Artifact:
    """Store a file of at most 25 MB and its row; the same file in the same scope is stored once.

    The digest is taken while the file streams in. The file is written outside any scope, its row after it, so that a
    row never points to nothing. Raises ArtifactTooLarge, DigestMismatch, NotAllowed, UnknownPerson, UnknownMemory.
    """
    with _receive(content, upload.sha256) as received:
        with scope.enter(actor.workspace_id):
            _check(upload, actor, now)
            same = (
                Artifact.objects.visible_to(actor, now=now)
                .filter(namespace_path=upload.namespace_path, sha256=received.sha256)
                .filter(storage_uri__startswith=STORED_PREFIX)
                .first()
            )
        if same is not None:
            return same
        row = _row(upload, actor, now, sha256=received.sha256, size_bytes=received.size_bytes)
        row.states = _stated_fields(row, received.file)
        row.storage_uri = default_storage.save(_path(row, upload.memory_id, actor), File(received.file))
    with _deleted_on_error(row.storage_uri):
        return _save(row, actor, now)


def reference_artifact(*, reference: ArtifactReference, actor: Actor, now: datetime) -> Artifact:
    """Store a reference to a file elsewhere, each once. Raises NotAllowed, UnknownPerson."""
    with scope.enter(actor.workspace_id):
        _check(reference, actor, now)
        address = {"sha256": reference.sha256, "storage_uri": reference.storage_uri}
        there = Artifact.objects.filter(namespace_path=reference.namespace_path, **address)
        same, is_taken = there.visible_to(actor, now=now).first(), there.exists()
    row = _row(reference, actor, now, size_bytes=reference.size_bytes, **address)
    row.apart = str(row.id) if is_taken else ""
    row.states = _stated_fields(row)
    return same or _save(row, actor, now)


@contextmanager
def _receive(content: BinaryIO, wanted: str | None) -> Iterator[_Received]:
    digest, size = hashlib.sha256(), 0
    with SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as file:
        while piece := content.read(PIECE_BYTES):
            size += len(piece)
            if size > limits.ARTIFACT_BYTES:
                raise ArtifactTooLarge(f"An artifact may have at most {limits.ARTIFACT_BYTES // 1024**2} MB.")
            digest.update(piece)
            file.write(piece)
        if wanted is not None and digest.hexdigest() != wanted:
            raise DigestMismatch("The file does not have the SHA-256 that was given.")
        file.seek(0)
        yield _Received(file, digest.hexdigest(), size)


def _stated_fields(row: Artifact, file: IO[bytes] | None = None) -> list[str]:
    """Return the sensitive fields that a person's file and its name state; none for a shared file."""
    if row.person_id is None:
        return []
    names = [row.name, row.artifact_type, row.content_type.rpartition("/")[2], *row.namespace_path.split("/")[2:]]
    address = [] if row.is_stored else parts_of_address(row.storage_uri)
    return fields_said([*([text_of(file)] if file else []), *map(as_words, [*names, *address])])


def _check(draft: ArtifactDraft, actor: Actor, now: datetime) -> None:
    """Raise unless the actor may write in the scope, at that sensitivity, and the memory named lies there."""
    person_id = person_id_of(draft.scope)
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path=draft.namespace_path, now=now)
    if ceiling is None or ceiling < sensitivity.rank(draft.sensitivity):
        raise NotAllowed("No grant lets you keep an artifact there.")
    if draft.scope[0] == MEMORIES and (person_id is None or not Person.objects.filter(id=person_id).exists()):
        raise UnknownPerson
    if isinstance(draft, Upload) and draft.memory_id is not None:
        seen = Memory.objects.visible_to(actor, now=now).under(draft.namespace_path)
        if not seen.filter(id=draft.memory_id).exists():
            raise UnknownMemory


def _row(draft: ArtifactDraft, actor: Actor, now: datetime, **fields: object) -> Artifact:
    return Artifact(
        id=uuid7(),
        workspace_id=actor.workspace_id,
        person_id=person_id_of(draft.scope),
        namespace_path=draft.namespace_path,
        artifact_type=draft.artifact_type,
        content_type=draft.content_type,
        name=redact(draft.name).text,
        sensitivity=draft.sensitivity,
        created_by=actor.label[:128],
        agent_id=actor.id if actor.is_agent else None,
        created_at=now,
        **fields,
    )


def _path(row: Artifact, memory_id: UUID | None, actor: Actor) -> str:
    """Return the storage path with 004's prefix, by which the files of a workspace or a memory are deleted or exported.

    Without the file's name, which readers of the address may not know entirely (R31).
    """
    folder = f"memories/{memory_id}" if memory_id else "artifacts"
    suffix = guess_extension(row.content_type) or ""
    return f"{STORED_PREFIX}{actor.workspace_id}/{folder}/{row.id}/file{suffix}"


def _save(row: Artifact, actor: Actor, now: datetime) -> Artifact:
    with scope.enter(actor.workspace_id):
        if row.person_id and not Person.objects.hold([row.person_id]):
            raise UnknownPerson
        row.save(force_insert=True)
        Provenance.objects.create(
            artifact=row, source_identity=actor.label[:128], source_event=f"artifact:{row.id}", created_at=now
        )
    return row


@contextmanager
def _deleted_on_error(name: str) -> Iterator[None]:
    """Delete the file if its row cannot be written."""
    try:
        yield
    except BaseException:
        default_storage.delete(name)
        raise
