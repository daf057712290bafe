"""Memories of another server, before they are stored here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.models import Fact, History, Memory, MemoryVersion, Provenance, Relation


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
