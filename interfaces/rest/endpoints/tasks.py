from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from consent.actions.keep_task import begin_task, change_task
from conversations.models import Task
from conversations.task_access import check_may_read_tasks
from conversations.task_drafts import TaskChange, TaskDraft
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.pagination import RECENTLY_CHANGED
from interfaces.rest.parsing import parse
from interfaces.rest.preconditions import IF_MATCH, etag_of, expected_change
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.tasks import NewTask, TaskOut, TaskPage, TaskPatch, TaskQuery, task_out
from interfaces.rest.views import RestView, answer
from workspaces.namespaces import below, to_path

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
