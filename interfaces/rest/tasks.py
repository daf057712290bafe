from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, get_args
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from pydantic import AfterValidator, Field
from rest_framework.response import Response

from consent.tasks import TaskRedactor, begin_task, change_task
from conversations.access import check_may_read_tasks
from conversations.drafts import TITLE_CHARACTERS, TaskChange, TaskDraft
from conversations.models import Task
from interfaces.rest.operation import operation
from interfaces.rest.pagination import RECENTLY_CHANGED, Page, PageQuery
from interfaces.rest.parsing import parse
from interfaces.rest.schemas import AgentRole, Input, InScope, Namespace, Output, Scope, UserId
from interfaces.rest.views import RestView, answer, etag_of, first_or_404, without_none
from memories import limits
from memories.limits import at_most
from providers.schema import TextWithContent
from workspaces.namespaces import below, to_path

StatusName = Literal["pending", "in_progress", "blocked", "completed", "failed", "cancelled"]
# The settings name the enum TaskStatusEnum in the description.
STATUS_NAMES: tuple[str, ...] = get_args(StatusName)
State = Annotated[dict[str, Any], AfterValidator(at_most(limits.TASK_STATE_BYTES, "The state"))]


class NewTask(InScope):
    """A task to begin."""

    title: TextWithContent = Field(default="", max_length=TITLE_CHARACTERS)
    status: StatusName = "pending"
    state: State = Field(default_factory=dict, description="Any JSON object of at most 64 KB.")
    session_id: UUID | None = None
    agent: AgentRole


class TaskPatch(Input):
    """What to change; what is left out stays. `state` is replaced as a whole."""

    title: TextWithContent | None = Field(default=None, max_length=TITLE_CHARACTERS)
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


class TaskOut(Output):
    """One task as it is now."""

    id: UUID
    user_id: UserId
    scope: Scope
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


class TaskView(RestView):
    def _disclosed(self, tasks: Sequence[Task]) -> list[TaskOut]:
        """Return the tasks as they may be read: of tasks by other agents, without what their people have not agreed to
        (R31)."""
        if not tasks:
            return []
        others = [task for task in tasks if task.agent_id != self.actor.id]
        with self.scope():
            disclosed = TaskRedactor(others, actor=self.actor, now=self.now)
        return [
            TaskOut.of(task, title=disclosed.title(task), state=disclosed.state(task))
            if task in others
            else TaskOut.of(task)
            for task in tasks
        ]


class Tasks(TaskView):
    @operation("create_task", answers={200: TaskOut, 201: TaskOut})
    def post(self, body: NewTask) -> Response:
        """Begin a task."""
        values = body.model_dump(include={"title", "status", "state", "session_id"})
        draft = parse(TaskDraft, {**values, "namespace": body.namespace})
        task, is_new = begin_task(draft, task_id=self.new_id(), actor=self.actor, now=self.now)
        headers = {"ETag": etag_of(task.change_id), "Location": reverse("rest:task", args=[task.id])}
        [disclosed] = self._disclosed([task])
        return answer(disclosed, status=201 if is_new else 200, headers=headers)

    @operation("list_tasks")
    def get(self, query: TaskQuery) -> TaskPage:
        """List tasks, last changed first."""
        check_may_read_tasks(self.actor)
        with self.scope():
            rows = Task.objects.visible_to(self.actor, now=self.now).filter(_conditions(query))
            found, following = RECENTLY_CHANGED.slice(rows, query)
        return TaskPage(results=self._disclosed(found), next_cursor=following)


class OneTask(TaskView):
    @operation("get_task", answers={200: TaskOut})
    def get(self, task_id: UUID) -> Response:
        """Get a task."""
        check_may_read_tasks(self.actor)
        with self.scope():
            task = first_or_404(Task.objects.visible_to(self.actor, now=self.now).filter(id=task_id))
        [disclosed] = self._disclosed([task])
        return answer(disclosed, headers={"ETag": etag_of(task.change_id)})

    @operation("change_task", answers={200: TaskOut})
    def patch(self, task_id: UUID, body: TaskPatch, if_match: UUID | None) -> Response:
        """Change a task, or move it to another status."""
        task = change_task(
            parse(TaskChange, body.model_dump(include={"title", "status", "state"})),
            task_id=task_id,
            actor=self.actor,
            now=self.now,
            version=body.version,
            expected_change_id=if_match,
        )
        [disclosed] = self._disclosed([task])
        return answer(disclosed, headers={"ETag": etag_of(task.change_id)})


def _conditions(query: TaskQuery) -> Q:
    wanted = without_none(person_id=query.user_id, session_id=query.session_id, status__in=query.statuses or None)
    condition = Q(**wanted)
    return condition & below(to_path(query.scope)) if query.scope else condition
