"""Tasks before they are stored."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from conversations.models.task import TaskStatus
from workspaces.namespaces import to_path

TITLE_CHARACTERS = 512


def _namespace(value: tuple[str, ...]) -> tuple[str, ...]:
    to_path(value)
    return value


class TaskDraft(BaseModel):
    """A task to create. `namespace` is 003's scope; a session must be one of the same person's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    namespace: Annotated[tuple[str, ...], AfterValidator(_namespace)]
    title: str = Field(default="", max_length=TITLE_CHARACTERS)
    status: TaskStatus = TaskStatus.PENDING
    state: dict[str, Any] = Field(default_factory=dict)
    session_id: UUID | None = None


class TaskChange(BaseModel):
    """What to change about a task; None leaves it as it is. `state` is replaced as a whole."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str | None = Field(default=None, max_length=TITLE_CHARACTERS)
    status: TaskStatus | None = None
    state: dict[str, Any] | None = None
