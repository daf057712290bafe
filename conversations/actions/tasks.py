"""Creating and changing tasks."""

from datetime import datetime
from uuid import UUID

from conversations.access import (
    UnknownPerson,
    check_may_read_tasks,
    check_may_rule,
    check_may_write_tasks,
    check_unchanged,
)
from conversations.actions.sessions import UnknownSession
from conversations.drafts import TaskChange, TaskDraft
from conversations.models import Session, Task
from conversations.models.task import TaskStatus
from conversations.state_redaction import redact_state
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person, uuid7
from workspaces.namespaces import MEMORIES, person_id_of, to_path


class UnknownTask(Exception):
    """No such task is visible to the actor."""


class WrongVersion(Exception):
    """The task is at another version than the change was made for."""


class ForbiddenTransition(Exception):
    """The new status may not follow the present one."""


def create_task(draft: TaskDraft, *, task_id: UUID, actor: Actor, now: datetime) -> tuple[Task, bool]:
    """Create a task, or return the existing one with that id unchanged; the flag says whether it is new.

    Secrets in title and state are redacted first. Raises UnknownPerson, UnknownSession, NotAllowed.
    """
    state, _ = redact_state(draft.state)
    title = redact(draft.title).text
    path, person_id = to_path(draft.namespace), person_id_of(draft.namespace)
    with scope.enter(actor.workspace_id):
        check_may_write_tasks(actor, person_id=person_id, path=path, now=now)
        _check_exists(draft, person_id)
        return Task.objects.get_or_create(
            id=task_id,
            defaults={
                "person_id": person_id,
                "namespace_path": path,
                "session_id": draft.session_id,
                "title": title,
                "status": TaskStatus(draft.status),
                "state": state,
                "agent_id": actor.id if actor.is_agent else None,
                "created_at": now,
                "updated_at": now,
            },
        )


def update_task(
    change: TaskChange,
    *,
    task_id: UUID,
    actor: Actor,
    now: datetime,
    version: int | None = None,
    expected_change_id: UUID | None = None,
) -> Task:
    """Change a task under its row's lock; an update without any difference leaves the version as it is.

    `version` and `expected_change_id`, when given, must be the current ones. Secrets are redacted first. Raises
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
        if _rules(values, task):
            check_may_rule(actor, task)
        check_unchanged(task.change_id, expected_change_id)
        if version is not None and version != task.version:
            raise WrongVersion(f"The task is at version {task.version}, not {version}.")
        _apply(task, values, now)
    return task


def _check_exists(draft: TaskDraft, person_id: UUID | None) -> None:
    if draft.namespace[0] == MEMORIES and (person_id is None or not Person.objects.hold([person_id])):
        raise UnknownPerson
    if draft.session_id is not None:
        rows = Session.objects.filter(id=draft.session_id)
        if not (rows.filter(person_id=person_id) if person_id else rows.none()).exists():
            raise UnknownSession


def _values(change: TaskChange) -> dict[str, object]:
    values: dict[str, object] = {}
    if change.title is not None:
        values["title"] = redact(change.title).text
    if change.state is not None:
        values["state"] = redact_state(change.state)[0]
    if change.status is not None:
        values["status"] = change.status
    return values


def _rules(values: dict[str, object], task: Task) -> bool:
    """Whether the change redefines or cancels the task, rather than reporting progress."""
    is_renamed = values.get("title", task.title) != task.title
    return is_renamed or (values.get("status") == TaskStatus.CANCELLED and task.status != TaskStatus.CANCELLED)


def _apply(task: Task, values: dict[str, object], now: datetime) -> None:
    status = str(values.get("status", task.status))
    if not task.may_become(status):
        raise ForbiddenTransition(f"A task that is {task.status} cannot become {status}.")
    changed = {name: value for name, value in values.items() if getattr(task, name) != value}
    if changed:
        task.change(now=now, change_id=uuid7(), **changed)
