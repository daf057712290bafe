"""mem0: an export as JSON (also what `get_all` returns), or its table in pgvector."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_noop as _

from memories.limits import TAG_CHARACTERS, TAGS
from operations.importing.formats.files import UNFIT, Entry, entries, lacking, read_document, some_of
from operations.importing.formats.tables import read_table
from operations.importing.problems import Problem
from operations.importing.records import Import, ImportedMemory, Records, UnknownFormat, Unreadable

TABLE = "mem0"
SEVERAL = _("There are memories of several users (%(names)s): name one as the only part.")
INCOMPLETE = _("Memory %(number)s has no ID or no text.")
OTHER = _("Memory %(number)s is not one of mem0’s: %(what)s.")
# Where an export or an answer of theirs keeps the list.
LISTS = ("results", "memories")
# Their own columns of a payload; all else in it is the writer's metadata.
OWN = {"data", "hash", "user_id", "created_at", "updated_at", "text_lemmatized", "attributed_to"}


def read(source: Import) -> Records:
    """One user's memories. Raises UnknownFormat, OSError."""
    yield from some_of(_records(source))


def _records(source: Import) -> Records:
    users = set[str]()
    for number, row in _rows(source):
        if isinstance(row, UnknownFormat):
            yield Unreadable("", row.problem, number)
            continue
        user = str(row.get("user_id") or "")
        if source.only and user != source.only:
            continue
        users.add(user)
        if len(users) > 1:
            raise UnknownFormat(SEVERAL, names=", ".join(sorted(users)))
        yield _record(row, number)


def _rows(source: Import) -> Iterator[Entry]:
    if source.dsn:
        table = read_table(source.dsn, source.table or TABLE, columns=("id", "payload"), order=("id",))
        return enumerate((_of_payload(row["id"], row["payload"] or {}) for row in table), 1)
    document = read_document(source)
    if isinstance(document, dict):
        document = next((document[name] for name in LISTS if name in document), None)
    return entries(document, source.name)


def _of_payload(memory_id: object, payload: dict[str, Any]) -> dict[str, Any]:
    own = {name: payload.get(name) for name in ("user_id", "created_at", "updated_at")}
    metadata = {name: value for name, value in payload.items() if name not in OWN}
    return {"id": str(memory_id), "memory": payload.get("data"), "metadata": metadata, **own}


def _record(row: dict[str, Any], number: int) -> ImportedMemory | Unreadable:
    ref, text = str(row.get("id") or ""), row.get("memory")
    if not ref or not isinstance(text, str) or not text.strip():
        return Unreadable(ref, Problem(INCOMPLETE, {"number": number}), number)
    try:
        return ImportedMemory(ref, f"mem0/{ref}", text, fields=_fields(row), line=number)
    except UNFIT as error:
        return Unreadable(ref, Problem(OTHER, {"number": number, "what": lacking(error)}), number)


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    scope_ids = {name: row[name] for name in ("agent_id", "run_id", "app_id") if row.get(name)}
    return {
        "metadata": {**(row.get("metadata") or {}), **scope_ids},
        "occurred_at": row.get("created_at"),
        "expires_at": row.get("expiration_date"),
        "tags": tuple(str(each)[:TAG_CHARACTERS] for each in (row.get("categories") or ())[:TAGS]),
    }
