"""Writing a source object: its payload is authoritative, its text is rendered from it (004, R4)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from memories import preparation
from memories.actions.lifecycle import revive
from memories.actions.writer import (
    Content,
    Written,
    new_head,
    save_attributes,
    save_version,
    set_attributes,
)
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.excisions import Excision
from memories.models import Memory
from memories.models.choices import DEFAULT_IMPORTANCE, LifecycleState, MemoryType, Trust
from memories.preparation import PreparedText
from memories.sources.drafts import SourceDraft, is_gone, payload_json
from memories.sources.rendering import first_label

ATTRIBUTES = ("category", "importance", "confidence", "sensitivity", "occurred_at")
ORIGIN = ("thread_id", "session_id", "source_label")


def write_source(
    *,
    memory: Memory | None,
    draft: SourceDraft,
    agent_id: UUID | None,
    prepared: PreparedText | None,
    authority: WriteAuthority,
    default_category: str,
    redactions: list[dict[str, Any]],
    apart: str = "",
    excisions: Sequence[Excision] = (),
) -> Written:
    """Store a source object in its current state (004, R4).

    `memory` is the stored object, found by its identity; the caller has locked it. Without one, `apart` distinguishes
    the new one from memories there that the writer may not know. Unchanged content makes no new version unless forced,
    or if the object returns from the archive, since its chunks are superseded. Only changed content revives an object
    that was forgotten here (R5). `agent_id` is the version's agent. Without `prepared` the object seemed unchanged
    before the lock, and is chunked now.
    """
    content = replace(content_of_source(draft), redactions=redactions, excisions=list(excisions))
    if memory is None:
        memory = _new_head(draft, authority, default_category, apart)
    elif not _needs_version(memory, draft, content):
        if memory.state == LifecycleState.SOFT_DELETED:
            return Written(memory, None)
        return save_attributes(memory, set_attributes(memory, _attributes(memory, draft, authority)), authority)
    elif memory.state == LifecycleState.SOFT_DELETED:
        revive(memory, authority)
    set_attributes(memory, _attributes(memory, draft, authority) | {"agent_id": agent_id})
    prepared = prepared or split_source(draft)
    meta = {"source": draft.source, "source_type": draft.source_type} | ({"forced": True} if draft.forced else {})
    return save_version(memory, content, prepared, authority, meta=meta)


def content_of_source(draft: SourceDraft) -> Content:
    return Content(
        content=draft.content,
        title=draft.title,
        summary=draft.summary,
        metadata=draft.metadata,
        payload=payload_json(draft.payload),
        content_hash=draft.content_hash,
        source_event_id=draft.source_event_id,
        raw_pointer=draft.raw_pointer,
    )


def split_source(draft: SourceDraft) -> PreparedText:
    label = first_label(draft.payload)
    return preparation.split(draft.content, title=draft.title, summary=draft.summary, limit=None, label=label)


def _needs_version(memory: Memory, draft: SourceDraft, content: Content) -> bool:
    comes_back = is_gone(memory.source_state) and draft.state is not None and not draft.is_gone
    return draft.forced or comes_back or not content.is_current(memory)


def _new_head(draft: SourceDraft, authority: WriteAuthority, default_category: str, apart: str) -> Memory:
    return new_head(
        draft.namespace,
        draft.key,
        authority,
        apart=apart,
        memory_type=MemoryType.SOURCE_OBJECT,
        category=default_category,
        importance=DEFAULT_IMPORTANCE.get(MemoryType.SOURCE_OBJECT, 0.5),
        source=draft.source,
        source_type=draft.source_type,
        source_id=draft.source_id,
    )


def named_attributes(draft: SourceDraft) -> dict[str, Any]:
    """What a draft puts into the head of its memory."""
    named: dict[str, Any] = {name: getattr(draft, name) for name in ATTRIBUTES if getattr(draft, name) is not None}
    named |= {name: getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    named["tags"] = draft.all_labels
    if draft.state is not None:
        named["source_state"] = draft.state
    if draft.author is not None:
        named["author"] = draft.author.model_dump(mode="json", exclude_none=True)
    return named


def _attributes(memory: Memory, draft: SourceDraft, authority: WriteAuthority) -> dict[str, Any]:
    """Return the attributes that the draft names. Its trust is the source's, regardless of who approved it."""
    status = next_validation_status(memory, draft.content, authority)
    return named_attributes(draft) | {"trust": Trust.SOURCE, "validation_status": status}
