from memories.actions.record_history import record_history
from memories.change import Change
from memories.models import Memory, Merge, Relation
from memories.models.choices import Event, LifecycleState, RelationType


def leave_merges(memory: Memory, change: Change) -> None:
    """Before a memory comes back: it lies behind no other any more; what was forgotten with it lies behind it again."""
    if memory.state == LifecycleState.SUPERSEDED:
        _leave(memory, change)
    else:
        _cover_again(memory, change)


def _leave(memory: Memory, change: Change) -> None:
    Merge.objects.standing().filter(absorbed=memory).update(undone_at=change.now)
    Relation.objects.filter(to_memory=memory, relation_type=RelationType.SUPERSEDES).delete()


def _cover_again(memory: Memory, change: Change) -> None:
    """Those that the same change had forgotten; one that was forgotten by itself stays so."""
    behind = Memory.objects.filter(
        merges__in=Merge.objects.standing().filter(kept=memory),
        state=LifecycleState.SOFT_DELETED,
        change_id=memory.change_id,
    )
    for absorbed in behind:
        _cover_again(absorbed, change)
        absorbed.state, absorbed.purge_at = LifecycleState.SUPERSEDED, None
        absorbed.change_id, absorbed.updated_at = change.id, change.now
        absorbed.save(update_fields=["state", "purge_at", "change_id", "updated_at"])
        record_history(memory=absorbed, event=Event.RESTORE, change=change, meta={"behind": str(memory.id)})
