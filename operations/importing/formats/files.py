"""JSON as exports hold it: one document, also in the ZIP archive that it came in, or one object a line."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from conversations.drafts import CONTENT_CHARACTERS, TurnDraft
from operations.importing.records import UnknownFormat


def read_document(path: Path, member: str = "") -> Any:
    """The JSON of a file, or of this member of an archive. Raises UnknownFormat, OSError."""
    try:
        if member and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                return json.loads(archive.read(member))
        return json.loads(path.read_bytes())
    except KeyError as error:
        raise UnknownFormat(f"The archive has no {member}.") from error
    except (ValueError, RecursionError) as error:
        raise UnknownFormat(f"{path.name} is not JSON: {error}") from error


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
                value = json.loads(line)
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
    text, external_id = content.strip().replace("\0", ""), fields.pop("external_id")
    for place, start in enumerate(range(0, len(text), CONTENT_CHARACTERS)):
        piece = text[start : start + CONTENT_CHARACTERS]
        try:
            yield TurnDraft(content=piece, external_id=f"{external_id}#{place}" if place else external_id, **fields)
        except ValidationError as error:
            raise UnknownFormat(f"Message {external_id}: {error.errors()[0]['msg']}") from error


def at_time(seconds: Any) -> datetime | None:
    """The time of a number of seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
