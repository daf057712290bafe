"""JSON lines of anybody: turns, memories, facts and links, with the names of the REST API (docs/importing.md)."""

import hashlib
import json
from collections import Counter
from itertools import groupby
from typing import Any

from pydantic import ValidationError

from conversations.drafts import TurnDraft
from operations.importing.formats.files import tried_lines
from operations.importing.records import (
    Import,
    ImportedFact,
    ImportedLink,
    ImportedMemory,
    ImportedSession,
    Record,
    Records,
    UnknownFormat,
    Unreadable,
)

Line = tuple[int, dict[str, Any] | UnknownFormat]


def read(source: Import) -> Records:
    """The lines in order; turns that follow one another in a session are one piece of it. Of a file that has some, a
    line that is none is told apart. Raises UnknownFormat, OSError."""
    first: Unreadable | None = None
    is_one = False
    for record in _records(source):
        is_one = is_one or not isinstance(record, Unreadable)
        first = first or (record if isinstance(record, Unreadable) else None)
        yield record
    if first and not is_one:
        raise UnknownFormat(first.reason)


def _records(source: Import) -> Records:
    name, said = source.path.stem, Counter[str]()
    for session, lines in groupby(tried_lines(source.path), key=lambda line: _session(line[1], name)):
        if session is None:
            yield from map(_record, lines)
            continue
        turns = [_turn(line, session, said) for line in lines]
        yield from (one for one in turns if isinstance(one, Unreadable))
        if drafts := tuple(one for one in turns if isinstance(one, TurnDraft)):
            yield ImportedSession(session, drafts)


def _session(fields: dict[str, Any] | UnknownFormat, name: str) -> str | None:
    """Of a turn, the conversation that it belongs to."""
    if isinstance(fields, UnknownFormat):
        return None
    is_turn = fields.get("type", "turn" if "role" in fields or "speaker" in fields else "") == "turn"
    return str(fields.get("session") or name) if is_turn else None


def _turn(line: Line, session: str, said: Counter[str]) -> TurnDraft | Unreadable:
    """Known by what it says, and by how often its conversation said just that before."""
    number, fields = line
    assert isinstance(fields, dict)
    given = {name: value for name, value in fields.items() if name not in ("type", "session")}
    made_up = f"{session}:{_digest(given)}"
    said[made_up] += 1
    repeated = f":{said[made_up]}" if said[made_up] > 1 else ""
    try:
        return TurnDraft.model_validate({"external_id": made_up + repeated, **given})
    except ValidationError as error:
        return Unreadable("", f"Line {number} is not a turn: {error.errors()[0]['msg']}", number)


def _record(line: Line) -> Record:
    number, fields = line
    if isinstance(fields, UnknownFormat):
        return Unreadable("", str(fields), number)
    given = dict(fields)
    kind = given.pop("type", "fact" if "value" in fields else "memory")
    own = given.pop("id", None) or given.get("key")
    ref = str(own or "")
    try:
        if kind == "memory":
            return _memory(ref, given, number)
        if kind == "fact":
            return ImportedFact(ref, given.pop("category"), given.pop("key"), str(given.pop("value")), given, number)
        if kind == "link":
            ends = str(given["from"]), str(given["to"])
            return ImportedLink(ref, *ends, given.get("relation_type", "related_to"), number)
    except (KeyError, TypeError) as error:
        return Unreadable(ref, f"Line {number} is not a {kind}: it lacks {error}.", number)
    return Unreadable(ref, f"Line {number}: there is no type {kind!r}.", number)


def _memory(own: str, given: dict[str, Any], number: int) -> ImportedMemory:
    """One without a name of its own is known by where it is kept and what it says."""
    ref = own or _digest([given.get(name) for name in ("namespace", "content")])
    place, key, text = given.pop("namespace", ()), given.pop("key", ref), given.pop("content")
    places, sources = tuple(map(str, place)), tuple(map(str, given.pop("derived_from", ())))
    return ImportedMemory(ref, str(key), str(text), places, given, sources, number, is_named=bool(own))


def _digest(said: Any) -> str:
    """Of what has no id of its own: the same wherever it stands."""
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]
