"""Changes a memory's attributes alone, and reverts them: versions contain only the content."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.actions.writer import Written, save_attributes, save_head, set_attributes
from memories.authority import WriteAuthority
from memories.denials import deny
from memories.models import Memory
from memories.models.choices import ValidationStatus

# How far the text is trusted, and whether it was checked.
TRUST_FIELDS = ("trust", "validation_status")
REVERTIBLE = (
    "memory_type", "category", "importance", "confidence", "sensitivity", "pinned", "tags", "expires_at", "occurred_at",
    "source_label", "actor_id", "run_id", "role", "source_state", "author", "session_id", "thread_id",
    *TRUST_FIELDS,
)  # fmt: skip


def attributes_of(memory: Memory) -> dict[str, Any]:
    """Return the attributes as JSON values by name."""
    values = {name: getattr(memory, name) for name in REVERTIBLE}
    return {name: _as_json(one) for name, one in values.items()}


def _as_json(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def revert_attributes(
    *, memory: Memory, changed: Mapping[str, tuple[Any, Any]], authority: WriteAuthority, is_restored: bool
) -> Written:
    """Revert attributes, by name [before, after]; one that was changed since stays. `is_restored`: the former text is
    current again, so its trust is reverted too."""
    now = attributes_of(memory)
    former = {name: was for name, (was, became) in changed.items() if name not in TRUST_FIELDS and now[name] == became}
    if is_restored:
        set_attributes(memory, {name: changed[name][0] for name in TRUST_FIELDS if name in changed})
        if memory.current and memory.validation_status == ValidationStatus.REJECTED:
            deny(memory, memory.current.content)
        save_head(memory, authority)
    fields = {each.name: each for each in Memory._meta.concrete_fields}
    values = {name: fields[name].to_python(was) for name, was in former.items()}
    names = set_attributes(memory, values)
    if values and not names:  # a reverted origin is saved without a history row
        save_head(memory, authority)
    return save_attributes(memory, names, authority)


def change_category(*, memory: Memory, category: str, authority: WriteAuthority) -> Written:
    """File a memory under another category; History keeps the former one. The same category changes nothing."""
    meta = {"former_category": memory.category}
    return save_attributes(memory, set_attributes(memory, {"category": category}), authority, meta=meta)
