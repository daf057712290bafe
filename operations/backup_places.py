"""The location of backups: a folder, or a bucket of S3 as `s3://bucket/folder`.

Each backup is a folder named by its start time (UTC), and complete once its manifest exists.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast

from botocore.config import Config
from django.conf import settings
from django.core.files.storage import FileSystemStorage, Storage
from django.utils.module_loading import import_string

SCHEME = "s3://"
PREFIX, STAMP = "memory-", "%Y%m%dT%H%M%SZ"
MANIFEST = "manifest.json"
# For callers that cannot wait, such as a probe.
AT_ONCE = Config(connect_timeout=1, read_timeout=1, retries={"max_attempts": 0})


def is_bucket(target: str) -> bool:
    return target.startswith(SCHEME)


def place_of(target: str, **options: Any) -> Storage:
    """Return the storage of `target`; `options` are those of the bucket's storage."""
    if not is_bucket(target):
        return FileSystemStorage(location=target)
    bucket, _, folder = target.removeprefix(SCHEME).partition("/")
    settled = {"bucket_name": bucket, "location": folder.strip("/"), "file_overwrite": True}
    storage = import_string("storages.backends.s3.S3Storage")  # only where it is needed: it loads boto3
    return cast(Storage, storage(**settings.S3_OPTIONS | settled | options))


def whole_backups(place: Storage) -> list[str]:
    """Return the names of complete backups, oldest first."""
    return sorted(name for name in _named_as_backups(place) if place.exists(f"{name}/{MANIFEST}"))


def newest_backup_at(place: Storage) -> datetime | None:
    """Return the start time of the newest complete backup; None if there is none."""
    for name in sorted(_named_as_backups(place), reverse=True):
        if place.exists(f"{name}/{MANIFEST}"):
            return _begun_at(name)
    return None


def files_below(storage: Storage, folder: str = "") -> Iterator[str]:
    """Yield the names of all files below a folder; none if it does not exist."""
    try:
        folders, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    inside = f"{folder}/" if folder else ""
    yield from (inside + name for name in files)
    for name in folders:
        yield from files_below(storage, inside + name)


def _named_as_backups(place: Storage) -> list[str]:
    try:
        folders, _ = place.listdir("")
    except FileNotFoundError:
        return []
    return [name for name in folders if _begun_at(name)]


def _begun_at(name: str) -> datetime | None:
    try:
        return datetime.strptime(name.removeprefix(PREFIX), STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
