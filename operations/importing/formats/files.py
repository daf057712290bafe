"""Reads JSON of exports: one document, also within its ZIP archive, or one object a line."""

import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_noop as _
from pydantic import ValidationError

from conversations.drafts import CONTENT_CHARACTERS, TurnDraft
from operations.importing.problems import Problem, of_validation
from operations.importing.records import Import, ImportedSession, Record, Records, UnknownFormat, Unreadable

Entry = tuple[int, dict[str, Any] | UnknownFormat]
NOT_JSON = _("something is missing or too much at line %(line)s, column %(column)s")
NOT_JSON_IN_LINE = _("something is missing or too much at column %(column)s")
MESSAGE = _("Message %(name)s cannot be read: %(what)s")
# That a piece is no object, and that one cannot be stored.
ENTRY = (_("Entry %(number)s is not an object."), _("Entry %(number)s cannot be stored: %(what)s."))
LINE = (_("Line %(number)s is not an object."), _("Line %(number)s cannot be stored: %(what)s."))
# Of an entry that has another shape than its format.
UNFIT = (KeyError, TypeError, AttributeError, ValueError)
# As the REST API takes them.
LEVELS = 64
# Of an archive that is damaged, or needs a password.
BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, RuntimeError)


class _TooDeep(ValueError):
    """Lists and objects within more than LEVELS others."""


def read_document(source: Import, member: str = "") -> Any:
    """Return the JSON of a file, or of this member of an archive. Raises UnknownFormat, OSError."""
    path = source.path
    is_archive = bool(member) and zipfile.is_zipfile(path)
    content = _unpacked(source, member) if is_archive else path.read_bytes()
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnknownFormat(_("%(name)s is not JSON: %(what)s."), name=source.name, what=_flaw(error)) from error


def _unpacked(source: Import, member: str) -> bytes:
    """Read at most the size given in the archive. Raises UnknownFormat, also if that exceeds the limit."""
    most = source.most_unpacked
    try:
        with zipfile.ZipFile(source.path) as archive:
            size = archive.getinfo(member).file_size
            if most is None or size <= most:
                with archive.open(member) as file:
                    return file.read(size)
    except KeyError as error:
        raise UnknownFormat(_("The archive has no %(member)s."), member=member) from error
    except BROKEN as error:
        raise UnknownFormat(_("%(name)s cannot be unpacked: it is damaged or locked."), name=source.name) from error
    raise UnknownFormat(_("%(name)s unpacks to more than %(size)s MB."), name=source.name, size=most >> 20)


def _flaw(error: Exception) -> Problem:
    """Return why a value is no JSON that can be stored."""
    match error:
        case json.JSONDecodeError():
            return Problem(NOT_JSON, {"line": error.lineno, "column": error.colno})
        case UnicodeDecodeError():
            return Problem(_("it is not UTF-8 text"))
        case RecursionError() | _TooDeep():
            return Problem(_("it has more than %(count)s levels"), {"count": LEVELS})
    return Problem(_("it has a number that is too long"))


def _flaw_in_line(error: Exception) -> Problem:
    """Return the same for a line, without its number."""
    if isinstance(error, json.JSONDecodeError):
        return Problem(NOT_JSON_IN_LINE, {"column": error.colno})
    return _flaw(error)


def _storable(value: Any, levels: int = LEVELS) -> Any:
    """Remove what PostgreSQL stores neither in texts nor in JSON: NUL, halves of surrogate pairs.

    Raises _TooDeep for lists and objects within more than so many others.
    """
    if isinstance(value, list | dict) and not levels:
        raise _TooDeep
    match value:
        case str():
            return value.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case list():
            return [_storable(one, levels - 1) for one in value]
        case dict():
            return {_storable(name): _storable(one, levels - 1) for name, one in value.items()}
    return value


def entries(value: Any, name: str) -> Iterator[Entry]:
    """Yield the objects of a list with their numbers, from 1, or an error for an entry that is no object.

    Raises UnknownFormat.
    """
    if not isinstance(value, list):
        raise UnknownFormat(_("%(name)s is not a list of objects."), name=name)
    for number, one in enumerate(value, 1):
        yield number, _object(one, number, ENTRY)


def lines(source: Import) -> Iterator[Entry]:
    """Yield the same for a file of JSON lines. Raises OSError."""
    with source.path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line.rstrip(b"\r\n"))
            except (ValueError, RecursionError) as error:
                what = _flaw_in_line(error)
                yield number, UnknownFormat(_("Line %(number)s is not JSON: %(what)s."), number=number, what=what)
            else:
                yield number, _object(value, number, LINE)


def _object(value: Any, number: int, wordings: tuple[str, str]) -> dict[str, Any] | UnknownFormat:
    if not isinstance(value, dict):
        return UnknownFormat(wordings[0], number=number)
    try:
        stored: dict[str, Any] = _storable(value)
    except _TooDeep as error:
        return UnknownFormat(wordings[1], number=number, what=_flaw(error))
    return stored


def records_of(given: Iterable[Entry], read: Callable[[dict[str, Any], int], Iterable[Record]], other: str) -> Records:
    """Yield the records that `read` returns for each entry with its number; `other` is the message for other shapes."""
    for number, entry in given:
        if isinstance(entry, UnknownFormat):
            yield Unreadable("", entry.problem, number)
            continue
        try:
            records = read(entry, number)
        except UNFIT as error:
            yield Unreadable("", Problem(other, {"number": number, "what": lacking(error)}), number)
        else:
            yield from records


def some_of(records: Records) -> Records:
    """Yield the records. Raises UnknownFormat if none of the file is readable."""
    first: Unreadable | None = None
    is_one = False
    for record in records:
        is_one = is_one or not isinstance(record, Unreadable)
        first = first or (record if isinstance(record, Unreadable) else None)
        yield record
    if first and not is_one:
        raise UnknownFormat(first.reason.text, **first.reason.named)


def conversation(
    name: str, title: Any, messages: Sequence[Any], turns: Callable[[Any], Iterable[TurnDraft]], number: int
) -> Records:
    """Yield the unreadable messages of a conversation, then the conversation of the others."""
    turn_drafts = list[TurnDraft]()
    for place, message in enumerate(messages, 1):
        try:
            turn_drafts += turns(message)
        except UnknownFormat as error:
            yield Unreadable(name, error.problem, number)
        except UNFIT as error:
            text = _("Message %(place)s cannot be read: %(what)s.")
            yield Unreadable(name, Problem(text, {"place": place, "what": lacking(error)}), number)
    if turn_drafts:
        yield ImportedSession(name, tuple(turn_drafts), title if isinstance(title, str) else "")


def lacking(error: Exception) -> Problem:
    """Return what an entry lacks in its format."""
    if isinstance(error, KeyError):
        return Problem(_("it lacks “%(name)s”"), {"name": str(error.args[0])})
    return Problem(_("one of its values is of another kind"))


def turns_of(content: str, **fields: Any) -> Iterator[TurnDraft]:
    """Return a message as turns: one, several if it is longer than a turn may be, none if it is empty.

    Raises UnknownFormat.
    """
    text, external_id = content.strip(), fields.pop("external_id")
    for place, start in enumerate(range(0, len(text), CONTENT_CHARACTERS)):
        own = f"{external_id}#{place}" if place else external_id
        draft = turn_of({"content": text[start : start + CONTENT_CHARACTERS], "external_id": own, **fields})
        if isinstance(draft, Problem):
            raise UnknownFormat(MESSAGE, name=external_id, what=draft)
        yield draft


def turn_of(fields: Mapping[str, Any]) -> TurnDraft | Problem:
    """Return one turn, or why there is none."""
    try:
        draft = TurnDraft.model_validate(fields)
        if draft.occurred_at:
            draft.occurred_at.astimezone(UTC)
    except ValidationError as error:
        return of_validation(error)
    except OverflowError:
        return Problem(_("%(value)s is no time."), {"value": str(fields["occurred_at"])})
    return draft


def at_time(seconds: Any) -> datetime | None:
    """Return the time of a number of seconds since 1970. Raises UnknownFormat."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
    except (OverflowError, ValueError, OSError) as error:
        raise UnknownFormat(_("%(value)s is no time."), value=str(seconds)) from error
