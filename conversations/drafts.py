"""Turns, tasks, checkpoints and pending writes before they are stored."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, field_validator

from conversations.models.checkpoint import ID_CHARACTERS
from conversations.models.task import TaskStatus
from conversations.models.turn import TurnRole
from workspaces.namespaces import to_path

CONTENT_CHARACTERS = 100_000
TITLE_CHARACTERS = 512
MAX_WRITES = 1_000
ThreadId = Annotated[str, Field(min_length=1, max_length=ID_CHARACTERS)]
# ASCII, so that a key of several ids fits into an index entry.
StateId = Annotated[str, Field(max_length=ID_CHARACTERS, pattern=r"^[\x20-\x7e]*$")]


class _Draft(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TurnDraft(_Draft):
    """One message. `occurred_at` None means now; with an `external_id` it is stored only once.

    `role` None means the one that `speaker` names, else the user's (R34).
    """

    role: TurnRole | None = None
    content: str = Field(min_length=1, max_length=CONTENT_CHARACTERS)
    speaker: str = Field(default="", max_length=200)
    occurred_at: datetime | None = None
    external_id: str = Field(default="", max_length=256)


class TaskDraft(_Draft):
    """A task to create. `namespace` is 003's scope; the session must be of the same person."""

    namespace: tuple[str, ...]
    title: str = Field(default="", max_length=TITLE_CHARACTERS)
    status: TaskStatus = TaskStatus.PENDING
    state: dict[str, Any] = Field(default_factory=dict)
    session_id: UUID | None = None

    @field_validator("namespace")
    @classmethod
    def _check_namespace(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        to_path(value)
        return value


class TaskChange(_Draft):
    """What to change about a task; None leaves a field as it is. `state` is replaced as a whole."""

    title: str | None = Field(default=None, max_length=TITLE_CHARACTERS)
    status: TaskStatus | None = None
    state: dict[str, Any] | None = None


class CheckpointDraft(_Draft):
    """One state to save. Without a `checkpoint_id` it replaces the last one saved without (001 §15)."""

    checkpoint_ns: str = Field(default="", max_length=ID_CHARACTERS)
    checkpoint_id: StateId = ""
    parent_id: StateId = ""
    checkpoint: dict[str, Any] = Field(
        description="Any JSON object: 001's graph_state, memory_context, conversation, agent_states; LangGraph's own."
    )
    metadata: dict[str, Any] = Field(default_factory=dict)
    run_id: str = Field(default="", max_length=128)


class WriteDraft(_Draft):
    """One value that a task wrote. Without `idx` its place in the list counts."""

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
