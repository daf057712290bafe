from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memories import preparation
from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.actions.write_memory import Written, bullet_of, revive
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.excisions import Excision
from memories.models import Chunk, Memory, MemoryVersion
from memories.models.choices import DEFAULT_IMPORTANCE, Event, LifecycleState, MemoryType, Trust
from memories.preparation import PreparedText
from memories.sources.drafts import SourceDraft, is_gone, payload_json
from memories.sources.rendering import first_label
from workspaces.namespaces import person_id_of

ATTRIBUTES = ("category", "importance", "confidence", "sensitivity", "occurred_at")
ORIGIN = ("thread_id", "session_id", "source_label")


def write_source(
    *,
    memory: Memory | None,
    draft: SourceDraft,
    prepared: PreparedText | None,
    authority: WriteAuthority,
    default_category: str,
    redactions: list[dict[str, Any]],
    excisions: Sequence[Excision] = (),
) -> Written:
    """Keep a source object as it now stands (004, R4).

    `memory` is the object as it is kept, found by its identity; the caller has locked it. What did not change makes no
    new version unless it is forced; an object that comes back from the archive gets one, for its chunks are superseded.
    What is unchanged does not revive an object that was forgotten here; what changed does (R5).
    """
    digest = draft.content_hash
    if memory is not None and not _needs_version(memory, draft, digest):
        return _update_attributes(memory, draft, authority)
    event = Event.UPDATE if memory else Event.ADD
    if memory is None:
        memory = _new_head(draft, authority, default_category)
    elif memory.state == LifecycleState.SOFT_DELETED:
        revive(memory, authority)
    old_version_id = memory.current_id
    _apply(memory, draft, authority)
    cut = {"redactions": redactions, "excisions": list(excisions)}
    version = _store(memory, draft, prepared, authority, digest=digest, cut=cut)
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save()
    hide_if_gone(memory, now=authority.now)
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=old_version_id,
        new_version=version,
        meta={"source": draft.source, "source_type": draft.source_type} | ({"forced": True} if draft.forced else {}),
        bullet=bullet_of(memory),
    )
    return Written(memory, event)


def _store(
    memory: Memory,
    draft: SourceDraft,
    prepared: PreparedText | None,
    authority: WriteAuthority,
    *,
    digest: str,
    cut: dict[str, list[dict[str, Any]]],
) -> MemoryVersion:
    """The object as a version; what `prepared` lacks was taken for a repeat before the lock, and is chunked now."""
    return store_version(
        memory=memory,
        content=draft.content,
        title=draft.title,
        summary=draft.summary,
        metadata=draft.metadata,
        payload=payload_json(draft.payload),
        prepared=prepared or preparation.split(draft.content, limit=None, label=first_label(draft.payload)),
        authority=authority,
        source_event_id=draft.source_event_id,
        redactions=cut["redactions"],
        digest=digest,
        excisions=cut["excisions"],
        raw_pointer=draft.raw_pointer,
    )


def hide_if_gone(memory: Memory, *, now: datetime) -> None:
    """Take an archived or deleted object out of search: its chunks are superseded, its row stays (R4)."""
    if is_gone(memory.source_state):
        Chunk.objects.current().filter(memory=memory).update(superseded_at=now)


def _needs_version(memory: Memory, draft: SourceDraft, digest: str) -> bool:
    comes_back = is_gone(memory.source_state) and draft.state is not None and not draft.is_gone
    return draft.forced or comes_back or memory.current is None or memory.current.content_hash != digest


def _new_head(draft: SourceDraft, authority: WriteAuthority, default_category: str) -> Memory:
    memory = Memory(
        namespace=list(draft.namespace),
        namespace_path=draft.namespace_path,
        person_id=person_id_of(draft.namespace),
        key=draft.key,
        memory_type=MemoryType.SOURCE_OBJECT,
        category=default_category,
        importance=DEFAULT_IMPORTANCE.get(MemoryType.SOURCE_OBJECT, 0.5),
        source=draft.source,
        source_type=draft.source_type,
        source_id=draft.source_id,
        agent_id=authority.actor.id if authority.actor.is_agent else None,
        created_at=authority.now,
        updated_at=authority.now,
        change_id=authority.id,
    )
    _apply(memory, draft, authority)
    memory.save(force_insert=True)
    return memory


def _apply(memory: Memory, draft: SourceDraft, authority: WriteAuthority) -> list[str]:
    """Set what the draft names; returns the names of the fields that differ."""
    wanted: dict[str, Any] = {name: getattr(draft, name) for name in ATTRIBUTES if getattr(draft, name) is not None}
    wanted |= {name: getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    wanted["tags"] = draft.all_labels
    if draft.state is not None:
        wanted["source_state"] = draft.state
    if draft.author is not None:
        wanted["author"] = draft.author.model_dump(mode="json", exclude_none=True)
    # What a source says is the source's word, whoever approved it.
    wanted |= {"trust": Trust.SOURCE, "validation_status": next_validation_status(memory, draft.content, authority)}
    changed = [name for name, value in wanted.items() if getattr(memory, name) != value]
    for name in changed:
        setattr(memory, name, wanted[name])
    return changed


def _update_attributes(memory: Memory, draft: SourceDraft, authority: WriteAuthority) -> Written:
    if memory.state == LifecycleState.SOFT_DELETED:
        return Written(memory, None)
    changed = [name for name in _apply(memory, draft, authority) if name not in ORIGIN]
    if not changed:
        return Written(memory, None)
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save()
    hide_if_gone(memory, now=authority.now)
    record_history(
        memory=memory,
        event=Event.UPDATE,
        authority=authority,
        old_version_id=memory.current_id,
        new_version=memory.current,
        meta={"fields": sorted(changed)},
        bullet=bullet_of(memory),
    )
    return Written(memory, Event.UPDATE)
