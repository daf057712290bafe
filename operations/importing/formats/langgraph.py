"""LangGraph's store: its table in PostgreSQL, or its items as JSON."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_noop as _

from memories.store_items import to_memory
from operations.importing.formats.files import Entry, entries, read_document, records_of, some_of
from operations.importing.formats.tables import read_table
from operations.importing.records import Import, ImportedMemory, Records

TABLE = "store"
OTHER = _("Entry %(number)s is no item of a store: %(what)s.")
COLUMNS = ("prefix", "key", "value", "created_at", "expires_at")


def read(source: Import) -> Records:
    """The items below the namespace `only`, each under its own namespace. Raises UnknownFormat, OSError."""
    wanted = tuple(source.only.split(".")) if source.only else ()

    def memories(item: dict[str, Any], number: int) -> list[ImportedMemory]:
        record = _memory(item, number)
        return [record] if record.namespace[: len(wanted)] == wanted else []

    yield from some_of(records_of(_items(source), memories, OTHER))


def _items(source: Import) -> Iterator[Entry]:
    if not source.dsn:
        return entries(read_document(source), source.name)
    rows = read_table(source.dsn, source.table or TABLE, columns=COLUMNS, order=("prefix", "key"))
    # LangGraph refuses periods within a namespace's elements.
    return enumerate(({**row, "namespace": row["prefix"].split(".")} for row in rows), 1)


def _memory(item: dict[str, Any], number: int) -> ImportedMemory:
    namespace, key = tuple(map(str, item["namespace"])), str(item["key"])
    stored = to_memory(dict(item["value"]))
    times = {"occurred_at": item.get("created_at"), "expires_at": item.get("expires_at")}
    fields = {"metadata": stored.metadata, **times}
    return ImportedMemory(f"{'.'.join(namespace)}:{key}", key, stored.content, namespace, fields, line=number)
