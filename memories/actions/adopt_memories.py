"""Adopts memories of another server with all versions and their history, under their original ids."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Model

from memories.authority import WriteAuthority
from memories.models import Fact, History, HistorySalt, Memory, MemoryVersion, Provenance, Relation
from memories.models.choices import LifecycleState
from memories.preparation import PreparedText
from workspaces.models import uuid7


@dataclass(frozen=True, slots=True)
class AdoptedMemories:
    """Unsaved rows. `salts` are the history's, by its ids at the origin."""

    memories: Sequence[Memory]
    versions: Sequence[MemoryVersion]
    facts: Sequence[Fact]
    relations: Sequence[Relation]
    provenance: Sequence[Provenance]
    history: Sequence[History]
    salts: Mapping[UUID, bytes]


AT_ONCE = 500


def adopt_memories(rows: AdoptedMemories, texts: Mapping[UUID, PreparedText], authority: WriteAuthority) -> None:
    """Insert the rows unchanged; `texts` are those of the current versions, chunked, by version.

    History rows get new ids in the order of events, because they are sealed here as imported now; `meta.origin` is the
    id at the origin.
    """
    _insert(_ours(memory, authority) for memory in rows.memories)
    _insert(rows.versions)
    _insert(rows.facts)
    _insert(rows.relations)
    _insert(rows.provenance)
    _insert_history(rows, authority)
    for memory in rows.memories:
        text = texts.get(memory.current_id) if memory.current_id else None
        if text is not None and memory.state == LifecycleState.ACTIVE:
            _insert(text.rows(person_id=memory.person_id, memory=memory, memory_version_id=memory.current_id))


def _ours(memory: Memory, authority: WriteAuthority) -> Memory:
    memory.change_id = authority.id
    return memory


def _insert_history(rows: AdoptedMemories, authority: WriteAuthority) -> None:
    history, salts = sorted(rows.history, key=lambda row: (row.created_at, row.pk)), list[HistorySalt]()
    for row in history:
        origin, row.id, row.change_id = row.id, uuid7(), authority.id
        row.meta = {**row.meta, "origin": str(origin)}
        if salt := rows.salts.get(origin):
            salts.append(HistorySalt(history_id=row.id, salt=salt))
    _insert(history)
    _insert(salts)


def _insert(rows: Iterable[Model]) -> None:
    """Insert the rows of one model."""
    waiting = list(rows)
    if waiting:
        type(waiting[0])._default_manager.bulk_create(waiting, batch_size=AT_ONCE)
