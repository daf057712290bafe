"""One backup: a folder that appears whole, with a manifest of checksums."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyrage
from django.conf import settings
from django.core.files import File
from django.core.files.storage import Storage, default_storage
from django.core.management import call_command
from django.utils import timezone

from memory_project.backups import database
from memory_project.backups.database import BackupFailed
from operations.privacy.erasure_log import log_file, note_erasures, read_erasures
from operations.privacy.repeat_erasure import repeat_erasure
from workspaces.models import Workspace

PREFIX, STAMP = "memory-", "%Y%m%dT%H%M%SZ"
MANIFEST, DUMP, ARTIFACTS, SEALS, KEYS = "manifest.json", "database.dump", "artifacts", "seals", "keys.age"
FORMAT = 1


def create_backup(target: Path, *, passphrase: str = "") -> Path:
    """Write a backup below `target` and return its folder.

    Seals come before the database and artifacts after it: what the dump refers to is there. With a passphrase the keys
    are added, encrypted by it in age's format. Raises BackupFailed.
    """
    name = f"{PREFIX}{timezone.now().strftime(STAMP)}"
    draft = target / f".{name}"
    draft.mkdir(mode=0o700, parents=True)
    try:
        for workspace_id in Workspace.objects.values_list("id", flat=True):
            note_erasures(workspace_id=workspace_id)
        if Path(settings.SEAL_DIR).exists():
            shutil.copytree(settings.SEAL_DIR, draft / SEALS)
        database.dump(draft / DUMP)
        _copy_artifacts(default_storage, draft / ARTIFACTS)
        if passphrase:
            keys = {"SECRET_KEY": settings.SECRET_KEY, "SEAL_KEY": settings.SEAL_KEY}
            (draft / KEYS).write_bytes(pyrage.passphrase.encrypt(json.dumps(keys).encode(), passphrase))
        _write_manifest(draft)
        return draft.rename(target / name)
    except BaseException:
        shutil.rmtree(draft)
        raise


def restore_backup(source: Path, *, passphrase: str = "", erasures: Path | None = None) -> int:
    """Fill an empty database, and the folders of files and seals, from a backup; returns how many people it erased.

    They are those whom this installation's log of erasures, `erasures` or the backup's own name, with all that was in
    erased workspaces: they were erased after the dump was made. Raises BackupFailed, before anything is changed where a
    file is missing or damaged.
    """
    check_whole(source)
    keys = _keys(source, passphrase)
    database.restore(source / DUMP)
    call_command("migrate", interactive=False, verbosity=0)
    for path in _files(source / ARTIFACTS):
        name = path.relative_to(source / ARTIFACTS).as_posix()
        if not default_storage.exists(name):
            with path.open("rb") as content:
                default_storage.save(name, File(content))
    logs = [log_file(), source / SEALS / log_file().name, *([erasures] if erasures else [])]
    erased = sum(repeat_erasure(each, now=timezone.now()) for path in logs for each in read_erasures(path))
    _restore_seals(source / SEALS)
    for name, value in keys.items():
        path = settings.DATA_DIR / f"{name.lower().replace('_', '.')}"
        path.write_text(value)
        path.chmod(0o600)
        setattr(settings, name, value)  # this process verifies by them, too
    return erased


def check_whole(source: Path) -> None:
    """Compare every file with the manifest. Raises BackupFailed."""
    try:
        manifest = json.loads((source / MANIFEST).read_text())
    except (OSError, ValueError) as problem:
        raise BackupFailed(f"{source} is no backup: its {MANIFEST} cannot be read.") from problem
    if manifest["format"] != FORMAT:
        raise BackupFailed(f"{source} has format {manifest['format']}; this version reads {FORMAT}.")
    for name, digest in manifest["sha256"].items():
        path = source / name
        if not path.exists() or _sha256(path) != digest:
            raise BackupFailed(f"{path} is missing or damaged.")


def backups(target: Path) -> list[Path]:
    """The whole ones, oldest first."""
    return sorted(path for path in target.glob(f"{PREFIX}*") if (path / MANIFEST).exists())


def prune_backups(target: Path, *, keep: int) -> int:
    """Delete all but the newest `keep`."""
    outdated = backups(target)[:-keep]
    for path in outdated:
        shutil.rmtree(path)
    return len(outdated)


def _copy_artifacts(storage: Storage, target: Path, folder: str = "") -> None:
    folders, files = storage.listdir(folder) if folder or storage.exists("") else ([], [])
    for name in files:
        path = target / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with storage.open(f"{folder}/{name}".lstrip("/")) as content, path.open("wb") as copy:
            shutil.copyfileobj(content, copy)
    for name in folders:
        _copy_artifacts(storage, target, f"{folder}/{name}".lstrip("/"))


def _restore_seals(source: Path) -> None:
    folder = Path(settings.SEAL_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in _files(source):
        if not (folder / path.name).exists():
            shutil.copy2(path, folder / path.name)


def _keys(source: Path, passphrase: str) -> dict[str, str]:
    if not passphrase:
        return {}
    try:
        keys: dict[str, str] = json.loads(pyrage.passphrase.decrypt((source / KEYS).read_bytes(), passphrase))
    except FileNotFoundError as problem:
        raise BackupFailed(f"{source} has no keys: it was made without a passphrase.") from problem
    except pyrage.DecryptError as problem:
        raise BackupFailed("The passphrase does not open the keys.") from problem
    return keys


def _write_manifest(folder: Path) -> None:
    digests = {path.relative_to(folder).as_posix(): _sha256(path) for path in _files(folder)}
    manifest = {"format": FORMAT, "created_at": timezone.now().isoformat(), "sha256": digests}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
