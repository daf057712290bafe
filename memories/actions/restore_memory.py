from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.actions.write_memory import Written, bullet_of, revive
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.models import Fact, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState
from memories.preparation import PreparedText


def restore_memory(
    *, memory: Memory, version: MemoryVersion, prepared: PreparedText, authority: WriteAuthority
) -> Written:
    """Bring a forgotten memory back, or make an old version's content current again as a new version.

    The address is locked by the caller; `prepared` belongs to `version`.
    """
    was_forgotten = memory.state != LifecycleState.ACTIVE
    if not was_forgotten and version.id == memory.current_id:
        return Written(memory, None)
    last_fact = Fact.objects.filter(memory=memory, memory_version=version).order_by("-valid_from").first()
    if was_forgotten:
        revive(memory, authority)
    if version.id != memory.current_id:
        version = _store_again(memory, version, prepared, authority)
    if last_fact is not None:
        reopen(last_fact, version, authority)
    return Written(memory, Event.RESTORE)


def _store_again(
    memory: Memory, old: MemoryVersion, prepared: PreparedText, authority: WriteAuthority
) -> MemoryVersion:
    replaced_id = memory.current_id
    version = store_version(
        memory=memory,
        content=old.content,
        title=old.title,
        summary=old.summary,
        metadata=old.metadata,
        payload=old.payload,
        prepared=prepared,
        authority=authority,
        redactions=old.redactions,
        digest=old.content_hash,
        excisions=old.excisions,
        raw_pointer=old.raw_pointer,
    )
    memory.trust, memory.validation_status = authority.trust, next_validation_status(memory, old.content, authority)
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save()
    record_history(
        memory=memory,
        event=Event.RESTORE,
        authority=authority,
        old_version_id=replaced_id,
        new_version=version,
        meta={"restored_version": old.number},
        bullet=bullet_of(memory),
    )
    return version


def reopen(fact: Fact, version: MemoryVersion, authority: WriteAuthority) -> None:
    """The restored value holds from now on; what held since is closed, never overwritten."""
    same_address = Fact.objects.active().address(fact.person_id, fact.category, fact.key).filter(item=fact.item)
    for standing in same_address:
        standing.close(now=authority.now)
    Fact.objects.create(
        person_id=fact.person_id,
        memory_id=fact.memory_id,
        memory_version=version,
        category=fact.category,
        key=fact.key,
        item=fact.item,
        value=fact.value,
        confidence=fact.confidence,
        importance=fact.importance,
        valid_from=authority.now,
    )
