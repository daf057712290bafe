"""What records have to do with earlier ones, of the file or stored: those with ids of their own that say the same each
become a memory, as single writes under two keys do, and the page tells of them; links may lead to them."""

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

Said = tuple[str, str]
AS_ANOTHER = _("It says the same as %(name)s in this file.")
AS_STORED = _("It says the same as a memory that is stored.")


def noted(records: Iterable[Record]) -> Iterator[Record]:
    """The same; each knows what it has to do with those before it in the file.

    Of memories that say again what one says under another key, `same_as` is that one's. Links between two memories of
    the person's own place `are_ends_before`: a trial, which stores nothing, cannot look these up.
    """
    first: dict[bytes, tuple[str, str]] = {}  # without their texts: a table may have millions
    keys = set[str]()
    for record in records:
        if isinstance(record, ImportedLink):
            yield replace(record, are_ends_before={record.from_key, record.to_key} <= keys)
            continue
        if isinstance(record, ImportedMemory) and not record.namespace:
            keys.add(record.key)
        if isinstance(record, ImportedMemory) and record.is_named:
            key, ref = first.setdefault(_digest(record), (record.key, record.ref))
            yield record if key == record.key else replace(record, same_as=ref)
        else:
            yield record


def _digest(record: ImportedMemory) -> bytes:
    path, said = spelled(("\0".join(record.namespace), record.content))
    return hashlib.sha256(f"{path}\0\0{said}".encode(errors="surrogatepass")).digest()


def repeated(new: Sequence[tuple[ImportedMemory, Said]], actor: Actor) -> list[Problem | None]:
    """Of each memory, with its path and content, what it says again under a key of its own, if anything."""
    asked = [said for record, said in new if record.is_named and not record.same_as]
    keys: dict[Said, set[str]] = defaultdict(set)
    if asked:
        with scope.enter(actor.workspace_id):
            for row in active_notes([path for path, _content in asked], [content for _path, content in asked]):
                if row.current is not None:
                    keys[spelled((row.namespace_path, row.current.content))].add(row.key)
    return [_told(record, keys.get(spelled(said), set())) for record, said in new]


def _told(record: ImportedMemory, keys: set[str]) -> Problem | None:
    """`keys` are those of the memories that say it already."""
    if record.same_as:
        return Problem(AS_ANOTHER, {"name": record.same_as})
    return Problem(AS_STORED) if record.is_named and keys - {record.key} else None
