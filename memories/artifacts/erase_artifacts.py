"""Erases files, by their prefix or with the memories that they are evidence of (004)."""

from collections.abc import Sequence
from uuid import UUID

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from memories.models import Artifact, ArtifactLink, Memory
from memories.models.artifact import STORED_PREFIX
from workspaces import scope


def delete_workspace_files(workspace_id: UUID) -> int:
    """Delete every stored file of a workspace, by its prefix; return their number. Outside any scope."""
    return _delete_below(_folder(workspace_id))


def erase_with_memories(memory_ids: Sequence[UUID]) -> int:
    """Erase the artifacts that are evidence of these memories only, or were uploaded for them and are unattached.

    Return their number. Inside the scope; their files are deleted after the commit.
    """
    links = ArtifactLink.objects.filter(artifact=OuterRef("pk"))
    theirs = Q(Exists(links.filter(memory_id__in=memory_ids)))
    for memory_id in memory_ids:
        theirs |= Q(storage_uri__startswith=f"{_folder(scope.current_workspace_id())}/memories/{memory_id}/")
    elsewhere = Exists(links.exclude(memory_id__in=memory_ids))
    return _erase(list(Artifact.objects.filter(theirs, ~elsewhere)))


def erase_of_workspace(workspace_id: UUID) -> tuple[int, int]:
    """Erase all artifacts of a workspace, then every file below its prefix; return the numbers of rows and files.

    Rows go first, so that none refers to a missing file. Outside any scope.
    """
    with scope.enter(workspace_id):
        rows = Artifact.objects.count()
        Artifact.objects.all().delete()
    return rows, delete_workspace_files(workspace_id)


def sweep_files(*, workspace_id: UUID) -> int:
    """Delete the files that an interrupted purge left behind; return their number.

    These are in the folders of purged memories, except files whose artifact is another memory's evidence too. Outside
    any scope: listing a storage may be a network call.
    """
    folder = f"{_folder(workspace_id)}/memories"
    named = {name: _as_id(name) for name in _subfolders(folder)}
    with scope.enter(workspace_id):
        memories = Memory.objects.filter(id__in=[one for one in named.values() if one])
        known = set(memories.values_list("id", flat=True))
        gone = [name for name, memory_id in named.items() if memory_id and memory_id not in known]
        kept = {name for name in gone if Artifact.objects.filter(storage_uri__startswith=f"{folder}/{name}/").exists()}
    return sum(_delete_below(f"{folder}/{name}") for name in gone if name not in kept)


def erase_of_person(person_id: UUID) -> int:
    """Erase every artifact about a person; return their number. Inside the scope; files go after the commit."""
    return _erase(list(Artifact.objects.filter(person_id=person_id)))


def erase_unattached(artifact_id: UUID) -> int:
    """Erase an artifact unless it is evidence of a memory; return the number. Inside the scope."""
    links = ArtifactLink.objects.filter(artifact=OuterRef("pk"))
    return _erase(list(Artifact.objects.filter(~Exists(links), id=artifact_id)))


def _erase(artifacts: Sequence[Artifact]) -> int:
    names = [artifact.storage_uri for artifact in artifacts if artifact.is_stored]
    Artifact.objects.filter(id__in=[artifact.id for artifact in artifacts]).delete()
    transaction.on_commit(lambda: _delete_files(names))
    return len(artifacts)


def _delete_files(names: Sequence[str]) -> None:
    for name in names:
        default_storage.delete(name)


def _folder(workspace_id: UUID) -> str:
    return f"{STORED_PREFIX}{workspace_id}"


def _as_id(name: str) -> UUID | None:
    try:
        return UUID(name)
    except ValueError:
        return None


def _subfolders(folder: str) -> list[str]:
    try:
        folders, _ = default_storage.listdir(folder)
    except FileNotFoundError:
        return []
    return [name for name in folders if name]


def _delete_below(folder: str) -> int:
    """Delete all files below a folder, and the folders too if the storage has any; return the number of files."""
    try:
        folders, names = default_storage.listdir(folder)
    except FileNotFoundError:
        return 0
    deleted = sum(_delete_below(f"{folder}/{inner}") for inner in folders if inner)
    _delete_files([f"{folder}/{name}" for name in names if name])
    default_storage.delete(folder)
    return deleted + len([name for name in names if name])
