from datetime import datetime
from typing import Annotated, Any, Literal, Self, get_args
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field, model_validator

from conversations.models import Task
from conversations.task_drafts import TITLE_CHARACTERS
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Namespace
from memories import limits
from memories.json_size import at_most
from workspaces.namespaces import MEMORIES, person_id_of

StatusName = Literal["pending", "in_progress", "blocked", "completed", "failed", "cancelled"]
# By which the description names them: TaskStatusEnum.
STATUS_NAMES: tuple[str, ...] = get_args(StatusName)
State = Annotated[dict[str, Any], AfterValidator(at_most(limits.TASK_STATE_BYTES, "The state"))]


class NewTask(Input):
    """A task to begin (003). Say whose it is: `user_id`, a scope, or both."""

    user_id: UUID | None = None
    scope: Namespace | None = None
    title: str = Field(default="", max_length=TITLE_CHARACTERS)
    status: StatusName = "pending"
    state: State = Field(default_factory=dict, description="Any JSON object of at most 64 KB.")
    session_id: UUID | None = None
    agent: AgentRole

    @model_validator(mode="after")
    def _says_whose(self) -> Self:
        if self.user_id is None and self.scope is None:
            raise ValueError("Say whose task it is: user_id, or a scope.")
        if self.user_id and self.scope and person_id_of(self.scope) != self.user_id:
            raise ValueError("The scope is not one of that user_id.")
        return self

    @property
    def namespace(self) -> tuple[str, ...]:
        return tuple(self.scope or (MEMORIES, str(self.user_id)))


class TaskPatch(Input):
    """What to change; what is left out stays. `state` is replaced as a whole."""

    title: str | None = Field(default=None, max_length=TITLE_CHARACTERS)
    status: StatusName | None = None
    state: State | None = None
    version: int | None = Field(default=None, ge=1, le=2**31 - 1, description="409 unless the task is at this version.")
    agent: AgentRole


class TaskQuery(PageQuery):
    """Which tasks to list."""

    user_id: UUID | None = None
    scope: Namespace | None = Field(default=None, description="This scope and everything below it.")
    session_id: UUID | None = None
    status: StatusName | list[StatusName] | None = None

    @property
    def statuses(self) -> list[str]:
        return [self.status] if isinstance(self.status, str) else list(self.status or [])


class TaskOut(BaseModel):
    """One task as it is now."""

    id: UUID
    user_id: UUID | None
    scope: str
    session_id: UUID | None
    title: str
    status: StatusName
    state: dict[str, Any]
    version: int
    agent_id: UUID | None
    created_at: datetime
    updated_at: datetime


class TaskPage(Page[TaskOut]):
    pass


COPIED = ("id", "session_id", "title", "status", "state", "version", "agent_id", "created_at", "updated_at")


def task_out(task: Task) -> TaskOut:
    return TaskOut(**{name: getattr(task, name) for name in COPIED}, user_id=task.person_id, scope=task.namespace_path)
