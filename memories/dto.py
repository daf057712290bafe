"""A memory as clients see it: 004's `MemorySummary` and `MemoryDetail`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from memories import cache
from memories.models import Chunk, Memory, Relation
from memories.sources.drafts import is_gone
from workspaces.actors import Actor

SNIPPET_CHARACTERS = 240


@dataclass(frozen=True, slots=True)
class MemorySummary:
    """`type` is the source object's type, else the memory's; `snippet` begins its top chunk, None without one."""

    id: UUID
    title: str
    type: str
    source: str
    author: Mapping[str, Any]
    occurred_at: datetime | None
    updated_at: datetime
    state: str | None
    snippet: str | None
    labels: Sequence[str]


@dataclass(frozen=True, slots=True)
class Reference:
    memory_id: UUID
    relationship_type: str


@dataclass(frozen=True, slots=True)
class Relationships:
    """Edges of which the reader may see both ends."""

    outbound: Sequence[Reference]
    inbound: Sequence[Reference]


@dataclass(frozen=True, slots=True)
class ChunkText:
    chunk_index: int
    text: str
    section_label: str
    keywords: Sequence[str]


@dataclass(frozen=True, slots=True)
class MemoryDetail(MemorySummary):
    """All of a memory at `version`; `payload` is None unless it is a source object."""

    version: int = 0
    summary: str = ""
    content: str = ""
    payload: Mapping[str, Any] | None = None
    raw_pointer: str = ""
    relationships: Relationships = field(default_factory=lambda: Relationships((), ()))
    chunks: Sequence[ChunkText] = ()


def summaries(rows: Sequence[Memory]) -> list[MemorySummary]:
    """Return the summaries of a page of memories, whose `current` is selected too; one query for all."""
    snippets = _snippets(rows)
    return [MemorySummary(**_shared(row, _record(row)), snippet=snippets.get(row.id)) for row in rows]


def detail(*, memory_id: UUID, actor: Actor, now: datetime) -> MemoryDetail | None:
    """Return all that the actor may know of a memory; None if they may not see it.

    The database always decides whether they may; record, chunks and edges come from the cache if it has those of this
    version (004). At most six queries without a cache; with a warm one two, or one without edges.
    """
    memory = Memory.objects.visible_to(actor, now=now).filter(id=memory_id).first()
    if memory is None:
        return None
    record = cache.record(memory)
    if record is None:
        record = _record(memory)
        cache.store_record(memory, record)
    chunks = _chunks(memory)
    return MemoryDetail(
        **_shared(memory, record),
        snippet=_snippet(chunks[0].text) if chunks else None,
        version=memory.version,
        summary=record["summary"],
        content=record["content"],
        payload=record["payload"],
        raw_pointer=record["raw_pointer"],
        relationships=_relationships(memory.id, actor, now),
        chunks=chunks,
    )


def _shared(memory: Memory, record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": memory.id,
        "title": record["title"],
        "type": memory.source_type or memory.memory_type,
        "source": memory.source or memory.source_label,
        "author": memory.author,
        "occurred_at": memory.occurred_at,
        "updated_at": memory.updated_at,
        "state": memory.source_state or None,
        "labels": list(memory.tags),
    }


def _record(memory: Memory) -> dict[str, Any]:
    """Return what the cache stores: the texts of the current version; the rest is in the row just read."""
    version = memory.current
    names = ("title", "summary", "content", "payload", "raw_pointer")
    return {name: getattr(version, name, None if name == "payload" else "") for name in names}


def _chunks(memory: Memory) -> list[ChunkText]:
    """Return the chunks; none if it is archived or deleted at its source, since its chunks are superseded (R4)."""
    if is_gone(memory.source_state):
        return []
    found = cache.chunks(memory.id, memory.version)
    if found is None:
        found = cache.chunk_records(memory)
        cache.store_chunks(memory.id, memory.version, found)
    return [ChunkText(**chunk) for chunk in found]


def _relationships(memory_id: UUID, actor: Actor, now: datetime) -> Relationships:
    edges = {direction: _edges(memory_id, direction) for direction in (cache.OUTBOUND, cache.INBOUND)}
    others = {other for found in edges.values() for other, _ in found}
    seen: set[UUID] = set()
    if others:
        visible = Memory.objects.visible_to(actor, now=now).filter(id__in=others)
        seen = set(visible.values_list("id", flat=True))
    outbound, inbound = (
        [Reference(other, relation_type) for other, relation_type in edges[direction] if other in seen]
        for direction in (cache.OUTBOUND, cache.INBOUND)
    )
    return Relationships(outbound, inbound)


def _edges(memory_id: UUID, direction: str) -> list[tuple[UUID, str]]:
    """Return every edge, visible or not: visibility is checked for each reader."""
    epoch = cache.links_epoch(memory_id)
    found = cache.links(memory_id, direction, epoch)
    if found is None:
        ends = ("from_memory_id", "to_memory_id")
        near, far = ends if direction == cache.OUTBOUND else ends[::-1]
        rows = Relation.objects.filter(**{near: memory_id}).order_by("-strength", "id")
        found = list(rows.values_list(far, "relation_type"))
        cache.store_links(memory_id, direction, epoch, found)
    return found


def _snippets(memories: Iterable[Memory]) -> dict[UUID, str]:
    rows = Chunk.objects.current().filter(memory__in=[memory.id for memory in memories], chunk_index=0)
    return {memory_id: _snippet(text) for memory_id, text in rows.values_list("memory_id", "text")}


def _snippet(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SNIPPET_CHARACTERS else line[: SNIPPET_CHARACTERS - 1] + "…"
