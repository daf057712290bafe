"""Relates records to earlier ones of the file and to stored ones. Records with ids of their own and the same text each
become a memory, like single writes at two keys, and the page lists them; links may refer to them."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext_noop as _

from memories.repetitions import active_notes, spelled
from operations.importing.problems import Problem
from operations.importing.records import ImportedLink, ImportedMemory, Record
from workspaces import scope
from workspaces.actors import Actor

PathText = tuple[str, str]
AS_ANOTHER = _("It says the same as %(name)s in this file.")
AS_STORED = _("It says the same as a memory that is stored.")


def noted(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records, each with its relation to earlier ones of the file.

    `same_as` of a memory is the key of an earlier one with the same text. `ends_before` of a link are those of its ends
    that are earlier memories of the person's own namespace: a trial, which stores nothing, cannot look these up.
    """
    first: dict[bytes, tuple[str, str]] = {}  # without their texts: a table may have millions
    keys = set[str]()
    for record in records:
        if isinstance(record, ImportedLink):
            yield replace(record, ends_before=frozenset({record.from_key, record.to_key} & keys))
            continue
        if isinstance(record, ImportedMemory) and not record.namespace:
            keys.add(record.key)
        if isinstance(record, ImportedMemory) and record.is_named:
            key, ref = first.setdefault(_digest(record), (record.key, record.ref))
            yield record if key == record.key else replace(record, same_as=ref)
        else:
            yield record


def _digest(record: ImportedMemory) -> bytes:
    path, text = spelled(("\0".join(record.namespace), record.content))
    return hashlib.sha256(f"{path}\0\0{text}".encode(errors="surrogatepass")).digest()


def repeated(new: Sequence[tuple[ImportedMemory, PathText]], actor: Actor) -> list[Problem | None]:
    """Return for each memory, with its path and content, a note if it repeats another one at its own key."""
    named = [text for record, text in new if record.is_named and not record.same_as]
    keys: dict[PathText, set[str]] = defaultdict(set)
    if named:
        with scope.enter(actor.workspace_id):
            for row in active_notes([path for path, _content in named], [content for _path, content in named]):
                if row.current is not None:
                    keys[spelled((row.namespace_path, row.current.content))].add(row.key)
    return [_repetition_note(record, keys.get(spelled(text), set())) for record, text in new]


def _repetition_note(record: ImportedMemory, keys: set[str]) -> Problem | None:
    """Return the note about a repetition; `keys` are those of stored memories with the same text."""
    if record.same_as:
        return Problem(AS_ANOTHER, {"name": record.same_as})
    return Problem(AS_STORED) if record.is_named and keys - {record.key} else None
