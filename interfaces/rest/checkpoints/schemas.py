from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field

from conversations.actions.prune_checkpoints import Removed
from conversations.actions.save_checkpoint import SavedCheckpoint
from conversations.drafts import MAX_WRITES, StateId, ThreadId, WriteDraft
from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import ID_CHARACTERS
from interfaces.rest.parsing import AgentRole, Input, Timestamp, load_json

HISTORY_LIMIT = 100
CheckpointNamespace = Annotated[str, Field(max_length=ID_CHARACTERS)]


def _json_object(value: object) -> object:
    return load_json(value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else value


class CheckpointBody(Input):
    """One state to save, plain JSON of at most 25 MB.

    Without a `checkpoint_id` it replaces what was last saved so: 001's one state a person and thread. With one it is a
    step of a history, whose greatest id is the current state. A thread takes the one or the other.
    """

    checkpoint_ns: CheckpointNamespace = ""
    checkpoint_id: StateId = ""
    parent_id: StateId = ""
    checkpoint: dict[str, Any] = Field(
        description="Any JSON object: 001's graph_state, memory_context, conversation, agent_states; LangGraph's own."
    )
    metadata: dict[str, Any] = Field(default_factory=dict)
    run_id: str = Field(default="", max_length=128, description="Left out: the metadata's run_id.")
    agent: AgentRole


class StateQuery(Input):
    """Which state of the thread: left out, the current one of the root namespace."""

    checkpoint_ns: CheckpointNamespace = ""
    checkpoint_id: StateId = ""


class HistoryQuery(Input):
    """Which states to list."""

    checkpoint_ns: CheckpointNamespace | None = Field(default=None, description="Left out: all of the thread's.")
    before: StateId = Field(default="", description="States with a smaller checkpoint_id only.")
    run_id: str | None = Field(default=None, max_length=128)
    filter: Annotated[dict[str, Any], BeforeValidator(_json_object, json_schema_input_type=str)] = Field(
        default_factory=dict, description='What the metadata holds, as JSON: {"source": "loop"}.'
    )
    limit: int = Field(default=10, ge=1, le=HISTORY_LIMIT)


class WritesBody(Input):
    """What one task wrote after a checkpoint, up to 1,000 values in order."""

    checkpoint_ns: CheckpointNamespace = ""
    checkpoint_id: Annotated[StateId, Field(min_length=1)]
    task_id: Annotated[StateId, Field(min_length=1)]
    task_path: str = Field(default="", max_length=1_024)
    writes: list[WriteDraft] = Field(min_length=1, max_length=MAX_WRITES)
    agent: AgentRole


class WritesQuery(Input):
    checkpoint_ns: CheckpointNamespace = ""
    checkpoint_id: Annotated[StateId, Field(min_length=1)]


class CopyBody(Input):
    to_thread_id: ThreadId
    agent: AgentRole


class PruneBody(Input):
    """What to remove: all but the `keep_last` newest states of each namespace, as far as the rest applies too."""

    keep_last: int = Field(default=1, ge=0, le=1_000_000)
    older_than: Timestamp | None = Field(default=None, description="Only states saved before.")
    run_ids: list[str] | None = Field(default=None, max_length=1_000, description="Only states of these runs.")
    agent: AgentRole


class DeleteQuery(Input):
    agent: AgentRole


class ThreadQuery(Input):
    """Which threads to list, by name."""

    after: str = Field(default="", max_length=ID_CHARACTERS, description="Threads whose name comes after.")
    limit: int = Field(default=50, ge=1, le=HISTORY_LIMIT)


class RunsQuery(Input):
    """The runs whose states are to be deleted, in all of the person's threads."""

    run_id: str | list[str]
    agent: AgentRole

    @property
    def run_ids(self) -> list[str]:
        return [self.run_id] if isinstance(self.run_id, str) else self.run_id


class CheckpointSaved(BaseModel):
    """Where a state went. `redactions` tells what was cut out before storing, by kind and count."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    created_at: datetime
    updated_at: datetime
    redactions: list[dict[str, Any]]


class PendingWrite(BaseModel):
    task_id: str
    task_path: str
    idx: int
    channel: str
    value: Any


class CheckpointOut(BaseModel):
    """One state with the writes that are pending on it."""

    user_id: UUID
    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    parent_id: str
    checkpoint: dict[str, Any]
    metadata: dict[str, Any]
    run_id: str
    writes: list[PendingWrite]
    redactions: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime


class CheckpointList(BaseModel):
    """States, greatest id first. `next_before` is the `before` of the next page, null on the last.

    States of one id, in several namespaces, stand on one page, which may so have more than `limit`.
    """

    results: list[CheckpointOut]
    next_before: str | None


class ThreadOut(BaseModel):
    """One thread. `size_bytes` is what its states and writes take as stored."""

    thread_id: str
    namespaces: list[str]
    checkpoints: int
    writes: int
    size_bytes: int
    updated_at: datetime


class ThreadList(BaseModel):
    """Threads by name. `next_after` is the `after` of the next page, null on the last."""

    results: list[ThreadOut]
    next_after: str | None


class WriteList(BaseModel):
    results: list[PendingWrite]


class WritesKept(BaseModel):
    """How many values were told; those that were known already are left as they are."""

    checkpoint_id: str
    task_id: str
    writes: int


class ThreadCopied(BaseModel):
    thread_id: str
    checkpoints: int
    writes: int


class ThreadPruned(BaseModel):
    """How many are gone."""

    checkpoints: int
    writes: int


COPIED = (
    "thread_id", "checkpoint_ns", "checkpoint_id", "parent_id", "checkpoint", "metadata", "run_id", "redactions",
    "created_at", "updated_at",
)  # fmt: skip


def checkpoint_out(row: Checkpoint, writes: list[CheckpointWrite]) -> CheckpointOut:
    values = {name: getattr(row, name) for name in COPIED}
    return CheckpointOut(**values, user_id=row.person_id, writes=[pending(write) for write in writes])


def pending(write: CheckpointWrite) -> PendingWrite:
    return PendingWrite(**{name: getattr(write, name) for name in PendingWrite.model_fields})


def saved(thread_id: str, checkpoint_ns: str, result: SavedCheckpoint) -> CheckpointSaved:
    told = {name: getattr(result, name) for name in ("checkpoint_id", "created_at", "updated_at", "redactions")}
    return CheckpointSaved(thread_id=thread_id, checkpoint_ns=checkpoint_ns, **told)


def pruned(removed: Removed) -> ThreadPruned:
    return ThreadPruned(**asdict(removed))
