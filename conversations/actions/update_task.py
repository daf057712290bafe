from datetime import datetime
from uuid import UUID

from conversations.access import UnknownPerson
from conversations.models import Task
from conversations.preconditions import check_unchanged
from conversations.state_redaction import redact_state
from conversations.task_access import check_may_read_tasks, check_may_write_tasks
from conversations.task_drafts import TaskChange
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person, uuid7


class UnknownTask(Exception):
    """No such task within the actor's reach."""


class WrongVersion(Exception):
    """The task is at another version than the one the change was made for."""


class ForbiddenTransition(Exception):
    """The new status may not follow the present one."""


def update_task(
    change: TaskChange,
    *,
    task_id: UUID,
    actor: Actor,
    now: datetime,
    version: int | None = None,
    expected_change_id: UUID | None = None,
) -> Task:
    """Change a task under its row's lock; a change that changes nothing is none.

    `version` and `expected_change_id`, when told, must be the present ones. Secrets are redacted first. Raises
    UnknownTask, UnknownPerson, NotAllowed, WrongVersion, ChangedMeanwhile, ForbiddenTransition.
    """
    values = _values(change)
    with scope.enter(actor.workspace_id):
        check_may_read_tasks(actor)
        task = Task.objects.visible_to(actor, now=now).select_for_update().filter(id=task_id).first()
        if task is None:
            raise UnknownTask
        if task.person_id and not Person.objects.hold([task.person_id]):
            raise UnknownPerson
        check_may_write_tasks(actor, person_id=task.person_id, path=task.namespace_path, now=now)
        check_unchanged(task.change_id, expected_change_id)
        if version is not None and version != task.version:
            raise WrongVersion(f"The task is at version {task.version}, not {version}.")
        _apply(task, values, now)
    return task


def _values(change: TaskChange) -> dict[str, object]:
    told: dict[str, object] = {}
    if change.title is not None:
        told["title"] = redact(change.title).text
    if change.state is not None:
        told["state"] = redact_state(change.state)[0]
    if change.status is not None:
        told["status"] = change.status
    return told


def _apply(task: Task, values: dict[str, object], now: datetime) -> None:
    status = str(values.get("status", task.status))
    if not task.may_become(status):
        raise ForbiddenTransition(f"A task that is {task.status} cannot become {status}.")
    changed = {name: value for name, value in values.items() if getattr(task, name) != value}
    if changed:
        task.change(now=now, change_id=uuid7(), **changed)
