"""One backup: a folder that appears whole, with a manifest of checksums."""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pyrage
from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.utils import timezone

from memories.sources.drafts import STORED_PREFIX
from memory_project.backups import database
from memory_project.backups.database import BackupFailed
from memory_project.backups.drafts import drafted, fetched
from operations.backup_places import MANIFEST, PREFIX, STAMP, files_below
from operations.privacy.erasure_log import log_file, note_erasures, read_erasures
from operations.privacy.repeat_erasure import repeat_erasure
from workspaces.models import Workspace

DUMP, ARTIFACTS, SEALS, KEYS = "database.dump", "artifacts", "seals", "keys.age"
FORMAT = 1


def create_backup(target: str, *, passphrase: str = "") -> str:
    """Write a backup below `target`, a folder or `s3://bucket/folder`, and return its own address.

    Seals come before the database, which proves later ones. The log of erasures comes after it, and so do
    artifacts: what the dump refers to is there. With a passphrase the keys are added, encrypted by it in age's format.
    Raises BackupFailed.
    """
    name = f"{PREFIX}{timezone.now().strftime(STAMP)}"
    with drafted(target, name) as draft:
        _copy_seals(draft / SEALS)
        database.dump(draft / DUMP)
        _copy_erasures(draft / SEALS)
        _copy_artifacts(draft / ARTIFACTS)
        if passphrase:
            keys = {"SECRET_KEY": settings.SECRET_KEY, "SEAL_KEY": settings.SEAL_KEY}
            (draft / KEYS).write_bytes(pyrage.passphrase.encrypt(json.dumps(keys).encode(), passphrase))
        _write_manifest(draft)
    return f"{target.rstrip('/')}/{name}"


def restore_backup(source: str, *, passphrase: str = "", erasures: Path | None = None) -> int:
    """Fill an empty database, and the folders of files and seals, from a backup; returns how many people it erased.

    They are those whom this installation's log of erasures, `erasures` or the backup's own name, with all that was in
    erased workspaces: they were erased after the dump was made. Raises BackupFailed, before anything is changed where a
    file is missing or damaged.
    """
    with fetched(source) as folder:
        check_whole(folder)
        keys = _keys(folder, passphrase)
        database.restore(folder / DUMP)
        call_command("migrate", interactive=False, verbosity=0)
        _restore_artifacts(folder / ARTIFACTS)
        erased = repeat_erasures(log_file(), folder / SEALS / log_file().name, *([erasures] if erasures else []))
        _restore_seals(folder / SEALS)
    _restore_keys(keys)
    return erased


def repeat_erasures(*logs: Path) -> int:
    """Erase whom these logs name and the database still has; returns how many people."""
    return sum(repeat_erasure(each, now=timezone.now()) for path in logs for each in read_erasures(path))


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


def _copy_seals(target: Path) -> None:
    target.mkdir()
    for path in Path(settings.SEAL_DIR).glob("*.jsonl"):
        _copy_lines(path, target / path.name)


def _copy_erasures(target: Path) -> None:
    for workspace_id in Workspace.objects.values_list("id", flat=True):
        note_erasures(workspace_id=workspace_id)
    if log_file().exists():
        _copy_lines(log_file(), target / log_file().name)


def _copy_lines(source: Path, target: Path) -> None:
    """Whole lines only: another one may just be written."""
    lines, end, _ = source.read_bytes().rpartition(b"\n")
    target.write_bytes(lines + end)


def _copy_artifacts(target: Path) -> None:
    for name in files_below(default_storage, STORED_PREFIX.rstrip("/")):
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # One that was deleted meanwhile is missed by nobody.
        with suppress(FileNotFoundError), default_storage.open(name) as content, path.open("wb") as copy:
            shutil.copyfileobj(content, copy)


def _restore_artifacts(source: Path) -> None:
    for path in _files(source):
        name = path.relative_to(source).as_posix()
        if not default_storage.exists(name):
            with path.open("rb") as content:
                default_storage.save(name, File(content))


def _restore_seals(source: Path) -> None:
    folder = Path(settings.SEAL_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in _files(source):
        if not (folder / path.name).exists():
            shutil.copy2(path, folder / path.name)


def _restore_keys(keys: Mapping[str, str]) -> None:
    for name, value in keys.items():
        path = settings.DATA_DIR / f"{name.lower().replace('_', '.')}"
        path.write_text(value)
        path.chmod(0o600)
        setattr(settings, name, value)  # this process verifies by them, too


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
