from memories.actions.record_history import record_history
from memories.authority import WriteAuthority
from memories.models import Memory, Merge, Relation
from memories.models.choices import Event, LifecycleState, RelationType


def leave_merges(memory: Memory, authority: WriteAuthority) -> None:
    """Before a memory comes back: it lies behind no other any more; what was forgotten with it lies behind it again."""
    if memory.state == LifecycleState.SUPERSEDED:
        _leave(memory, authority)
    else:
        _cover_again(memory, authority)


def _leave(memory: Memory, authority: WriteAuthority) -> None:
    Merge.objects.standing().filter(absorbed=memory).update(undone_at=authority.now)
    Relation.objects.filter(to_memory=memory, relation_type=RelationType.SUPERSEDES).delete()


def _cover_again(memory: Memory, authority: WriteAuthority) -> None:
    """Those that the same change had forgotten; one that was forgotten by itself stays so."""
    behind = Memory.objects.filter(
        merges__in=Merge.objects.standing().filter(kept=memory),
        state=LifecycleState.SOFT_DELETED,
        change_id=memory.change_id,
    )
    for absorbed in behind:
        _cover_again(absorbed, authority)
        absorbed.state, absorbed.purge_at = LifecycleState.SUPERSEDED, None
        absorbed.change_id, absorbed.updated_at = authority.id, authority.now
        absorbed.save(update_fields=["state", "purge_at", "change_id", "updated_at"])
        record_history(memory=absorbed, event=Event.RESTORE, authority=authority, meta={"behind": str(memory.id)})
