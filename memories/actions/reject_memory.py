from memories.actions.record_history import record_history
from memories.actions.restore_memory import reopen
from memories.actions.write_memory import Written, bullet_of
from memories.authority import WriteAuthority
from memories.denials import allow, deny, last_rejection
from memories.models import Fact, Memory, Merge
from memories.models.choices import Event, LifecycleState, Trust, ValidationStatus

SAVED = ("validation_status", "denied_hashes", "trust", "updated_at", "change_id")


def reject_memory(*, memory: Memory, authority: WriteAuthority) -> Written:
    """Keep that a memory is wrong (R17).

    Out of every read at once, with what was merged into it, which says the same; only the person brings the same words
    back to that place. Saying it twice changes nothing.
    """
    was = memory.validation_status
    if was == ValidationStatus.REJECTED or memory.current is None:
        return Written(memory, None)
    for merge in Merge.objects.standing().filter(kept=memory).select_related("absorbed__current"):
        reject_memory(memory=merge.absorbed, authority=authority)
    deny(memory, memory.current.content)
    for fact in Fact.objects.active().filter(memory=memory):
        fact.close(now=authority.now)
    _judge(memory, ValidationStatus.REJECTED, authority)
    _tell(memory, Event.UPDATE, authority, {"fields": ["validation_status"], "was": was}, told_as=Event.DELETE)
    return Written(memory, Event.UPDATE)


def readmit_memory(*, memory: Memory, authority: WriteAuthority) -> Written:
    """Take it back that a memory is wrong: by its person it is verified, by others what it was before."""
    if memory.validation_status != ValidationStatus.REJECTED or memory.current is None:
        return Written(memory, None)
    for merge in Merge.objects.standing().filter(kept=memory, absorbed__change_id=memory.change_id):
        readmit_memory(memory=merge.absorbed, authority=authority)
    allow(memory, memory.current.content)
    _judge(memory, _standing(memory, authority), authority)
    last_fact = Fact.objects.filter(memory=memory, memory_version=memory.current).order_by("-valid_from").first()
    if last_fact is not None:
        reopen(last_fact, memory.current, authority)
    _tell(memory, Event.RESTORE, authority, {}, told_as=Event.RESTORE)
    return Written(memory, Event.RESTORE)


def _standing(memory: Memory, authority: WriteAuthority) -> ValidationStatus:
    if authority.trust == Trust.PERSON:
        return ValidationStatus.VERIFIED
    said = last_rejection(memory)
    return ValidationStatus(said.meta["was"]) if said else ValidationStatus.UNVERIFIED


def _judge(memory: Memory, status: ValidationStatus, authority: WriteAuthority) -> None:
    memory.validation_status, memory.updated_at, memory.change_id = status, authority.now, authority.id
    if status == ValidationStatus.VERIFIED and authority.trust == Trust.PERSON:
        memory.trust = Trust.PERSON
    memory.save(update_fields=SAVED)


def _tell(memory: Memory, event: Event, authority: WriteAuthority, meta: dict[str, object], *, told_as: Event) -> None:
    """For an assistant it is gone, or back; what was merged into another was not there before either."""
    was_hidden = memory.state == LifecycleState.SUPERSEDED
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=memory.current_id,
        new_version=memory.current,
        meta=meta | {"validation_status": memory.validation_status},
        bullet="" if was_hidden else bullet_of(memory),
        told_as=told_as,
    )
