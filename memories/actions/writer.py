"""Writes a memory's head, versions and chunks, for every kind of change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any
from uuid import UUID

import numpy as np

from memories.actions.record_history import record_history
from memories.authority import WriteAuthority
from memories.embedding_models import active_model
from memories.hashes import content_hash
from memories.models import Chunk, Embedding, Memory, MemoryVersion
from memories.models.choices import Event
from memories.preparation import PreparedChunk, PreparedText
from memories.sources.drafts import is_gone
from providers.language import ENGLISH
from workspaces import scope
from workspaces.models import Person
from workspaces.namespaces import person_id_of, to_path
from workspaces.round_trip import update_of

BULLET_CHARACTERS = 120
# So many digits reproduce a half-precision number of a vector exactly, in half the text.
DECIMALS = 7
# The origin of a memory. Each write sets it, but a change of it alone is not recorded.
ORIGIN = ("run_id", "actor_id", "role", "thread_id", "session_id", "turn_start", "turn_end", "source_label")
# Columns that never change, or that jobs update meanwhile.
NOT_WRITTEN = {
    "id", "workspace_id", "person_id", "namespace", "namespace_path", "apart", "created_at", "access_count",
    "last_accessed_at", "linked_version",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Written:
    """The result of a write: `event` is None if nothing changed; `relation_id` is the edge of a link."""

    memory: Memory
    event: Event | None
    relation_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one version. Without a `content_hash`, the hash of its texts is used."""

    content: str
    title: str = ""
    summary: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    payload: dict[str, Any] | None = None
    content_hash: str = ""
    source_event_id: str = ""
    raw_pointer: str = ""
    redactions: list[dict[str, Any]] = field(default_factory=list)
    excisions: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, version: MemoryVersion) -> "Content":
        """Return the content of an existing version, to write it again."""
        names = (each.name for each in fields(cls) if each.name != "source_event_id")
        return cls(**{name: getattr(version, name) for name in names})

    @property
    def hash(self) -> str:
        return self.content_hash or content_hash(
            content=self.content,
            title=self.title,
            summary=self.summary,
            metadata=self.metadata,
            payload=self.payload,
        )

    def is_current(self, memory: Memory) -> bool:
        return memory.current is not None and memory.current.content_hash == self.hash


def new_head(namespace: Sequence[str], key: str, authority: WriteAuthority, **attributes: Any) -> Memory:
    """Return the head of a memory that is not stored yet."""
    return Memory(
        namespace=list(namespace),
        namespace_path=to_path(namespace),
        person_id=person_id_of(namespace),
        key=key,
        agent_id=authority.actor.id if authority.actor.is_agent else None,
        created_at=authority.now,
        **attributes,
    )


def set_attributes(memory: Memory, wanted: Mapping[str, Any]) -> list[str]:
    """Set the attributes that differ; return their names, without those of the origin."""
    changed = [name for name, value in wanted.items() if getattr(memory, name) != value]
    for name in changed:
        setattr(memory, name, wanted[name])
    return sorted(name for name in changed if name not in ORIGIN)


def save_attributes(
    memory: Memory, changed: Sequence[str], authority: WriteAuthority, *, meta: Mapping[str, Any] | None = None
) -> Written:
    """Save a head whose content did not change."""
    if not changed:
        return Written(memory, None)
    save_head(memory, authority)
    hide_if_gone(memory, authority)
    record_history(
        memory=memory,
        event=Event.UPDATE,
        authority=authority,
        old_version_id=memory.current_id,
        new_version=memory.current,
        meta={"fields": list(changed), **(meta or {})},
        bullet=bullet_of(memory),
    )
    return Written(memory, Event.UPDATE)


def save_version(
    memory: Memory,
    content: Content,
    prepared: PreparedText,
    authority: WriteAuthority,
    *,
    event: Event | None = None,
    meta: dict[str, Any] | None = None,
) -> Written:
    """Save a head with its next version and their row in History; `event` is ADD or UPDATE by default."""
    old_version_id = memory.current_id
    event = event or (Event.UPDATE if old_version_id else Event.ADD)
    version = add_version(memory, content, prepared, authority)
    save_head(memory, authority)
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=old_version_id,
        new_version=version,
        meta=meta,
        bullet=bullet_of(memory),
    )
    return Written(memory, event)


def save_head(memory: Memory, authority: WriteAuthority, *names: str) -> None:
    """Write a head, or the named fields of an old one, under the authority's change id."""
    memory.updated_at, memory.change_id = authority.now, authority.id
    if memory._state.adding:
        authority.inserts.add([memory])
    else:
        written = {*names, "updated_at", "change_id"} if names else _written_columns()
        values = {name: getattr(memory, name) for name in sorted(written)}
        scope.send_later(update_of(Memory.objects.filter(pk=memory.pk), **values))


def _written_columns() -> set[str]:
    columns = {each.attname for each in Memory._meta.concrete_fields if not each.generated}
    return columns - NOT_WRITTEN


def add_version(memory: Memory, content: Content, prepared: PreparedText, authority: WriteAuthority) -> MemoryVersion:
    """Add the next version of a memory, supersede the chunks of the one before, and make it current (004).

    Vectors of chunks whose text did not change are reused (R9). The caller saves the head.
    """
    says = {each.name: getattr(content, each.name) for each in fields(content)}
    version = MemoryVersion(
        memory=memory,
        number=memory.version + 1,
        previous_version_id=memory.current_id,
        token_count=prepared.token_count,
        ingested_at=authority.now,
        **says | {"content_hash": content.hash},
    )
    if memory.current_id:
        old = Chunk.objects.current().filter(memory=memory).exclude(memory_version=version)
        scope.send_later(update_of(old, superseded_at=authority.now))
    authority.inserts.add([version])
    _add_chunks(memory, version, prepared, authority)
    memory.current, memory.version = version, version.number
    return version


def hide_if_gone(memory: Memory, authority: WriteAuthority) -> None:
    """Exclude an archived or deleted object from search: its chunks are superseded, its row stays (R4)."""
    if is_gone(memory.source_state):
        chunks = Chunk.objects.current().filter(memory=memory)
        scope.send_later(update_of(chunks, superseded_at=authority.now))


def bullet_of(memory: Memory) -> str:
    """Return the memory in one line, as the delta header shows it (001 §1)."""
    text = " ".join((memory.current.summary or memory.current.content).split()) if memory.current else memory.key
    return text if len(text) <= BULLET_CHARACTERS else text[: BULLET_CHARACTERS - 1] + "…"


def _add_chunks(memory: Memory, version: MemoryVersion, prepared: PreparedText, authority: WriteAuthority) -> None:
    superseded_at = authority.now if memory.source_state and is_gone(memory.source_state) else None
    chunks = prepared.rows(
        person_id=memory.person_id, memory=memory, memory_version=version, superseded_at=superseded_at
    )
    authority.inserts.add(chunks)
    if prepared.language != ENGLISH and memory.person_id is not None:
        scope.send_later(Person.objects.language_added(memory.person_id, prepared.language))
    if not prepared.is_lexical_only:
        model_id = active_model().pk if prepared.model_id is None else prepared.model_id
        authority.inserts.add(_vectors(memory, chunks, prepared.chunks, model_id))


def _vectors(
    memory: Memory, chunks: Sequence[Chunk], pieces: Sequence[PreparedChunk], model_id: int
) -> Iterator[Embedding]:
    missing = {piece.hash for piece in pieces if piece.vector is None}
    known = _vectors_by_hash(memory, model_id, missing) if memory.version and missing else {}
    for chunk, piece in zip(chunks, pieces, strict=True):
        vector = known.get(piece.hash, piece.vector)
        if vector is not None:
            stored = np.asarray(vector, np.float16).astype(np.float64).round(DECIMALS).tolist()
            yield Embedding(chunk=chunk, model_id=model_id, person_id=memory.person_id, vector=stored)


def _vectors_by_hash(memory: Memory, model_id: int, hashes: set[str]) -> dict[str, Any]:
    """Two queries: a join without statistics, as on a young table, may walk through all vectors."""
    chunks: dict[UUID, str] = dict(
        Chunk.objects.filter(memory=memory, chunk_hash__in=hashes).values_list("id", "chunk_hash")
    )
    rows = Embedding.objects.filter(chunk_id__in=list(chunks), model_id=model_id)
    return {chunks[chunk_id]: vector for chunk_id, vector in rows.values_list("chunk_id", "vector")}
