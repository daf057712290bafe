"""The change that takes back what a decision changed."""

from uuid import UUID

from consent.changes import (
    AttachArtifact,
    Change,
    DetachArtifact,
    ForgetMemory,
    LinkMemories,
    RestoreMemory,
    UndoMerge,
    UnlinkMemories,
)
from consent.models import Decision, Proposal
from memories.models import History, Memory, MemoryVersion, Merge
from memories.models.choices import Event, LifecycleState, RelationType


def undoing(proposal: Proposal, decision: Decision) -> Change | None:
    """The contrary of what a decision changed; None when nothing of that is left to undo. In the entered scope."""
    rows = list(History.objects.filter(decision_id=decision.id).exclude(event=Event.CONSENT).order_by("id"))
    if not rows or rows[0].memory_id is None:
        return None
    memory = Memory.objects.select_related("current").filter(id=rows[0].memory_id).first()
    if memory is None:
        return None
    if rows[0].event == Event.MERGE:
        merge = Merge.objects.standing().filter(absorbed_id=proposal.change.get("absorbed_id")).first()
        return UndoMerge(memory_id=merge.kept_id) if merge else None
    piece = _piece(memory.id, rows[0])
    return piece or _content(memory, rows)


def _content(memory: Memory, rows: list[History]) -> Change | None:
    """What stood there before comes back, if what the decision made still stands."""
    first, last = rows[0], rows[-1]
    is_forgotten = memory.state != LifecycleState.ACTIVE
    if first.event == Event.DELETE:
        return RestoreMemory(memory_id=memory.id) if is_forgotten else None
    if is_forgotten or not _still_stands(memory, last.new_version_id or last.old_version_id):
        return None
    # Revived by the decision: forgotten is what it was.
    was_forgotten = first.event == Event.RESTORE and first.new_version_id is None
    if first.old_version_id is None or was_forgotten:
        return ForgetMemory(memory_id=memory.id)
    before = MemoryVersion.objects.filter(id=first.old_version_id).first()
    return RestoreMemory(memory_id=memory.id, version=before.number) if before else None


def _still_stands(memory: Memory, version_id: UUID | None) -> bool:
    """The version itself, or a later one that says the same."""
    made = MemoryVersion.objects.filter(id=version_id).first() if version_id else None
    return made is not None and memory.current is not None and memory.current.content == made.content


def _piece(memory_id: UUID, row: History) -> Change | None:
    """An edge or an attachment, taken away or put back."""
    match row.meta:
        case {"linked": relation_id}:
            return UnlinkMemories(relation_id=UUID(relation_id))
        case {"unlinked": _, "to": to_id, "relation_type": kind}:
            return LinkMemories(memory_id=memory_id, to_id=UUID(to_id), relation_type=RelationType(kind))
        case {"attached": artifact_id}:
            return DetachArtifact(memory_id=memory_id, artifact_id=UUID(artifact_id))
        case {"detached": artifact_id}:
            return AttachArtifact(memory_id=memory_id, artifact_id=UUID(artifact_id))
        case _:
            return None
