"""How a backup gets to its place whole, back from there, and away."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boto3.exceptions import Boto3Error  # type: ignore[import-untyped]
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files import File

from operations.backup_places import MANIFEST, files_below, is_bucket, place_of, whole_backups

OF_BUCKETS = (Boto3Error, BotoCoreError, ClientError)  # what goes wrong with them


@contextmanager
def drafted(target: str, name: str) -> Iterator[Path]:
    """An empty folder which, when the block ends well, is the backup `name` below `target`.

    In a folder it is renamed. For a bucket it is uploaded from a temporary folder, its manifest last.
    """
    if is_bucket(target):
        with tempfile.TemporaryDirectory(prefix="memory-backup-") as folder:
            yield Path(folder)
            _upload(Path(folder), target, name)
        return
    draft = Path(target, f".{name}")
    draft.mkdir(mode=0o700, parents=True)
    try:
        yield draft
        draft.rename(Path(target, name))
    except BaseException:
        shutil.rmtree(draft)
        raise


@contextmanager
def fetched(source: str) -> Iterator[Path]:
    """The folder of a backup; out of a bucket it is downloaded for as long as the block lasts."""
    if not is_bucket(source):
        yield Path(source)
        return
    place = place_of(source)
    with tempfile.TemporaryDirectory(prefix="memory-backup-") as folder:
        for name in files_below(place):
            copy = Path(folder, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with place.open(name) as content, copy.open("wb") as file:
                shutil.copyfileobj(content, file)
        yield Path(folder)


def prune_backups(target: str, *, keep: int) -> int:
    """Delete all but the newest `keep`, manifests first: what is deleted by half is no backup."""
    outdated = whole_backups(place_of(target))[:-keep]
    for name in outdated:
        place_of(target).delete(f"{name}/{MANIFEST}")
        _delete(target, name)
    return len(outdated)


def _upload(folder: Path, target: str, name: str) -> None:
    place = place_of(target)
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.name == MANIFEST)
    for path in paths:
        with path.open("rb") as content:
            place.save(f"{name}/{path.relative_to(folder).as_posix()}", File(content))


def _delete(target: str, name: str) -> None:
    if is_bucket(target):
        place = place_of(target)
        for file in list(files_below(place, name)):
            place.delete(file)
    else:
        shutil.rmtree(Path(target, name))
