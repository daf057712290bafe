"""Paths of files in a store, and listing them as directories."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from memories.limits import TITLE_CHARACTERS

SEGMENTS = 20
PATH_BYTES = 1_024
UNSEEN = {"Cc", "Cf", "Zl", "Zp"}


def _checked(path: str) -> str:
    segments = path.split("/")[1:]
    if not path.startswith("/") or not 1 <= len(segments) <= SEGMENTS:
        raise ValueError(f"A path begins with / and has 1 to {SEGMENTS} segments.")
    if any(segment in ("", ".", "..") for segment in segments):
        raise ValueError("A segment is not empty, nor . or ..")
    if len(path.encode()) > PATH_BYTES or unicodedata.normalize("NFC", path) != path:
        raise ValueError(f"A path has at most {PATH_BYTES:,} bytes, in Unicode Normalization Form C.")
    if any(unicodedata.category(character) in UNSEEN for character in path):
        raise ValueError("A path has no control or format characters.")
    return path


def _checked_prefix(prefix: str) -> str:
    if prefix and not (prefix.startswith("/") and prefix.endswith("/")):
        raise ValueError("A prefix begins and ends with /.")
    return prefix


Path = Annotated[str, Field(max_length=TITLE_CHARACTERS), AfterValidator(_checked)]
Prefix = Annotated[str, Field(max_length=TITLE_CHARACTERS), AfterValidator(_checked_prefix)]


class Entry(NamedTuple):
    """A file, or a directory that stands for deeper files: its path ends with a slash."""

    path: str

    @property
    def is_directory(self) -> bool:
        return self.path.endswith("/")


def entries(paths: Iterable[str], *, prefix: str, depth: int) -> Iterator[Entry]:
    """Return the listing of these paths, in order; `depth` 0 shows every file."""
    before = prefix or "/"
    found = {_cut(path, before, depth) for path in paths}
    return map(Entry, sorted(found))


def _cut(path: str, before: str, depth: int) -> str:
    segments = path.removeprefix(before).split("/")
    return path if not 0 < depth < len(segments) else f"{before}{'/'.join(segments[:depth])}/"
