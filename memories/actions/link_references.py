from collections import defaultdict
from uuid import UUID

from memories import cache
from memories.actions.record_history import record_found_links
from memories.authority import WriteAuthority
from memories.models import Memory, Relation, SourceName, SourceReference
from memories.models.choices import DetectedBy
from memories.sources.payloads import payload_adapter
from memories.sources.references import names_of, references_in

Edge = tuple[UUID, UUID, str]


def link_references(*, memory: Memory, authority: WriteAuthority) -> int:
    """Update the edges found by regex to the references in current texts, of this object and of others that name it.

    Return the number of new edges. References to unknown objects are linked when those arrive.
    """
    if memory.current is None or memory.current.payload is None:
        return 0
    names = _replace_names(memory)
    wanted = _own_edges(memory) | _edges_to(memory, names)
    stated = Relation.objects.touching(memory.id).filter(detected_by=DetectedBy.REGEX).select_for_update()
    stored = {_edge(row): row for row in stated}
    Relation.objects.filter(id__in=[row.id for edge, row in stored.items() if edge not in wanted]).delete()
    new = [
        Relation(
            from_memory_id=edge[0],
            to_memory_id=edge[1],
            relation_type=edge[2],
            strength=confidence,
            confidence=confidence,
            detected_by=DetectedBy.REGEX,
            created_at=authority.now,
        )
        for edge, confidence in wanted.items()
        if edge not in stored
    ]
    cache.forget_links_on_commit({end for edge in [*wanted, *stored] for end in edge[:2]})
    added = Relation.objects.add_new(new)
    record_found_links(memory, added, DetectedBy.REGEX, authority)
    return len(added)


def _replace_names(memory: Memory) -> list[str]:
    version = memory.current
    payload = payload_adapter.validate_python(version.payload)
    names = names_of(memory.source, payload)
    references = references_in(memory.source, version.title, version.summary, payload)
    SourceName.objects.filter(memory=memory).delete()
    SourceName.objects.bulk_create(SourceName(memory=memory, name=name) for name in names)
    SourceReference.objects.filter(memory=memory).delete()
    SourceReference.objects.bulk_create(
        SourceReference(
            memory=memory,
            name=reference.name,
            relation_type=reference.relation_type,
            is_reversed=reference.is_reversed,
            confidence=reference.confidence,
        )
        for reference in references
    )
    return names


def _own_edges(memory: Memory) -> dict[Edge, float]:
    references = list(SourceReference.objects.filter(memory=memory))
    known = defaultdict(list)
    for name, memory_id in SourceName.objects.filter(name__in=[r.name for r in references]).values_list(
        "name", "memory_id"
    ):
        known[name].append(memory_id)
    return {
        _directed(memory.id, target, reference): reference.confidence
        for reference in references
        for target in known[reference.name]
        if target != memory.id
    }


def _edges_to(memory: Memory, names: list[str]) -> dict[Edge, float]:
    references = SourceReference.objects.filter(name__in=names).exclude(memory=memory)
    return {_directed(r.memory_id, memory.id, r): r.confidence for r in references}


def _directed(from_id: UUID, to_id: UUID, reference: SourceReference) -> Edge:
    ends = (to_id, from_id) if reference.is_reversed else (from_id, to_id)
    return (*ends, reference.relation_type)


def _edge(row: Relation) -> Edge:
    return (row.from_memory_id, row.to_memory_id, row.relation_type)
