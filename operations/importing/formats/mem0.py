"""mem0: an export as JSON (also what `get_all` returns), or its table in pgvector."""

from collections.abc import Iterator
from typing import Any

from memories.limits import TAG_CHARACTERS, TAGS
from operations.importing.formats.files import objects, read_document
from operations.importing.formats.tables import read_table
from operations.importing.records import Import, ImportedMemory, Records, UnknownFormat

TABLE = "mem0"
# Where an export or an answer of theirs keeps the list.
LISTS = ("results", "memories")
# Their own columns of a payload; all else in it is the writer's metadata.
OWN = {"data", "hash", "user_id", "created_at", "updated_at", "text_lemmatized", "attributed_to"}


def read(source: Import) -> Records:
    """One user's memories. Raises UnknownFormat, OSError."""
    users = set[str]()
    for row in _rows(source):
        user = str(row.get("user_id") or "")
        if source.only and user != source.only:
            continue
        users.add(user)
        if len(users) > 1:
            names = ", ".join(sorted(users))
            raise UnknownFormat(f"There are memories of several users ({names}): name one as the only part.")
        try:
            record = _memory(row)
        except (KeyError, TypeError) as error:
            raise UnknownFormat(f"That is no memory of mem0: {error!r}") from error
        if record:
            yield record


def _rows(source: Import) -> Iterator[dict[str, Any]]:
    if source.dsn:
        table = read_table(source.dsn, source.table or TABLE, columns=("id", "payload"), order=("id",))
        return (_of_payload(row["id"], row["payload"] or {}) for row in table)
    document = read_document(source)
    if isinstance(document, dict):
        document = next((document[name] for name in LISTS if name in document), None)
    return iter(objects(document, "The export"))


def _of_payload(memory_id: object, payload: dict[str, Any]) -> dict[str, Any]:
    own = {name: payload.get(name) for name in ("user_id", "created_at", "updated_at")}
    metadata = {name: value for name, value in payload.items() if name not in OWN}
    return {"id": str(memory_id), "memory": payload.get("data"), "metadata": metadata, **own}


def _memory(row: dict[str, Any]) -> ImportedMemory | None:
    text = row.get("memory")
    if not row.get("id") or not isinstance(text, str):
        raise UnknownFormat(f"A memory without id or text; it has: {', '.join(sorted(row))}.")
    if not text.strip():
        return None
    said = {name: row[name] for name in ("agent_id", "run_id", "app_id") if row.get(name)}
    fields = {
        "metadata": {**(row.get("metadata") or {}), **said},
        "occurred_at": row.get("created_at"),
        "expires_at": row.get("expiration_date"),
        "tags": tuple(str(each)[:TAG_CHARACTERS] for each in (row.get("categories") or ())[:TAGS]),
    }
    return ImportedMemory(str(row["id"]), f"mem0/{row['id']}", text, fields=fields)
