from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from memories.actions.leave_merges import leave_merges
from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.authority import WriteAuthority
from memories.content_hash import content_hash
from memories.denials import next_validation_status
from memories.drafts import MemoryDraft
from memories.excisions import Excision
from memories.models import Memory
from memories.models.choices import (
    DEFAULT_IMPORTANCE,
    Event,
    LifecycleState,
    MemoryType,
    Staleness,
)
from memories.preparation import PreparedText
from workspaces.namespaces import person_id_of

BULLET_CHARACTERS = 120
# What an update changes only when the writer names it.
ATTRIBUTES = (
    "memory_type",
    "category",
    "importance",
    "confidence",
    "sensitivity",
    "pinned",
    "expires_at",
    "occurred_at",
)
TIMES = frozenset({"expires_at", "occurred_at"})
ORIGIN = ("run_id", "actor_id", "role", "thread_id", "session_id", "turn_start", "turn_end", "source_label")


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: `event` None when nothing was different."""

    memory: Memory
    event: Event | None


def write_memory(
    *,
    memory: Memory | None,
    draft: MemoryDraft,
    prepared: PreparedText,
    authority: WriteAuthority,
    default_category: str,
    redactions: list[dict[str, Any]] | None = None,
    excisions: Sequence[Excision] = (),
) -> Written:
    """Create or update the memory at the draft's address; last write wins, every version is kept (000).

    `memory` is what stands there, with its current version; the caller has locked the address. A forgotten memory is
    revived first (R5); unchanged content makes no new version (004).
    """
    cut = {"redactions": redactions or [], "excisions": list(excisions)}
    if memory is None:
        memory = _new_head(draft, authority, default_category)
        return _store(memory, draft=draft, prepared=prepared, authority=authority, event=Event.ADD, cut=cut)
    if memory.state != LifecycleState.ACTIVE:
        revive(memory, authority)
    changed = _apply_attributes(memory, draft, authority)
    if _same_content(memory, draft):
        return _save_attributes(memory, changed, authority)
    return _store(memory, draft=draft, prepared=prepared, authority=authority, event=Event.UPDATE, cut=cut)


def revive(memory: Memory, authority: WriteAuthority) -> None:
    """Undo a soft delete, or take a memory out of the one it was merged into, with its RESTORE row.

    A TTL that has passed ends, and the memory counts as just used: else the next night would forget it again.
    """
    leave_merges(memory, authority)
    memory.state, memory.purge_at, memory.change_id, memory.updated_at = (
        LifecycleState.ACTIVE, None, authority.id, authority.now,
    )  # fmt: skip
    memory.last_accessed_at = authority.now
    if memory.expires_at is not None and memory.expires_at <= authority.now:
        memory.expires_at = None
    memory.save(update_fields=["state", "purge_at", "change_id", "updated_at", "last_accessed_at", "expires_at"])
    record_history(
        memory=memory,
        event=Event.RESTORE,
        authority=authority,
        old_version_id=memory.current_id,
        bullet=bullet_of(memory),
    )


def save_head(memory: Memory, authority: WriteAuthority) -> None:
    """Write a new memory with the change's other rows, an old one at once."""
    if memory._state.adding:
        authority.inserts.add([memory])
    else:
        memory.save()


def bullet_of(memory: Memory) -> str:
    """The memory in one line, as the delta header shows it (001 §1)."""
    text = " ".join((memory.current.summary or memory.current.content).split()) if memory.current else memory.key
    return text if len(text) <= BULLET_CHARACTERS else text[: BULLET_CHARACTERS - 1] + "…"


def _new_head(draft: MemoryDraft, authority: WriteAuthority, default_category: str) -> Memory:
    memory_type = draft.memory_type or MemoryType.SEMANTIC
    memory = Memory(
        namespace=list(draft.namespace),
        namespace_path=draft.namespace_path,
        person_id=person_id_of(draft.namespace),
        key=draft.key,
        category=default_category,
        importance=DEFAULT_IMPORTANCE.get(memory_type, 0.5),
        agent_id=authority.actor.id if authority.actor.is_agent else None,
        created_at=authority.now,
        updated_at=authority.now,
        change_id=authority.id,
    )
    _apply_attributes(memory, draft, authority)
    return memory


def _apply_attributes(memory: Memory, draft: MemoryDraft, authority: WriteAuthority) -> list[str]:
    """Set what the draft names; returns the names of the fields that differ."""
    wanted = {name: getattr(draft, name) for name in ATTRIBUTES if getattr(draft, name) is not None}
    wanted |= {name: getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    if draft.tags or "tags" in draft.cleared:
        wanted["tags"] = list(draft.tags)
    wanted |= dict.fromkeys(TIMES.intersection(draft.cleared))
    wanted |= {"trust": authority.trust, "validation_status": next_validation_status(memory, draft.content, authority)}
    changed = [name for name, value in wanted.items() if getattr(memory, name) != value]
    for name in changed:
        setattr(memory, name, wanted[name])
    if memory.memory_type == MemoryType.WORKING and memory.expires_at is None:
        memory.expires_at = authority.now + timedelta(hours=settings.WORKING_HOURS)
    return changed


def _same_content(memory: Memory, draft: MemoryDraft) -> bool:
    digest = content_hash(content=draft.content, title=draft.title, summary=draft.summary, metadata=draft.metadata)
    return memory.current is not None and memory.current.content_hash == digest


def _save_attributes(memory: Memory, changed: list[str], authority: WriteAuthority) -> Written:
    meaningful = [name for name in changed if name not in ORIGIN]
    if not meaningful:
        return Written(memory, None)
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save()
    record_history(
        memory=memory,
        event=Event.UPDATE,
        authority=authority,
        old_version_id=memory.current_id,
        new_version=memory.current,
        meta={"fields": sorted(meaningful)},
        bullet=bullet_of(memory),
    )
    return Written(memory, Event.UPDATE)


def _store(
    memory: Memory,
    *,
    draft: MemoryDraft,
    prepared: PreparedText,
    authority: WriteAuthority,
    event: Event,
    cut: dict[str, list[dict[str, Any]]],
) -> Written:
    old_version_id = memory.current_id
    version = store_version(
        memory=memory,
        content=draft.content,
        title=draft.title,
        summary=draft.summary,
        metadata=draft.metadata,
        prepared=prepared,
        authority=authority,
        source_event_id=draft.source_event_id,
        redactions=cut["redactions"],
        excisions=cut["excisions"],
    )
    memory.updated_at, memory.change_id, memory.staleness = authority.now, authority.id, Staleness.FRESH
    save_head(memory, authority)
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=old_version_id,
        new_version=version,
        bullet=bullet_of(memory),
    )
    return Written(memory, event)
