from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.actions.write_memory import Written, bullet_of, revive, save_head
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from memories.models.choices import (
    FACT_ALLOWLIST_CATEGORY,
    Event,
    LifecycleState,
    MemoryType,
    Trust,
    ValidationStatus,
)
from memories.preparation import PreparedText
from workspaces.namespaces import to_path


def write_fact(
    *, memory: Memory | None, draft: FactDraft, prepared: PreparedText, authority: WriteAuthority
) -> Written:
    """Give a field its value: close the old row, add the new one, and version the memory that the fact is (002, R12,
    R15).

    `memory` is the fact's memory, if there is one; the caller has locked the address. A lower confidence than the
    standing one changes nothing unless a person speaks.
    """
    standing = _standing_fact(draft)
    if standing is not None and memory is not None and memory.state == LifecycleState.ACTIVE:
        if standing.value == draft.value and _nothing_gained(standing, memory, draft, authority):
            return Written(memory, None)
        if draft.confidence < standing.confidence and authority.trust != Trust.PERSON:
            return Written(memory, None)
        standing.close(now=authority.now)
    if memory is not None and memory.state == LifecycleState.SOFT_DELETED:
        revive(memory, authority)
    return _store(memory or _new_head(draft, authority), draft, prepared, authority)


def _standing_fact(draft: FactDraft) -> Fact | None:
    return Fact.objects.active().address(draft.person_id, draft.category, draft.key).filter(item=draft.item).first()


def _nothing_gained(fact: Fact, memory: Memory, draft: FactDraft, authority: WriteAuthority) -> bool:
    already_verified = memory.validation_status == ValidationStatus.VERIFIED or authority.trust != Trust.PERSON
    return draft.confidence <= fact.confidence and already_verified


def _new_head(draft: FactDraft, authority: WriteAuthority) -> Memory:
    return Memory(
        namespace=draft.namespace,
        namespace_path=to_path(draft.namespace),
        person_id=draft.person_id,
        key=draft.memory_key,
        memory_type=MemoryType.SEMANTIC,
        category=FACT_ALLOWLIST_CATEGORY[draft.category],
        agent_id=authority.actor.id if authority.actor.is_agent else None,
        created_at=authority.now,
        updated_at=authority.now,
        change_id=authority.id,
    )


def _set_standing(memory: Memory, draft: FactDraft, authority: WriteAuthority) -> None:
    by_person = authority.trust == Trust.PERSON
    memory.confidence = 1.0 if by_person else draft.confidence
    memory.importance = draft.importance
    memory.sensitivity = draft.sensitivity
    memory.thread_id = draft.thread_id
    memory.session_id = draft.session_id
    memory.trust = authority.trust
    memory.validation_status = next_validation_status(memory, draft.content, authority)
    memory.updated_at, memory.change_id = authority.now, authority.id


def _store(memory: Memory, draft: FactDraft, prepared: PreparedText, authority: WriteAuthority) -> Written:
    old_version_id = memory.current_id
    _set_standing(memory, draft, authority)
    version = store_version(
        memory=memory,
        content=draft.content,
        prepared=prepared,
        authority=authority,
        source_event_id=draft.source_event_id,
    )
    save_head(memory, authority)
    Fact.objects.create(
        person_id=draft.person_id,
        memory=memory,
        memory_version=version,
        category=draft.category,
        key=draft.key,
        item=draft.item,
        value=draft.value,
        confidence=memory.confidence,
        importance=draft.importance,
        valid_from=authority.now,
    )
    event = Event.UPDATE if old_version_id else Event.ADD
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=old_version_id,
        new_version=version,
        bullet=bullet_of(memory),
    )
    return Written(memory, event)
