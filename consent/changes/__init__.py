"""The changes that may be asked of the gate; also the exact form in which a proposal keeps them."""

import hashlib
import json
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from memories import limits
from memories.drafts import FactDraft, MemoryDraft
from memories.models.choices import MergeBand, RelationType
from memories.sources.drafts import SourceDraft
from providers.schema import Unit


class _Change(BaseModel):
    """`expected_change_id`, when set, must be its memory's last change, else it is refused as stale (If-Match)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    expected_change_id: UUID | None = None


class WriteMemory(_Change):
    """Create or update a memory.

    With `excise`, a sensitive statement is cut out and queued by itself while the rest is kept at once: for summaries
    and imports (R19). Without it the whole memory waits.
    """

    type: Literal["write_memory"] = "write_memory"
    draft: MemoryDraft
    excise: bool = False


class IngestSource(_Change):
    """Keep a source object as it now stands (004); sensitive statements are always cut out and queued (R19)."""

    type: Literal["ingest_source"] = "ingest_source"
    draft: SourceDraft


class SetFact(_Change):
    """Give one field of a person a value."""

    type: Literal["set_fact"] = "set_fact"
    draft: FactDraft


class ChangeById(_Change):
    """Of a memory that is there; thread and session are where it was asked for (R20)."""

    memory_id: UUID
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None


class ForgetMemory(ChangeById):
    """Soft-delete a memory or a fact."""

    type: Literal["forget_memory"] = "forget_memory"


class RestoreMemory(ChangeById):
    """Bring back a forgotten memory, or the content of an old version (`version` is its number; None: the last one)."""

    type: Literal["restore_memory"] = "restore_memory"
    version: int | None = None


class RejectMemory(ChangeById):
    """Say that a memory is wrong (R17): the person's word, or that of staff to whom a policy hands it."""

    type: Literal["reject_memory"] = "reject_memory"


class ReadmitMemory(ChangeById):
    """Take it back that a memory is wrong."""

    type: Literal["readmit_memory"] = "readmit_memory"


class JoinStatement(ChangeById):
    """Put a sentence back where it was cut out."""

    type: Literal["join_statement"] = "join_statement"
    excision_id: UUID
    statement: str = Field(min_length=1)


class LinkMemories(ChangeById):
    """Draw an edge from one memory to another; `strength` is 0..1."""

    type: Literal["link_memories"] = "link_memories"
    to_id: UUID
    relation_type: RelationType = RelationType.RELATED_TO
    strength: Unit = 1.0


class UnlinkMemories(_Change):
    """Remove an edge."""

    type: Literal["unlink_memories"] = "unlink_memories"
    relation_id: UUID
    reason: str = Field(default="", max_length=limits.REASON_CHARACTERS)
    thread_id: str = Field(default="", max_length=256)
    session_id: UUID | None = None


class AttachArtifact(ChangeById):
    """Give a memory a piece of evidence that is stored already."""

    type: Literal["attach_artifact"] = "attach_artifact"
    artifact_id: UUID


class DetachArtifact(ChangeById):
    """Take a piece of evidence away from a memory."""

    type: Literal["detach_artifact"] = "detach_artifact"
    artifact_id: UUID


class MergeMemories(ChangeById):
    """Let one memory stand for two that say the same (001 §4); the other stays behind it, and it can be undone.

    `content` is the text for both, empty where the kept one's stays. With the band `recreate` a new memory stands for
    both. `absorbed_change_id` must be the other's last change, else the merge is refused as stale.
    """

    type: Literal["merge_memories"] = "merge_memories"
    absorbed_id: UUID
    absorbed_change_id: UUID
    band: MergeBand
    content: str = Field(default="", max_length=limits.CONTENT_CHARACTERS)
    judge: str = Field(default="rules", max_length=64)
    cosine: float = Field(ge=-1.0, le=1.0, allow_inf_nan=False)


class UndoMerge(ChangeById):
    """Take the last merge into a memory back: both are as they were."""

    type: Literal["undo_merge"] = "undo_merge"


DraftChange = WriteMemory | SetFact | IngestSource
Change = Annotated[
    WriteMemory
    | SetFact
    | IngestSource
    | ForgetMemory
    | RestoreMemory
    | RejectMemory
    | ReadmitMemory
    | JoinStatement
    | LinkMemories
    | UnlinkMemories
    | AttachArtifact
    | DetachArtifact
    | MergeMemories
    | UndoMerge,
    Field(discriminator="type"),
]
_adapter: TypeAdapter[Change] = TypeAdapter(Change)


def from_json(value: object) -> Change:
    return _adapter.validate_python(value)


def hash_of(change: Change) -> str:
    """SHA-256 of what would be changed, hexadecimal.

    The writer's reason and evidence are no part of it: the same change asked for twice is one proposal.
    """
    told = {
        "reason",
        "evidence_turn_id",
        "insight_id",
        "source_event_id",
        "source_identity",
        "thread_id",
        "session_id",
        "expected_change_id",
    }
    body = change.model_dump(mode="json")
    part = "draft" if "draft" in body else None
    target = body.pop(part) if part else body
    kept = {"type": body["type"]} | {name: value for name, value in target.items() if name not in told}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
