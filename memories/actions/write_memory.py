"""Writing a memory with a text of its own (000's upsertMemory)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from memories.actions.lifecycle import revive
from memories.actions.writer import (
    ORIGIN,
    Content,
    Written,
    new_head,
    save_attributes,
    save_version,
    set_attributes,
)
from memories.authority import WriteAuthority
from memories.denials import next_validation_status
from memories.drafts import MemoryDraft
from memories.excisions import Excision
from memories.models import Memory
from memories.models.choices import DEFAULT_IMPORTANCE, LifecycleState, MemoryType, Staleness, Trust
from memories.preparation import PreparedText

# An update changes these only if the writer names them.
ATTRIBUTES = (
    "memory_type", "category", "importance", "confidence", "sensitivity", "pinned", "expires_at", "occurred_at",
)  # fmt: skip
TIMES = frozenset({"expires_at", "occurred_at"})


def write_memory(
    *,
    memory: Memory | None,
    draft: MemoryDraft,
    prepared: PreparedText,
    authority: WriteAuthority,
    default_category: str,
    apart: str = "",
    redactions: list[dict[str, Any]] | None = None,
    excisions: Sequence[Excision] = (),
) -> Written:
    """Create or update the memory at the draft's address; last write wins, every version is stored (000).

    `memory` is the one stored there, with its current version; the caller has locked the address. Without one, `apart`
    distinguishes the new one from memories there that the writer may not know. A forgotten memory is revived first
    (R5); unchanged content makes no new version (004).
    """
    content = replace(content_of(draft), redactions=redactions or [], excisions=list(excisions))
    if memory is None:
        importance = DEFAULT_IMPORTANCE.get(draft.memory_type or MemoryType.SEMANTIC, 0.5)
        memory = new_head(
            draft.namespace, draft.key, authority, apart=apart, category=default_category, importance=importance
        )
    elif memory.state != LifecycleState.ACTIVE:
        revive(memory, authority)
    is_said = memory.current_id is None or not content.is_current(memory)
    changed = set_attributes(memory, _attributes(memory, draft, authority, is_said=is_said))
    if memory.expires_at is None:
        memory.expires_at = memory.default_end(authority.now)
    if not is_said:
        return save_attributes(memory, changed, authority)
    memory.staleness = Staleness.FRESH
    return save_version(memory, content, prepared, authority)


def content_of(draft: MemoryDraft) -> Content:
    return Content(
        content=draft.content,
        title=draft.title,
        summary=draft.summary,
        metadata=draft.metadata,
        source_event_id=draft.source_event_id,
    )


def named_attributes(draft: MemoryDraft) -> dict[str, Any]:
    """Return the attributes that a draft sets on its memory."""
    named = {name: getattr(draft, name) for name in ATTRIBUTES if getattr(draft, name) is not None}
    named |= {name: getattr(draft, name) for name in ORIGIN if getattr(draft, name)}
    if draft.tags or "tags" in draft.cleared:
        named["tags"] = list(draft.tags)
    return named | dict.fromkeys(TIMES.intersection(draft.cleared))


def _attributes(memory: Memory, draft: MemoryDraft, authority: WriteAuthority, *, is_said: bool) -> dict[str, Any]:
    """Return the attributes that the draft names or the writer implies: the person's own text is certain (R15).

    An approval of another's text applies only what was shown.
    """
    status = next_validation_status(memory, draft.content, authority)
    is_own = authority.trust == Trust.PERSON and authority.decision_id is None
    sure = {"confidence": 1.0} if is_said and is_own else {}
    return sure | named_attributes(draft) | {"trust": _trust(memory, draft, authority), "validation_status": status}


def _trust(memory: Memory, draft: MemoryDraft, authority: WriteAuthority) -> Trust:
    """Return the trust of the text: the person's own stays theirs if others change only its attributes."""
    stays = memory.current is not None and memory.current.content == draft.content
    return Trust.PERSON if stays and memory.trust == Trust.PERSON else authority.trust
