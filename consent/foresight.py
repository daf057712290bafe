"""What can be known of a submission before it takes locks: what its texts state, and which vectors are there.

Hints only. Under the locks everything is looked at again; what was foreseen then costs nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Q

from consent import readings
from consent.changes import Change, ForgetMemory, MergeMemories, RestoreMemory, SetFact, UndoMerge, WriteMemory
from consent.detection import texts as detection
from consent.preparation import PreparedChange
from consent.standing import Address, at_addresses
from memories.models import Chunk, Memory, MemoryVersion
from workspaces import scope
from workspaces.namespaces import person_id_of


def foresee(items: Sequence[PreparedChange], *, workspace_id: UUID) -> list[PreparedChange]:
    """Read what the changes state and what they would replace; tell which chunks need no new vector.

    Inside `readings.read_once`, outside any scope: reading may take long.
    """
    changes = [item.change for item in items if not item.problem]
    with scope.enter(workspace_id):
        memories = _standing(changes)
        hashes = _embedded(memories)
        older = _older_versions(changes)
    for text in [*_said(items), *_beside(changes, memories), *_standing_texts(memories, older)]:
        readings.sensitive(text)
    return [_hinted(item, hashes) for item in items]


def _standing(changes: Sequence[Change]) -> list[Memory]:
    """The memories that the changes would replace, with their current versions."""
    addresses = {(c.draft.namespace_path, c.draft.key) for c in changes if isinstance(c, WriteMemory)}
    touched = ForgetMemory | RestoreMemory | MergeMemories | UndoMerge
    ids = [change.memory_id for change in changes if isinstance(change, touched)]
    ids += [change.absorbed_id for change in changes if isinstance(change, MergeMemories)]
    if not addresses and not ids:
        return []
    return list(Memory.objects.select_related("current").filter(at_addresses(addresses) | Q(id__in=ids)))


def _older_versions(changes: Sequence[Change]) -> list[MemoryVersion]:
    """Those that are to be brought back."""
    rows = MemoryVersion.objects.select_related("memory")
    return [
        version
        for change in changes
        if isinstance(change, RestoreMemory) and change.version is not None
        for version in rows.filter(memory_id=change.memory_id, number=change.version)
    ]


def _embedded(memories: Sequence[Memory]) -> dict[Address, frozenset[str]]:
    """By address the hashes of the chunks that have a vector."""
    if not memories:
        return {}
    rows = Chunk.objects.current().filter(memory__in=memories, embeddings__isnull=False)
    found = defaultdict(set)
    for memory_id, digest in rows.values_list("memory_id", "chunk_hash"):
        found[memory_id].add(digest)
    return {(memory.namespace_path, memory.key): frozenset(found[memory.id]) for memory in memories}


def _said(items: Sequence[PreparedChange]) -> Iterator[str]:
    for item in items:
        match item.change:
            case WriteMemory(draft=draft) if item.residual is None and person_id_of(draft.namespace):
                yield from detection.texts_of(draft)
            case SetFact(draft=fact):
                yield from detection.texts_of_fact(fact)
            case MergeMemories(content=content):
                yield content


def _beside(changes: Sequence[Change], memories: Sequence[Memory]) -> Iterator[str]:
    """What new contents say under the names that their memories keep."""
    kept = {(memory.namespace_path, memory.key): memory for memory in memories}
    for change in changes:
        if isinstance(change, WriteMemory) and (change.draft.namespace_path, change.draft.key) in kept:
            memory = kept[change.draft.namespace_path, change.draft.key]
            yield from detection.texts_beside(change.draft, memory)


def _standing_texts(memories: Sequence[Memory], older: Sequence[MemoryVersion]) -> Iterator[str]:
    for memory in memories:
        if memory.current is not None:
            yield from detection.texts_of_version(memory, memory.current)
    for version in older:
        yield from detection.texts_of_version(version.memory, version)


def _hinted(item: PreparedChange, hashes: dict[Address, frozenset[str]]) -> PreparedChange:
    if not isinstance(item.change, WriteMemory):
        return item
    draft = item.change.draft
    return replace(item, known_hashes=hashes.get((draft.namespace_path, draft.key), frozenset()))
