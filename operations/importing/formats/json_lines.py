"""Generic JSON lines: turns, memories, facts and links, with the names of the REST API (docs/importing.md)."""

import hashlib
import json
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop as _

from conversations.drafts import TurnDraft
from operations.importing.conversation_formats import NO_TURN
from operations.importing.formats.files import Entry, lacking, lines, some_of, turn_of
from operations.importing.problems import Problem
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

LACKS = {
    "memory": _("Line %(number)s is not a memory: %(what)s."),
    "fact": _("Line %(number)s is not a fact: %(what)s."),
    "link": _("Line %(number)s is not a link: %(what)s."),
}
NO_TYPE = _("Line %(number)s: there is no type “%(kind)s”.")


def read(source: Import) -> Records:
    """Yield the records in order; consecutive turns of a session are one piece.

    Raises UnknownFormat, OSError.
    """
    yield from some_of(_records(source))


def _records(source: Import) -> Records:
    name, occurrences = Path(source.name).stem, Counter[str]()
    for session, of_session in groupby(lines(source), key=lambda line: _session(line[1], name)):
        if session is None:
            yield from map(_record, of_session)
            continue
        turns = [_turn(line, session, occurrences) for line in of_session]
        yield from (one for one in turns if isinstance(one, Unreadable))
        if drafts := tuple(one for one in turns if isinstance(one, TurnDraft)):
            yield ImportedSession(session, drafts)


def _session(fields: dict[str, Any] | UnknownFormat, name: str) -> str | None:
    """Return the conversation of a turn; None for other lines."""
    if isinstance(fields, UnknownFormat):
        return None
    is_turn = fields.get("type", "turn" if "role" in fields or "speaker" in fields else "") == "turn"
    return str(fields.get("session") or name) if is_turn else None


def _turn(line: Entry, session: str, occurrences: Counter[str]) -> TurnDraft | Unreadable:
    """Return a turn, identified by its text and the number of earlier occurrences of that text in its conversation."""
    number, fields = line
    assert isinstance(fields, dict)
    given = {name: value for name, value in fields.items() if name not in ("type", "session")}
    made_up = f"{session}:{_digest(given)}"
    occurrences[made_up] += 1
    repeated = f":{occurrences[made_up]}" if occurrences[made_up] > 1 else ""
    draft = turn_of({"external_id": made_up + repeated, **given})
    if isinstance(draft, Problem):
        return Unreadable("", Problem(NO_TURN, {"number": number, "what": draft}), number)
    return draft


def _record(line: Entry) -> Record:
    number, fields = line
    if isinstance(fields, UnknownFormat):
        return Unreadable("", fields.problem, number)
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
        return Unreadable(ref, Problem(LACKS[kind], {"number": number, "what": lacking(error)}), number)
    return Unreadable(ref, Problem(NO_TYPE, {"number": number, "kind": str(kind)}), number)


def _memory(own: str, given: dict[str, Any], number: int) -> ImportedMemory:
    """Return a record; one without a name is identified by its namespace and content."""
    ref = own or _digest([given.get(name) for name in ("namespace", "content")])
    place, key, text = given.pop("namespace", ()), given.pop("key", ref), given.pop("content")
    places, sources = tuple(map(str, place)), tuple(map(str, given.pop("derived_from", ())))
    return ImportedMemory(ref, str(key), str(text), places, given, sources, number, is_named=bool(own))


def _digest(occurrences: Any) -> str:
    """Return an id for a record without one, which does not depend on its position."""
    return hashlib.sha256(json.dumps(occurrences, sort_keys=True).encode()).hexdigest()[:24]
