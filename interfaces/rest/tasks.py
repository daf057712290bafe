from datetime import datetime
from typing import Annotated, Any, Literal, Self, get_args
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from pydantic import AfterValidator, BaseModel, Field, model_validator
from rest_framework.request import Request
from rest_framework.response import Response

from consent.tasks import begin_task, change_task
from conversations.access import check_may_read_tasks
from conversations.drafts import TITLE_CHARACTERS, TaskChange, TaskDraft
from conversations.models import Task
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import RECENTLY_CHANGED, Page, PageQuery
from interfaces.rest.parsing import AgentRole, Input, Namespace, parse
from interfaces.rest.problems import NotFound
from interfaces.rest.views import IF_MATCH, RestView, answer, etag_of, expected_change
from memories import limits
from memories.limits import at_most
from workspaces.namespaces import MEMORIES, below, person_id_of, to_path

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


TAG = "tasks"


class Tasks(RestView):
    @documented(
        "Begin a task",
        operation="create_task",
        tag=TAG,
        body=NewTask,
        answers={200: TaskOut, 201: TaskOut},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(NewTask)
        values = body.model_dump(include={"title", "status", "state", "session_id"})
        draft = parse(TaskDraft, {**values, "namespace": body.namespace})
        task, is_new = begin_task(draft, task_id=self.new_id(), actor=self.actor, now=self.now)
        headers = {"ETag": etag_of(task.change_id), "Location": reverse("rest:task", args=[task.id])}
        return answer(task_out(task), status=201 if is_new else 200, headers=headers)

    @documented(
        "List tasks, last changed first", operation="list_tasks", tag=TAG, query=TaskQuery, answers={200: TaskPage}
    )
    def get(self, request: Request) -> Response:
        query = self.query(TaskQuery)
        check_may_read_tasks(self.actor)
        with self.scope():
            rows = Task.objects.visible_to(self.actor, now=self.now).filter(_conditions(query))
            found, following = RECENTLY_CHANGED.slice(rows, query)
        return answer(TaskPage(results=[task_out(row) for row in found], next_cursor=following))


class OneTask(RestView):
    @documented("Get a task", operation="get_task", tag=TAG, answers={200: TaskOut})
    def get(self, request: Request, task_id: UUID) -> Response:
        check_may_read_tasks(self.actor)
        with self.scope():
            task = Task.objects.visible_to(self.actor, now=self.now).filter(id=task_id).first()
        if task is None:
            raise NotFound
        return answer(task_out(task), headers={"ETag": etag_of(task.change_id)})

    @documented(
        "Change a task, or move it to another status",
        operation="change_task",
        tag=TAG,
        body=TaskPatch,
        answers={200: TaskOut},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def patch(self, request: Request, task_id: UUID) -> Response:
        body = self.body(TaskPatch)
        task = change_task(
            parse(TaskChange, body.model_dump(include={"title", "status", "state"})),
            task_id=task_id,
            actor=self.actor,
            now=self.now,
            version=body.version,
            expected_change_id=expected_change(request),
        )
        return answer(task_out(task), headers={"ETag": etag_of(task.change_id)})


def _conditions(query: TaskQuery) -> Q:
    wanted = {"person_id": query.user_id, "session_id": query.session_id, "status__in": query.statuses or None}
    condition = Q(**{name: value for name, value in wanted.items() if value is not None})
    return condition & below(to_path(query.scope)) if query.scope else condition
