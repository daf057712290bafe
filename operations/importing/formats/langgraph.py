"""LangGraph's store: its table in PostgreSQL, or its items as JSON."""

from collections.abc import Iterator
from typing import Any

from memories.store_items import to_memory
from operations.importing.formats.files import objects, read_document
from operations.importing.formats.tables import read_table
from operations.importing.records import Import, ImportedMemory, Records, UnknownFormat

TABLE = "store"
COLUMNS = ("prefix", "key", "value", "created_at", "expires_at")


def read(source: Import) -> Records:
    """The items below the namespace `only`, each under its own namespace. Raises UnknownFormat, OSError."""
    wanted = tuple(source.only.split(".")) if source.only else ()
    for item in _items(source):
        try:
            namespace, key, value = tuple(map(str, item["namespace"])), str(item["key"]), dict(item["value"])
        except (KeyError, TypeError, ValueError) as error:
            raise UnknownFormat(f"That is no item of a store: {error!r}") from error
        if namespace[: len(wanted)] == wanted:
            yield _memory(namespace, key, value, item)


def _items(source: Import) -> Iterator[dict[str, Any]]:
    if not source.dsn:
        return iter(objects(read_document(source), "The file"))
    rows = read_table(source.dsn, source.table or TABLE, columns=COLUMNS, order=("prefix", "key"))
    # LangGraph refuses periods within a namespace's elements.
    return ({**row, "namespace": row["prefix"].split(".")} for row in rows)


def _memory(namespace: tuple[str, ...], key: str, value: dict[str, Any], item: dict[str, Any]) -> ImportedMemory:
    stored = to_memory(value)
    times = {"occurred_at": item.get("created_at"), "expires_at": item.get("expires_at")}
    fields = {"metadata": stored.metadata, **times}
    return ImportedMemory(f"{'.'.join(namespace)}:{key}", key, stored.content, namespace, fields)
