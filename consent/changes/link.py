"""Edges between memories."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes.base import Change
from consent.changes.families import ChangeById, DirectChange
from consent.changes.lines import Lines, link_line
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories.actions.link_memories import link_memories, unlink_memories
from memories.actions.writer import Written
from memories.authority import UNDIRECTED_EDGES, WriteAuthority
from memories.models import History, Memory, Relation
from memories.models.choices import RelationType
from providers.schema import Unit

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot
    from consent.stored import Address

TO_ITSELF = Refused(Refusal.INVALID, gettext_noop("A memory is not linked to itself."))
NO_RELATION = Refused(Refusal.NOT_FOUND, gettext_noop("There is no such relation."))


class LinkMemories(ChangeById):
    """Add an edge from one memory to another; `strength` is 0..1."""

    type: Literal["link_memories"] = "link_memories"
    to_id: UUID
    relation_type: RelationType = RelationType.RELATED_TO
    strength: Unit = 1.0

    def locks(self) -> "set[Address]":
        return {UNDIRECTED_EDGES} if self.relation_type == RelationType.RELATED_TO else set()

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        """Return the memory that the edge starts from; both ends must be visible, and the first writable."""
        if self.memory_id == self.to_id:
            return TO_ITSELF
        memory, other = (visible_memory(one, snapshot.actor, snapshot.now) for one in (self.memory_id, self.to_id))
        return NO_MEMORY if memory is None or other is None else target_of(memory, other=other)

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert target.other is not None
        return link_memories(
            memory=target.existing,
            other=target.other,
            relation_type=self.relation_type,
            strength=self.strength,
            authority=authority,
        )

    def field_name(self, target: Target) -> str:
        return f"link of {target.key}: {self.relation_type} {self.to_id}"

    def before(self, target: Target) -> Lines:
        assert target.other is not None
        stored = Relation.objects.between(self.memory_id, self.to_id, self.relation_type).first()
        edge = link_line(self.relation_type, target.other, stored) if stored else {}
        return super().before(target) | edge

    def after(self, target: Target) -> Lines:
        assert target.other is not None
        return super().before(target) | link_line(self.relation_type, target.other, strength=self.strength)

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        return UnlinkMemories(relation_id=UUID(rows[0].meta["linked"])) if "linked" in rows[0].meta else None


class UnlinkMemories(DirectChange):
    """Remove an edge."""

    type: Literal["unlink_memories"] = "unlink_memories"
    relation_id: UUID

    def locks(self) -> "set[Address]":
        return {UNDIRECTED_EDGES}

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        edges = Relation.objects.visible_to(snapshot.actor, now=snapshot.now)
        edges = edges.select_related("from_memory__current", "to_memory__current")
        relation = edges.filter(id=self.relation_id).first()
        return target_of(relation.from_memory, relation=relation) if relation else NO_RELATION

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert target.relation is not None
        return unlink_memories(memory=target.existing, relation=target.relation, authority=authority)

    def field_name(self, target: Target) -> str:
        assert target.relation is not None
        return f"link of {target.key}: {target.relation.relation_type} {target.relation.to_memory_id}"

    def before(self, target: Target) -> Lines:
        assert target.relation is not None
        relation = target.relation
        return super().before(target) | link_line(relation.relation_type, relation.to_memory, relation)

    def after(self, target: Target) -> Lines:
        return super().before(target)

    @classmethod
    def inverse(cls, memory: Memory, rows: Sequence[History]) -> Change | None:
        if "unlinked" not in rows[0].meta:
            return None
        meta = rows[0].meta
        kind, strength = RelationType(meta["relation_type"]), meta.get("strength", 1.0)
        return LinkMemories(memory_id=memory.id, to_id=UUID(meta["to"]), relation_type=kind, strength=strength)
