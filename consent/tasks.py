"""Tasks are working state and pass no gate, but a shared one tells no sensitive field of a person, like a memory."""

from datetime import datetime
from uuid import UUID

from consent.detection.statements import discloses_to_all
from consent.detection.texts import texts_of_task
from conversations.access import check_may_write_tasks
from conversations.actions.tasks import create_task, update_task
from conversations.drafts import TaskChange, TaskDraft
from conversations.models import Task
from workspaces import scope
from workspaces.actors import Actor
from workspaces.namespaces import MEMORIES, to_path


class TellsOfSomebody(Exception):
    """The text of a shared task states a sensitive field of a person."""

    def __init__(self) -> None:
        super().__init__("What is sensitive about a person is kept in their own namespace only.")


def begin_task(draft: TaskDraft, *, task_id: UUID, actor: Actor, now: datetime) -> tuple[Task, bool]:
    """Begin a task as `create_task` does, and raises what it raises; TellsOfSomebody where everybody would read it."""
    if draft.namespace[0] != MEMORIES:
        texts = list(texts_of_task(draft.title, draft.state, namespace=draft.namespace))
        with scope.enter(actor.workspace_id):
            check_may_write_tasks(actor, person_id=None, path=to_path(draft.namespace), now=now)
            _check_shared(texts)
    return create_task(draft, task_id=task_id, actor=actor, now=now)


def change_task(
    change: TaskChange,
    *,
    task_id: UUID,
    actor: Actor,
    now: datetime,
    version: int | None = None,
    expected_change_id: UUID | None = None,
) -> Task:
    """Change a task as `update_task` does, and raises what it raises; TellsOfSomebody as `begin_task` does.

    A new title or state is read together with the one that stays.
    """
    if change.title is not None or change.state is not None:
        with scope.enter(actor.workspace_id):
            _check_change(change, task_id, actor, now)
    return update_task(
        change, task_id=task_id, actor=actor, now=now, version=version, expected_change_id=expected_change_id
    )


def _check_change(change: TaskChange, task_id: UUID, actor: Actor, now: datetime) -> None:
    task = Task.objects.visible_to(actor, now=now).filter(id=task_id, person_id__isnull=True).first()
    if task is None:
        return
    check_may_write_tasks(actor, person_id=None, path=task.namespace_path, now=now)
    title = task.title if change.title is None else change.title
    _check_shared(list(texts_of_task(title, task.state if change.state is None else change.state)))


def _check_shared(texts: list[str]) -> None:
    if discloses_to_all(texts):
        raise TellsOfSomebody
