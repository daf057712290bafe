from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field

from conversations.drafts import MAX_WRITES, StateId, ThreadId, WriteDraft
from conversations.models.checkpoint import ID_CHARACTERS
from interfaces.rest.parsing import load_json
from interfaces.rest.schemas import AgentRole, Input, Output, Timestamp

HISTORY_LIMIT = 100
CheckpointNamespace = Annotated[str, Field(max_length=ID_CHARACTERS)]


def _json_object(value: object) -> object:
    return load_json(value.encode("utf-8", "surrogatepass")) if isinstance(value, str) else value


class CheckpointBody(Input):
    """One state to save, plain JSON of at most 25 MB.

    Without a `checkpoint_id` it replaces the one state of the thread. With one it is a step of a history, and the
    greatest id is the current state. A thread takes either kind, not both.
    """

    checkpoint_ns: CheckpointNamespace = ""
    checkpoint_id: StateId = ""
    parent_id: StateId = ""
    checkpoint: dict[str, Any] = Field(description="Any JSON object, such as a LangGraph checkpoint.")
    metadata: dict[str, Any] = Field(default_factory=dict)
    run_id: str = Field(default="", max_length=128, description="Left out: the run_id of the metadata.")
    agent: AgentRole


class StateQuery(Input):
    """Which state of the thread; left out, the current one of the root namespace."""

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
    """What to remove: all but the `keep_last` newest states of each namespace, if the other conditions hold too."""

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
    """The runs to delete the states of, in all of the person's threads."""

    run_id: str | list[str]
    agent: AgentRole

    @property
    def run_ids(self) -> list[str]:
        return [self.run_id] if isinstance(self.run_id, str) else self.run_id


class CheckpointSaved(Output):
    """Where a state went. `redactions` counts what was redacted before storing, by kind."""

    thread_id: str
    checkpoint_ns: str
    checkpoint_id: str
    created_at: datetime
    updated_at: datetime
    redactions: list[dict[str, Any]]


class PendingWrite(Output):
    task_id: str
    task_path: str
    idx: int
    channel: str
    value: Any


class CheckpointOut(Output):
    """One state with the writes that are pending on it."""

    user_id: UUID = Field(validation_alias="person_id")
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


class CheckpointList(Output):
    """States, greatest id first. `next_before` is the `before` of the next page, null on the last.

    States of one id in several namespaces come on one page, which may then have more than `limit`.
    """

    results: list[CheckpointOut]
    next_before: str | None


class ThreadOut(Output):
    """One thread. `size_bytes` is what its states and writes take as stored."""

    thread_id: str
    namespaces: list[str]
    checkpoints: int
    writes: int
    size_bytes: int
    updated_at: datetime


class ThreadList(Output):
    """Threads by name. `next_after` is the `after` of the next page, null on the last."""

    results: list[ThreadOut]
    next_after: str | None


class WriteList(Output):
    results: list[PendingWrite]


class WritesKept(Output):
    """How many values were sent; those stored before stay as they are."""

    checkpoint_id: str
    task_id: str
    writes: int


class ThreadCopied(Output):
    thread_id: str
    checkpoints: int
    writes: int


class ThreadPruned(Output):
    """How many were removed."""

    checkpoints: int
    writes: int
