"""Writing a field of a person: a memory with a structured address (002, R12)."""

from memories.actions.lifecycle import revive
from memories.actions.writer import Content, Written, new_head, save_version, set_attributes
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from memories.models.choices import (
    FACT_ALLOWLIST_CATEGORY,
    LifecycleState,
    MemoryType,
    Trust,
    ValidationStatus,
)
from memories.preparation import PreparedText


def write_fact(
    *, memory: Memory | None, draft: FactDraft, prepared: PreparedText, authority: WriteAuthority, apart: str = ""
) -> Written:
    """Set a field: close the old row, add the new one, and add a version to the fact's memory (002, R12, R15).

    `memory` is the fact's memory, if there is one; the caller has locked the address. Without one, `apart`
    distinguishes the new one from memories there that the writer may not know. A lower confidence than the active one
    changes nothing unless a person writes.
    """
    rows = Fact.objects.active().address(draft.person_id, draft.category, draft.key)
    active = rows.filter(item=draft.item, memory=memory).first() if memory is not None else None
    if active is not None and memory is not None and memory.state == LifecycleState.ACTIVE:
        if active.value == draft.value and _adds_nothing(active, memory, draft, authority):
            return Written(memory, None)
        if draft.confidence < active.confidence and authority.trust != Trust.PERSON:
            return Written(memory, None)
        active.close(now=authority.now)
    if memory is None:
        category = FACT_ALLOWLIST_CATEGORY[draft.category]
        memory = new_head(
            draft.namespace, draft.memory_key, authority, apart=apart, category=category,
            memory_type=MemoryType.SEMANTIC,
        )  # fmt: skip
    elif memory.state == LifecycleState.SOFT_DELETED:
        revive(memory, authority)
    _set_attributes(memory, draft, authority)
    content = Content(draft.content, source_event_id=draft.source_event_id)
    written = save_version(memory, content, prepared, authority)
    authority.inserts.add([_row(draft, memory, authority)])
    return written


def _adds_nothing(fact: Fact, memory: Memory, draft: FactDraft, authority: WriteAuthority) -> bool:
    already_verified = memory.validation_status == ValidationStatus.VERIFIED or authority.trust != Trust.PERSON
    return draft.confidence <= fact.confidence and already_verified


def _set_attributes(memory: Memory, draft: FactDraft, authority: WriteAuthority) -> None:
    wanted = {name: getattr(draft, name) for name in ("importance", "sensitivity", "thread_id", "session_id")}
    wanted["confidence"] = 1.0 if authority.trust == Trust.PERSON else draft.confidence
    wanted["trust"] = authority.trust
    wanted["validation_status"] = next_validation_status(memory, draft.content, authority)
    set_attributes(memory, wanted)


def _row(draft: FactDraft, memory: Memory, authority: WriteAuthority) -> Fact:
    return Fact(
        person_id=draft.person_id,
        memory=memory,
        memory_version=memory.current,
        category=draft.category,
        key=draft.key,
        item=draft.item,
        value=draft.value,
        confidence=memory.confidence,
        importance=draft.importance,
        valid_from=authority.now,
    )
