"""JSON lines of anybody: turns, memories, facts and links, with the names of the REST API (docs/importing.md)."""

import hashlib
import json
from collections import Counter
from itertools import groupby
from typing import Any

from pydantic import ValidationError

from conversations.drafts import TurnDraft
from operations.importing.formats.files import read_lines
from operations.importing.records import (
    Import,
    ImportedFact,
    ImportedLink,
    ImportedMemory,
    ImportedSession,
    Record,
    Records,
    UnknownFormat,
)

Line = tuple[int, dict[str, Any]]


def read(source: Import) -> Records:
    """The lines in order; turns that follow one another in a session are one piece of it. Raises UnknownFormat,
    OSError."""
    name, said = source.path.stem, Counter[str]()
    for session, lines in groupby(read_lines(source.path), key=lambda line: _session(line[1], name)):
        if session is not None:
            yield ImportedSession(session, tuple(_turn(line, session, said) for line in lines))
        else:
            yield from map(_record, lines)


def _session(fields: dict[str, Any], name: str) -> str | None:
    """Of a turn, the conversation that it belongs to."""
    is_turn = fields.get("type", "turn" if "role" in fields or "speaker" in fields else "") == "turn"
    return str(fields.get("session") or name) if is_turn else None


def _turn(line: Line, session: str, said: Counter[str]) -> TurnDraft:
    """Known by what it says, and by how often its conversation said just that before."""
    number, fields = line
    given = {name: value for name, value in fields.items() if name not in ("type", "session")}
    made_up = f"{session}:{_digest(given)}"
    said[made_up] += 1
    repeated = f":{said[made_up]}" if said[made_up] > 1 else ""
    try:
        return TurnDraft.model_validate({"external_id": made_up + repeated, **given})
    except ValidationError as error:
        raise UnknownFormat(f"Line {number} is not a turn: {error.errors()[0]['msg']}") from error


def _record(line: Line) -> Record:
    number, fields = line
    given = dict(fields)
    kind = given.pop("type", "fact" if "value" in fields else "memory")
    own = given.pop("id", None) or given.get("key")
    ref = str(own or _digest([fields.get(name) for name in ("namespace", "content")]))
    try:
        if kind == "memory":
            place, key, text = given.pop("namespace", ()), given.pop("key", ref), given.pop("content")
            sources = tuple(given.pop("derived_from", ()))
            return ImportedMemory(ref, str(key), str(text), tuple(place), given, sources, number, is_named=bool(own))
        if kind == "fact":
            return ImportedFact(ref, given.pop("category"), given.pop("key"), str(given.pop("value")), given, number)
        if kind == "link":
            return ImportedLink(ref, given["from"], given["to"], given.get("relation_type", "related_to"), number)
    except (KeyError, TypeError) as error:
        raise UnknownFormat(f"Line {number} is not a {kind}: it lacks {error}.") from error
    raise UnknownFormat(f"Line {number}: there is no type {kind!r}.")


def _digest(said: Any) -> str:
    """Of what has no id of its own: the same wherever it stands."""
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]
