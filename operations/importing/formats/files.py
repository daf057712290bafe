"""JSON as exports hold it: one document, also in the ZIP archive that it came in, or one object a line."""

import json
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from conversations.drafts import CONTENT_CHARACTERS, TurnDraft
from operations.importing.records import Import, UnknownFormat

# As the REST API takes them.
LEVELS = 64
# Of an archive that is damaged, or needs a password.
BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, RuntimeError)


def read_document(source: Import, member: str = "") -> Any:
    """The JSON of a file, or of this member of an archive. Raises UnknownFormat, OSError."""
    path = source.path
    is_archive = bool(member) and zipfile.is_zipfile(path)
    content = _unpacked(path, member, source.most_unpacked) if is_archive else path.read_bytes()
    try:
        return _storable(json.loads(content))
    except (ValueError, RecursionError) as error:
        raise UnknownFormat(f"{path.name} is not JSON: {error}") from error


def _unpacked(path: Path, member: str, most: int | None) -> bytes:
    """No more than the size that the archive tells. Raises UnknownFormat, also for more than `most` bytes."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = archive.getinfo(member).file_size
            if most is None or size <= most:
                with archive.open(member) as file:
                    return file.read(size)
    except KeyError as error:
        raise UnknownFormat(f"The archive has no {member}.") from error
    except BROKEN as error:
        raise UnknownFormat(f"{path.name} cannot be unpacked: {error}") from error
    raise UnknownFormat(f"{path.name} unpacks to more than {most >> 20} MB.")


def _storable(value: Any, levels: int = LEVELS) -> Any:
    """Without what PostgreSQL stores neither in texts nor in JSON: NUL, halves of surrogate pairs.

    Raises ValueError for lists and objects within more than so many others.
    """
    if isinstance(value, list | dict) and not levels:
        raise ValueError(f"it has more than {LEVELS} levels")
    match value:
        case str():
            return value.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_storable(one, levels - 1) for one in value]
        case dict():
            return {_storable(name): _storable(one, levels - 1) for name, one in value.items()}
    return value


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines, each with the number of its line. Raises UnknownFormat, OSError."""
    for number, value in tried_lines(path):
        if isinstance(value, UnknownFormat):
            raise value
        yield number, value


def tried_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | UnknownFormat]]:
    """The same, with what is wrong in place of a line that is no object. Raises OSError."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                value = _storable(json.loads(line))
            except (ValueError, RecursionError) as error:
                value = UnknownFormat(f"Line {number} is not JSON: {error}")
            yield (
                number,
                value if isinstance(value, dict | UnknownFormat) else UnknownFormat(f"Line {number} is not an object."),
            )


def objects(value: Any, what: str) -> Sequence[dict[str, Any]]:
    """A list of objects, or UnknownFormat."""
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise UnknownFormat(f"{what} is not a list of objects.")
    return value


def turns_of(content: str, **fields: Any) -> Iterator[TurnDraft]:
    """A message as turns: one, or several where it is longer than a turn may be; none where it is empty.

    Raises UnknownFormat.
    """
    text, external_id = content.strip(), fields.pop("external_id")
    for place, start in enumerate(range(0, len(text), CONTENT_CHARACTERS)):
        piece = text[start : start + CONTENT_CHARACTERS]
        try:
            yield TurnDraft(content=piece, external_id=f"{external_id}#{place}" if place else external_id, **fields)
        except ValidationError as error:
            raise UnknownFormat(f"Message {external_id}: {error.errors()[0]['msg']}") from error


def at_time(seconds: Any) -> datetime | None:
    """The time of a number of seconds since 1970. Raises UnknownFormat."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
    except (OverflowError, ValueError, OSError) as error:
        raise UnknownFormat(f"{seconds} is no time: {error}") from error
