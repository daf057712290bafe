"""The targets of merges and of undoing them."""

from datetime import datetime
from uuid import uuid5

from consent.changes import MergeMemories, UndoMerge
from consent.outcomes import Refusal, Refused
from consent.target import NO_MEMORY, Target, target_of, visible_memory
from memories import preparation
from memories.models import Memory, MemoryVersion, Merge
from memories.models.choices import MemoryType, MergeBand
from workspaces.actors import Actor

# What says the same of itself, or is a record of what was.
UNMERGEABLE = (MemoryType.SOURCE_OBJECT, MemoryType.EPISODIC, MemoryType.WORKING, MemoryType.PROCEDURAL)
ALIKE = ("namespace_path", "memory_type", "category", "sensitivity")
KEY_PREFIX = "merged:"


def key_of_merge(change: MergeMemories) -> str:
    """Where a merge that makes a new memory puts it: the same however often it is asked for."""
    return f"{KEY_PREFIX}{uuid5(change.memory_id, str(change.absorbed_id))}"


def of_merge(change: MergeMemories, actor: Actor, now: datetime) -> Target | Refused:
    """The memory that is to stay; both must be seen, be alike in all but their text, and have nothing cut out."""
    memory = visible_memory(change.memory_id, actor, now)
    other = visible_memory(change.absorbed_id, actor, now)
    if memory is None or other is None:
        return NO_MEMORY
    if other.change_id != change.absorbed_change_id:
        return Refused(Refusal.STALE, "The other memory was changed meanwhile.")
    if memory.id == other.id or not _are_alike(memory, other):
        return Refused(Refusal.INVALID, "Only two notes of one place, kind, category and sensitivity are merged.")
    if change.band != MergeBand.AUTO and not change.content.strip():
        return Refused(Refusal.INVALID, "This merge needs a text for both.")
    return target_of(memory, other=other, made=_made_before(change, memory))


def of_undo(change: UndoMerge, actor: Actor, now: datetime) -> Target | Refused:
    found = visible_memory(change.memory_id, actor, now)
    if found is None:
        return NO_MEMORY
    last = Merge.objects.standing().filter(kept=found).order_by("-created_at", "-id").first()
    if last is None:
        return Refused(Refusal.INVALID, "Nothing is merged into this memory.")
    version = MemoryVersion.objects.filter(memory=found, number=last.former_version).first()
    text = preparation.split(version.content, limit=None) if version else None
    other = Memory.objects.select_related("current").get(id=last.absorbed_id)
    return target_of(found, version=version, version_text=text, other=other)


def _are_alike(memory: Memory, other: Memory) -> bool:
    if any(each.is_fact or each.memory_type in UNMERGEABLE for each in (memory, other)):
        return False
    if any(each.current is None or each.current.excisions for each in (memory, other)):
        return False
    return all(getattr(memory, name) == getattr(other, name) for name in ALIKE)


def _made_before(change: MergeMemories, memory: Memory) -> Memory | None:
    """What an earlier, undone merge of the same two has left."""
    if change.band != MergeBand.RECREATE:
        return None
    return Memory.objects.select_related("current").at(memory.namespace_path, key_of_merge(change)).first()
