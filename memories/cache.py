"""004's caching contract on Django's cache: an accelerator, never a source of truth (R24).

Keys contain the workspace. A hit counts only if it matches the row just read in the scope, so a stale or foreign entry
is never returned. Without REDIS_URL nothing is cached: the database cache would store content outside row-level
security and be no faster than the tables themselves.

| key | value | lifetime |
|---|---|---|
| `{workspace}:memory:{id}` | the record as JSON | 72 h |
| `{workspace}:chunks:{id}:v{version}` | the version's chunks | 24 h |
| `{workspace}:refs:{id}:outbound`, `...:inbound` | ids and types of edges | 6 h, from the last access |
| `{workspace}:source-dedupe:{key}` | content hash of a source object | 24 h |
"""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from redis import RedisError

from memories.models import Chunk, Memory
from workspaces import scope

HOUR = 3_600
MEMORY_SECONDS, CHUNKS_SECONDS, REFS_SECONDS, DEDUPE_SECONDS = 72 * HOUR, 24 * HOUR, 6 * HOUR, 24 * HOUR
OUTBOUND, INBOUND, EPOCH = "outbound", "inbound", "epoch"

CHUNK_PARTS = ("chunk_index", "text", "section_label", "keywords")

logger = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass
class _VersionChunks:
    """The chunks of one version as clients see them, after they are read."""

    version_id: UUID | None
    records: list[dict[str, Any]] = field(default_factory=list)


def memory_key(memory_id: UUID) -> str:
    return f"{scope.current_workspace_id()}:memory:{memory_id}"


def chunks_key(memory_id: UUID, version: int) -> str:
    return f"{scope.current_workspace_id()}:chunks:{memory_id}:v{version}"


def refs_key(memory_id: UUID, direction: str) -> str:
    return f"{scope.current_workspace_id()}:refs:{memory_id}:{direction}"


def dedupe_key(workspace_id: UUID, source_key: str) -> str:
    """The source key as its SHA-256: it may be longer than a cache's key."""
    return f"{workspace_id}:source-dedupe:{hashlib.sha256(source_key.encode()).hexdigest()}"


def record(memory: Memory) -> dict[str, Any] | None:
    """Return the cached record of a memory, if it belongs to the row's last change."""
    entry = _read(memory_key(memory.id))
    return entry["record"] if entry and entry["change"] == _stamp(memory) else None


def store_record(memory: Memory, value: dict[str, Any]) -> None:
    _write(memory_key(memory.id), {"change": _stamp(memory), "record": value}, MEMORY_SECONDS)


def chunks(memory_id: UUID, version: int) -> list[dict[str, Any]] | None:
    """Return the cached chunks of a version; a version never changes."""
    found: list[dict[str, Any]] | None = _read(chunks_key(memory_id, version))
    return found


def store_chunks(memory_id: UUID, version: int, value: Sequence[dict[str, Any]]) -> None:
    _write(chunks_key(memory_id, version), list(value), CHUNKS_SECONDS)


def links_epoch(memory_id: UUID) -> str:
    """Return the stamp of cached edges. Read it before the edges in the database, so that a later write invalidates."""
    key, fresh = refs_key(memory_id, EPOCH), uuid4().hex
    _or_default(lambda store: store.add(key, fresh, REFS_SECONDS), False)
    return str(_or_default(lambda store: store.get(key, fresh), fresh))


def links(memory_id: UUID, direction: str, epoch: str) -> list[tuple[UUID, str]] | None:
    """Return cached edges as (other memory, type); each access extends their lifetime by six hours."""
    key = refs_key(memory_id, direction)
    entry = _read(key)
    if entry is None or entry["epoch"] != epoch:
        return None
    for touched in (key, refs_key(memory_id, EPOCH)):
        _or_default(lambda store, touched=touched: store.touch(touched, REFS_SECONDS), False)  # type: ignore[misc]
    return [(UUID(other), relation_type) for other, relation_type in entry["edges"]]


def store_links(memory_id: UUID, direction: str, epoch: str, edges: Iterable[tuple[UUID, str]]) -> None:
    value = {"epoch": epoch, "edges": [[str(other), relation_type] for other, relation_type in edges]}
    _write(refs_key(memory_id, direction), value, REFS_SECONDS)


def source_hash(workspace_id: UUID, source_key: str) -> str | None:
    """Return the content hash of a source object as last stored; a hint only."""
    found: str | None = _read(dedupe_key(workspace_id, source_key))
    return found


def renew_on_commit(memory: Memory) -> None:
    """Cache the new version's chunks after a write, then drop those of the previous one (004).

    The chunks are read at the scope's end: a batch writes them only then.
    """
    if not _is_on():
        return
    new, old = (chunks_key(memory.id, number) for number in (memory.version, memory.version - 1))
    chunks_of_new = _VersionChunks(memory.current_id)
    scope.at_end(_read_chunks, chunks_of_new)
    hashes: dict[str, str] = {}
    if memory.source_id and memory.current:
        hashes[dedupe_key(scope.current_workspace_id(), memory.key)] = memory.current.content_hash
    stale = [memory_key(memory.id), old]

    def renew() -> None:
        _write(new, chunks_of_new.records, CHUNKS_SECONDS)
        for key, digest in hashes.items():
            _write(key, digest, DEDUPE_SECONDS)
        _or_default(lambda store: store.delete_many(stale), None)

    transaction.on_commit(renew)


def forget_links_on_commit(memory_ids: Iterable[UUID]) -> None:
    """Invalidate the cached edges of these memories after edges were added or removed."""
    if _is_on():
        epochs = {refs_key(memory_id, EPOCH): uuid4().hex for memory_id in memory_ids}
        transaction.on_commit(lambda: _or_default(lambda store: store.set_many(epochs, REFS_SECONDS), []) and None)


def erase_on_commit(memories: Iterable[Memory]) -> None:
    """Delete all versions of these memories from the cache, for purging and erasure."""
    keys: list[str] = []
    for memory in memories:
        keys += [memory_key(memory.id), *(chunks_key(memory.id, n) for n in range(1, memory.version + 1))]
        keys += [refs_key(memory.id, part) for part in (OUTBOUND, INBOUND, EPOCH)]
        keys.append(dedupe_key(scope.current_workspace_id(), memory.key))
    if _is_on():
        transaction.on_commit(lambda: _or_default(lambda store: store.delete_many(keys), None))


def chunk_records(memory: Memory) -> list[dict[str, Any]]:
    """Return the chunks of the current version as clients see them (004's MemoryDetail), in order."""
    wanted = _VersionChunks(memory.current_id)
    _read_chunks([wanted])
    return wanted.records


def _read_chunks(wanted: Sequence[_VersionChunks]) -> None:
    versions = [each.version_id for each in wanted]
    shown = Chunk.objects.filter(memory_version_id__in=versions, is_heading=False)
    rows = shown.with_keywords().order_by("chunk_index")
    found = defaultdict(list)
    for version_id, *parts in rows.values_list("memory_version_id", *CHUNK_PARTS):
        found[version_id].append(dict(zip(CHUNK_PARTS, parts, strict=True)))
    for each in wanted:
        each.records = found[each.version_id]


def _stamp(memory: Memory) -> list[Any]:
    return [str(memory.change_id), memory.version]


def _is_on() -> bool:
    return not isinstance(caches["memories"], DummyCache)


def _read(key: str) -> Any:
    text = _or_default(lambda store: store.get(key), None)
    return None if text is None else json.loads(text)


def _write(key: str, value: Any, seconds: int) -> None:
    text = json.dumps(value, cls=DjangoJSONEncoder)
    _or_default(lambda store: store.set(key, text, seconds), None)


def _or_default(call: Callable[[BaseCache], T], otherwise: T) -> T:
    """Call the cache; return `otherwise` if it is unavailable, so that the server uses the database."""
    try:
        return call(caches["memories"])
    except RedisError as error:
        logger.warning("The cache does not answer: %s", type(error).__name__)
        return otherwise
