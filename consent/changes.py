"""The changes that may be asked of the gate; also the exact form in which a proposal keeps them."""

import hashlib
import json
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from memories import limits
from memories.drafts import FactDraft, MemoryDraft


class _Change(BaseModel):
    """`expected_change_id`, when set, must be its memory's last change, else the change is refused as stale (If-Match)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    expected_change_id: UUID | None = None


class WriteMemory(_Change):
    """Create or update a memory."""

    type: Literal["write_memory"] = "write_memory"
    draft: MemoryDraft


class SetFact(_Change):
    """Give one field of a person a value."""

    type: Literal["set_fact"] = "set_fact"
    draft: FactDraft


class _ChangeById(_Change):
    """Of a memory that is there; thread and session are where it was asked for (R20)."""

    memory_id: UUID
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None


class ForgetMemory(_ChangeById):
    """Soft-delete a memory or a fact."""

    type: Literal["forget_memory"] = "forget_memory"


class RestoreMemory(_ChangeById):
    """Bring back a forgotten memory, or the content of an old version (`version` is its number; None: the last one)."""

    type: Literal["restore_memory"] = "restore_memory"
    version: int | None = None


Change = Annotated[WriteMemory | SetFact | ForgetMemory | RestoreMemory, Field(discriminator="type")]
_adapter: TypeAdapter[Change] = TypeAdapter(Change)


def from_json(value: object) -> Change:
    return _adapter.validate_python(value)


def hash_of(change: Change) -> str:
    """SHA-256 of what would be changed, hexadecimal.

    The writer's reason and evidence are no part of it: the same change asked for twice is one proposal.
    """
    told = {"reason", "evidence_turn_id", "source_event_id", "thread_id", "session_id", "expected_change_id"}
    body = change.model_dump(mode="json")
    part = "draft" if "draft" in body else None
    target = body.pop(part) if part else body
    kept = {"type": body["type"]} | {name: value for name, value in target.items() if name not in told}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
