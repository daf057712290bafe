"""Forgetting, rejecting and restoring memories (001 §7, R17)."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings

from memories.actions.record_history import record_history
from memories.actions.writer import Content, Written, bullet_of, save_head, save_version
from memories.authority import WriteAuthority
from memories.denials import allow, deny, last_rejection, next_validation_status
from memories.models import Fact, Memory, MemoryVersion, Merge, Relation
from memories.models.choices import Event, LifecycleState, RelationType, Trust, ValidationStatus
from memories.preparation import PreparedText


def forget_memory(
    *,
    memory: Memory,
    authority: WriteAuthority,
    event: Event = Event.DELETE,
    replaced_by: UUID | None = None,
    behind: UUID | None = None,
) -> Written:
    """Soft delete, on request or by retention (`event` TTL).

    Excluded from every read at once, restorable until `purge_at` (001 §7). Forgetting twice changes nothing. Memories
    that were merged into it say the same, so they are forgotten with it: their history rows name it (`behind`).
    """
    if memory.state == LifecycleState.SOFT_DELETED:
        return Written(memory, None)
    for merge in Merge.objects.active().filter(kept=memory).select_related("absorbed__current"):
        forget_memory(memory=merge.absorbed, authority=authority, event=event, behind=memory.id)
    was_hidden = memory.state == LifecycleState.SUPERSEDED
    memory.state = LifecycleState.SOFT_DELETED
    memory.purge_at = authority.now + timedelta(days=settings.PURGE_DAYS)
    save_head(memory, authority, "state", "purge_at")
    _close_facts(memory, authority)
    others = {"replaced_by": replaced_by, "behind": behind}
    meta = {name: str(other) for name, other in others.items() if other}
    _record(memory, event, authority, is_hidden=was_hidden, meta=meta)
    return Written(memory, event)


def restore_memory(
    *, memory: Memory, version: MemoryVersion, prepared: PreparedText, authority: WriteAuthority
) -> Written:
    """Restore a forgotten or expired memory, or make an old version's content current again as a new version.

    The address is locked by the caller; `prepared` belongs to `version`.
    """
    was_forgotten = memory.state != LifecycleState.ACTIVE or memory.has_expired(authority.now)
    if not was_forgotten and version.id == memory.current_id:
        return Written(memory, None)
    last_fact = Fact.objects.filter(memory=memory, memory_version=version).order_by("-valid_from").first()
    if was_forgotten:
        if memory.has_expired(authority.now):
            # Nothing else ends a working memory whose conversation is closed.
            memory.expires_at = memory.default_end(authority.now)
        revive(memory, authority)
    if version.id != memory.current_id:
        memory.trust = authority.trust
        memory.validation_status = next_validation_status(memory, version.content, authority)
        meta = {"restored_version": version.number}
        save_version(memory, Content.of(version), prepared, authority, event=Event.RESTORE, meta=meta)
    if last_fact is not None:
        _reopen(last_fact, memory, authority)
    return Written(memory, Event.RESTORE)


def revive(memory: Memory, authority: WriteAuthority, *, unmerged_from: Memory | None = None) -> None:
    """Undo a soft delete, or separate a memory from the one it was merged into (`unmerged_from`), with its RESTORE row.

    An expired TTL is cleared, else it would be forgotten again.
    """
    if memory.state == LifecycleState.SUPERSEDED:
        Merge.objects.active().filter(absorbed=memory).update(undone_at=authority.now)
        Relation.objects.filter(to_memory=memory, relation_type=RelationType.SUPERSEDES).delete()
    else:
        _absorb_again(memory, authority)
    memory.state, memory.purge_at = LifecycleState.ACTIVE, None
    if memory.has_expired(authority.now):
        memory.expires_at = None
    save_head(memory, authority, "state", "purge_at", "expires_at")
    meta = {"unmerged_from": str(unmerged_from.id)} if unmerged_from else {}
    _record(memory, Event.RESTORE, authority, meta=meta)


def reject_memory(*, memory: Memory, authority: WriteAuthority) -> Written:
    """Record that a memory is wrong (R17).

    Excluded from every read at once, with the memories that were merged into it. Only the person can write the same
    text to that address again. Rejecting twice changes nothing.
    """
    was = memory.validation_status
    if was == ValidationStatus.REJECTED or memory.current is None:
        return Written(memory, None)
    for merge in Merge.objects.active().filter(kept=memory).select_related("absorbed__current"):
        reject_memory(memory=merge.absorbed, authority=authority)
    deny(memory, memory.current.content)
    _close_facts(memory, authority)
    _set_validation(memory, ValidationStatus.REJECTED, authority)
    meta = {"fields": ["validation_status"], "was": was}
    _record_validation(memory, Event.UPDATE, authority, meta, shown_as=Event.DELETE)
    return Written(memory, Event.UPDATE)


def readmit_memory(*, memory: Memory, authority: WriteAuthority, as_before: bool = False) -> Written:
    """Withdraw a rejection. If its person does, the memory is verified; else, and with `as_before`, it gets its former
    status."""
    if memory.validation_status != ValidationStatus.REJECTED or memory.current is None:
        return Written(memory, None)
    for merge in Merge.objects.active().filter(kept=memory, absorbed__change_id=memory.change_id):
        readmit_memory(memory=merge.absorbed, authority=authority, as_before=as_before)
    allow(memory, memory.current.content)
    is_confirmed = authority.trust == Trust.PERSON and not as_before
    memory.trust = Trust.PERSON if is_confirmed else memory.trust
    _set_validation(memory, ValidationStatus.VERIFIED if is_confirmed else _status_before(memory), authority)
    last_fact = Fact.objects.filter(memory=memory, memory_version=memory.current).order_by("-valid_from").first()
    if last_fact is not None:
        _reopen(last_fact, memory, authority)
    meta = {"as_before": True} if as_before else {}
    _record_validation(memory, Event.RESTORE, authority, meta, shown_as=Event.RESTORE)
    return Written(memory, Event.RESTORE)


def _absorb_again(memory: Memory, authority: WriteAuthority) -> None:
    """Mark memories that the same change forgot as superseded by this one again; others stay forgotten."""
    behind = Memory.objects.filter(
        merges__in=Merge.objects.active().filter(kept=memory),
        state=LifecycleState.SOFT_DELETED,
        change_id=memory.change_id,
    )
    for absorbed in behind:
        _absorb_again(absorbed, authority)
        absorbed.state, absorbed.purge_at = LifecycleState.SUPERSEDED, None
        save_head(absorbed, authority, "state", "purge_at")
        record_history(memory=absorbed, event=Event.RESTORE, authority=authority, meta={"behind": str(memory.id)})


def _close_facts(memory: Memory, authority: WriteAuthority) -> None:
    for fact in Fact.objects.active().filter(memory=memory):
        fact.close(now=authority.now)


def _reopen(fact: Fact, memory: Memory, authority: WriteAuthority) -> None:
    """Make the restored value active from now on; the one active since is closed, never overwritten."""
    rows = Fact.objects.active().address(fact.person_id, fact.category, fact.key)
    for active in rows.filter(item=fact.item, memory=memory):
        active.close(now=authority.now)
    Fact.objects.create(
        person_id=fact.person_id,
        memory_id=fact.memory_id,
        memory_version=memory.current,
        category=fact.category,
        key=fact.key,
        item=fact.item,
        value=fact.value,
        confidence=fact.confidence,
        importance=fact.importance,
        valid_from=authority.now,
    )


def _status_before(memory: Memory) -> ValidationStatus:
    rejection = last_rejection(memory)
    return ValidationStatus(rejection.meta["was"]) if rejection else ValidationStatus.UNVERIFIED


def _set_validation(memory: Memory, status: ValidationStatus, authority: WriteAuthority) -> None:
    memory.validation_status = status
    save_head(memory, authority, "validation_status", "denied_hashes", "trust")


def _record_validation(
    memory: Memory, event: Event, authority: WriteAuthority, meta: dict[str, Any], *, shown_as: Event
) -> None:
    meta = meta | {"validation_status": memory.validation_status}
    is_hidden = memory.state == LifecycleState.SUPERSEDED
    _record(memory, event, authority, new_version=memory.current, meta=meta, is_hidden=is_hidden, shown_as=shown_as)


def _record(memory: Memory, event: Event, authority: WriteAuthority, *, is_hidden: bool = False, **more: Any) -> None:
    """Record the event; without a delta header line if the memory was superseded by another (`is_hidden`)."""
    bullet = "" if is_hidden else bullet_of(memory)
    record_history(
        memory=memory, event=event, authority=authority, old_version_id=memory.current_id, bullet=bullet, **more
    )
