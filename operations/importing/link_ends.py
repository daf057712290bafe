"""Links whose memories come before them in the same file: a trial, which stores nothing, cannot look these up."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from operations.importing.records import ImportedLink, ImportedMemory, Record


def with_ends(records: Iterable[Record]) -> Iterator[Record]:
    """The same; links between two memories of the person's own place that came before `are_ends_before`."""
    keys = set[str]()
    for record in records:
        if isinstance(record, ImportedMemory) and not record.namespace:
            keys.add(record.key)
        if isinstance(record, ImportedLink):
            yield replace(record, are_ends_before={record.from_key, record.to_key} <= keys)
        else:
            yield record
