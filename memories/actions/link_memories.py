from collections.abc import Mapping, Sequence
from uuid import UUID

from memories import cache
from memories.actions.record_history import record_history
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.models import Memory, Relation
from memories.models.choices import DetectedBy, Event, RelationType


def link_memories(
    *, memory: Memory, other: Memory, relation_type: RelationType, strength: float, authority: WriteAuthority
) -> Written:
    """Add a manual edge; a detected edge becomes manual. The same edge again changes nothing."""
    edges = Relation.objects.between(memory.id, other.id, relation_type).select_for_update()
    drawn = Relation(
        from_memory=memory,
        to_memory=other,
        relation_type=relation_type,
        strength=strength,
        detected_by=DetectedBy.MANUAL,
        created_at=authority.now,
    )
    # Background linking, or the other memory's writer, may add the same edge meanwhile.
    relation = edges.first() or next(iter(Relation.objects.add_new([drawn])), None) or edges.get()
    if relation is not drawn:
        if (relation.detected_by, relation.strength) == (DetectedBy.MANUAL, strength):
            return Written(memory, None, relation.id)
        relation.strength, relation.confidence, relation.detected_by = strength, 1.0, DetectedBy.MANUAL
        relation.save()
    cache.forget_links_on_commit([memory.id, other.id])
    _record(memory, relation, authority, "linked")
    return Written(memory, Event.LINK, relation.id)


def unlink_memories(*, memory: Memory, relation: Relation, authority: WriteAuthority) -> Written:
    """Remove an edge. A similar neighbour is linked again only after one of the two has changed."""
    _record(memory, relation, authority, "unlinked")
    cache.forget_links_on_commit([relation.from_memory_id, relation.to_memory_id])
    relation.delete()
    return Written(memory, Event.LINK)


def set_dependencies(
    *, memory: Memory, sources: Mapping[RelationType, Sequence[UUID]], authority: WriteAuthority
) -> None:
    """Set what a derived memory depends on (004, 001 §2), replacing the earlier sources of each type named."""
    for relation_type, named in sources.items():
        ids = [source for source in dict.fromkeys(named) if source != memory.id]
        stored = Relation.objects.filter(from_memory=memory, relation_type=relation_type)
        dropped = stored.exclude(to_memory_id__in=ids)
        cache.forget_links_on_commit([memory.id, *ids, *dropped.values_list("to_memory_id", flat=True)])
        for relation in dropped:
            _record(memory, relation, authority, "unlinked")
        dropped.delete()
        known = set(stored.values_list("to_memory_id", flat=True))
        for source in ids:
            if source not in known:
                _rest(memory, source, relation_type, authority)


def _rest(memory: Memory, source: UUID, relation_type: RelationType, authority: WriteAuthority) -> None:
    relation = Relation.objects.create(
        from_memory=memory,
        to_memory_id=source,
        relation_type=relation_type,
        strength=1.0,
        detected_by=DetectedBy.MANUAL,
        created_at=authority.now,
    )
    _record(memory, relation, authority, "linked")


def _record(memory: Memory, relation: Relation, authority: WriteAuthority, what: str) -> None:
    meta = {
        what: str(relation.id),
        "relation_type": relation.relation_type,
        "from": str(relation.from_memory_id),
        "to": str(relation.to_memory_id),
        "strength": relation.strength,
    }
    record_history(memory=memory, event=Event.LINK, authority=authority, meta=meta)
