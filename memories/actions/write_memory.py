from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from memories.actions.leave_merges import leave_merges
from memories.actions.record_history import record_history
from memories.actions.store_version import store_version
from memories.change import Change
from memories.content_hash import content_hash
from memories.denials import standing_after
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
    change: Change,
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
        memory = _new_head(draft, change, default_category)
        return _store(memory, draft=draft, prepared=prepared, change=change, event=Event.ADD, cut=cut)
    if memory.state != LifecycleState.ACTIVE:
        revive(memory, change)
    changed = _apply_attributes(memory, draft, change)
    if _same_content(memory, draft):
        return _save_attributes(memory, changed, change)
    return _store(memory, draft=draft, prepared=prepared, change=change, event=Event.UPDATE, cut=cut)


def revive(memory: Memory, change: Change) -> None:
    """Undo a soft delete, or take a memory out of the one it was merged into, with its RESTORE row.

    A TTL that has passed ends, and the memory counts as just used: else the next night would forget it again.
    """
    leave_merges(memory, change)
    memory.state, memory.purge_at, memory.change_id, memory.updated_at = (
        LifecycleState.ACTIVE, None, change.id, change.now,
    )  # fmt: skip
    memory.last_accessed_at = change.now
    if memory.expires_at is not None and memory.expires_at <= change.now:
        memory.expires_at = None
    memory.save(update_fields=["state", "purge_at", "change_id", "updated_at", "last_accessed_at", "expires_at"])
    record_history(
        memory=memory,
        event=Event.RESTORE,
        change=change,
        old_version_id=memory.current_id,
        bullet=bullet_of(memory),
    )


def save_head(memory: Memory, change: Change) -> None:
    """Write a new memory with the change's other rows, an old one at once."""
    if memory._state.adding:
        change.rows.add([memory])
    else:
        memory.save()


def bullet_of(memory: Memory) -> str:
    """The memory in one line, as the delta header shows it (001 §1)."""
    text = " ".join((memory.current.summary or memory.current.content).split()) if memory.current else memory.key
    return text if len(text) <= BULLET_CHARACTERS else text[: BULLET_CHARACTERS - 1] + "…"


def _new_head(draft: MemoryDraft, change: Change, default_category: str) -> Memory:
    memory_type = draft.memory_type or MemoryType.SEMANTIC
    memory = Memory(
        namespace=list(draft.namespace),
        namespace_path=draft.namespace_path,
        person_id=person_id_of(draft.namespace),
        key=draft.key,
        category=default_category,
        importance=DEFAULT_IMPORTANCE.get(memory_type, 0.5),
        agent_id=change.actor.id if change.actor.is_agent else None,
        created_at=change.now,
        updated_at=change.now,
        change_id=change.id,
    )
    _apply_attributes(memory, draft, change)
    return memory


def _apply_attributes(memory: Memory, draft: MemoryDraft, change: Change) -> list[str]:
    """Set what the draft names; returns the names of the fields that differ."""
    wanted = {name: getattr(draft, name) for name in ATTRIBUTES if getattr(draft, name) is not None}
    wanted |= {name: getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    if draft.tags or "tags" in draft.cleared:
        wanted["tags"] = list(draft.tags)
    wanted |= dict.fromkeys(TIMES.intersection(draft.cleared))
    wanted |= {"trust": change.trust, "validation_status": standing_after(memory, draft.content, change)}
    changed = [name for name, value in wanted.items() if getattr(memory, name) != value]
    for name in changed:
        setattr(memory, name, wanted[name])
    if memory.memory_type == MemoryType.WORKING and memory.expires_at is None:
        memory.expires_at = change.now + timedelta(hours=settings.WORKING_HOURS)
    return changed


def _same_content(memory: Memory, draft: MemoryDraft) -> bool:
    digest = content_hash(content=draft.content, title=draft.title, summary=draft.summary, metadata=draft.metadata)
    return memory.current is not None and memory.current.content_hash == digest


def _save_attributes(memory: Memory, changed: list[str], change: Change) -> Written:
    meaningful = [name for name in changed if name not in ORIGIN]
    if not meaningful:
        return Written(memory, None)
    memory.updated_at, memory.change_id = change.now, change.id
    memory.save()
    record_history(
        memory=memory,
        event=Event.UPDATE,
        change=change,
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
    change: Change,
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
        change=change,
        source_event_id=draft.source_event_id,
        redactions=cut["redactions"],
        excisions=cut["excisions"],
    )
    memory.updated_at, memory.change_id, memory.staleness = change.now, change.id, Staleness.FRESH
    save_head(memory, change)
    record_history(
        memory=memory,
        event=event,
        change=change,
        old_version_id=old_version_id,
        new_version=version,
        bullet=bullet_of(memory),
    )
    return Written(memory, event)
