"""Checkpoints and pending writes before they are stored."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from conversations.models.checkpoint import ID_CHARACTERS

MAX_WRITES = 1_000
ThreadId = Annotated[str, Field(min_length=1, max_length=ID_CHARACTERS)]
# ASCII, so that a key of several ids stays within what an index entry may take.
StateId = Annotated[str, Field(max_length=ID_CHARACTERS, pattern=r"^[\x20-\x7e]*$")]


class _Draft(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckpointDraft(_Draft):
    """One state to save. Without a `checkpoint_id` it replaces what was last saved so (001 §15)."""

    checkpoint_ns: str = Field(default="", max_length=ID_CHARACTERS)
    checkpoint_id: StateId = ""
    parent_id: StateId = ""
    checkpoint: dict[str, Any] = Field(
        description="Any JSON object: 001's graph_state, memory_context, conversation, agent_states; LangGraph's own."
    )
    metadata: dict[str, Any] = Field(default_factory=dict)
    run_id: str = Field(default="", max_length=128)


class WriteDraft(_Draft):
    """One value that a task wrote. `idx` left out is its place in the list."""

    channel: str = Field(min_length=1, max_length=ID_CHARACTERS)
    value: Any = None
    idx: int | None = Field(default=None, ge=-1_000, le=1_000_000)


class WritesDraft(_Draft):
    """What one task wrote after a checkpoint, in order."""

    checkpoint_ns: str = Field(default="", max_length=ID_CHARACTERS)
    checkpoint_id: Annotated[StateId, Field(min_length=1)]
    task_id: Annotated[StateId, Field(min_length=1)]
    task_path: str = Field(default="", max_length=1_024)
    writes: tuple[WriteDraft, ...] = Field(min_length=1, max_length=MAX_WRITES)
