"""The records of an importer, for every format: pieces of conversations, memories, facts and links."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from consent.changes import Change, SetFact, WriteMemory
from memories.drafts import FactDraft, MemoryDraft, item_of
from operations.importing.conversation_formats import ImportedSession, UnknownFormat
from operations.importing.problems import Problem
from providers.statements import is_multi_valued
from workspaces.actors import ActorKind
from workspaces.namespaces import MEMORIES

EVENT_CHARACTERS = 256
# As whom the server acts that imports.
IMPORTER = "import_memories"
IMPORT_LABEL = f"{ActorKind.SYSTEM}:{IMPORTER}"  # of its actor

__all__ = [
    "Import",
    "ImportedFact",
    "ImportedLink",
    "ImportedMemory",
    "ImportedSession",
    "Record",
    "UnknownFormat",
    "Unreadable",
]


@dataclass(frozen=True, slots=True)
class Import:
    """The source of an import: a file, or a table of a PostgreSQL at `dsn`. `only` selects a part of it;
    `most_unpacked` limits what is read of an archive, in bytes. `called` is the file's original name, if different.
    """

    file: Path | None = None
    dsn: str = ""
    table: str = ""
    only: str = ""
    most_unpacked: int | None = None
    called: str = ""

    @property
    def path(self) -> Path:
        """The file's path. Raises UnknownFormat if only a table is given."""
        if self.file is None:
            raise UnknownFormat(_("This format is read from a file."))
        return self.file

    @property
    def name(self) -> str:
        return self.called or self.path.name


@dataclass(frozen=True, slots=True)
class ImportedMemory:
    """One memory; `namespace` is below the person's own, `fields` are a MemoryDraft's.

    `derived_from` names others of the same namespace by their keys; `line` is its number in the source. If its key was
    generated (`is_named` is false), a repetition of a stored text is no new memory. `same_as` is the earlier record
    with the same text.
    """

    ref: str
    key: str
    content: str
    namespace: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    derived_from: tuple[str, ...] = ()
    line: int | None = None
    is_named: bool = True
    same_as: str = ""

    def place(self, person_id: UUID) -> tuple[str, ...]:
        return (MEMORIES, str(person_id), *self.namespace)

    def change(self, person_id: UUID, origin: str, sources: tuple[UUID, ...] = ()) -> Change:
        """Return the change for the gate. Raises ValidationError."""
        own = {"namespace": self.place(person_id), "key": self.key, "content": self.content, "derived_from": sources}
        event = _event(origin, self.ref, f"{self.content}\0{self.fields!r}")
        draft = MemoryDraft.model_validate({**self.fields, **own, "source_label": origin, "source_event_id": event})
        return WriteMemory(draft=draft, excise=True, may_repeat=not self.is_named)


@dataclass(frozen=True, slots=True)
class ImportedFact:
    """One field of the person, such as identity, city."""

    ref: str
    category: str
    key: str
    value: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    line: int | None = None

    def change(self, person_id: UUID, origin: str) -> Change:
        """Return the change for the gate. Raises ValidationError."""
        event = _event(origin, self.ref, self.value)
        item = item_of(self.value) if is_multi_valued(self.key) else ""
        values = {"category": self.category, "key": self.key, "value": self.value, "item": item, **self.fields}
        return SetFact(draft=FactDraft.model_validate({**values, "person_id": person_id, "source_event_id": event}))


@dataclass(frozen=True, slots=True)
class ImportedLink:
    """An edge between two memories of the person's own namespace, by their keys."""

    ref: str
    from_key: str
    to_key: str
    relation_type: str
    line: int | None = None
    ends_before: frozenset[str] = frozenset()  # those that are memories of the same source, before it


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An unreadable piece of the source, and why; `line` is its number there."""

    ref: str
    reason: Problem
    line: int | None = None


Record = ImportedSession | ImportedMemory | ImportedFact | ImportedLink | Unreadable
Records = Iterator[Record]


def _event(origin: str, ref: str, text: str) -> str:
    """Return the event id of a record and its content, which makes sending it again idempotent."""
    digest = hashlib.sha256(f"{ref}\0{text}".encode(errors="surrogatepass")).hexdigest()[:16]
    return f"import/{origin}/{ref}"[: EVENT_CHARACTERS - 17] + f"/{digest}"
