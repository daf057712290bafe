from datetime import datetime
from uuid import UUID

from conversations.access import UnknownPerson
from conversations.actions.append_turns import UnknownSession
from conversations.models import Session, Task
from conversations.models.task import TaskStatus
from conversations.state_redaction import redact_state
from conversations.task_access import check_may_write_tasks
from conversations.task_drafts import TaskDraft
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.namespaces import MEMORIES, person_id_of, to_path


def create_task(draft: TaskDraft, *, task_id: UUID, actor: Actor, now: datetime) -> tuple[Task, bool]:
    """Begin a task; one with that id that is there already is answered as it is. The flag says if it is new.

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


def _check_exists(draft: TaskDraft, person_id: UUID | None) -> None:
    if draft.namespace[0] == MEMORIES and (person_id is None or not Person.objects.hold([person_id])):
        raise UnknownPerson
    if draft.session_id is not None:
        rows = Session.objects.filter(id=draft.session_id)
        if not (rows.filter(person_id=person_id) if person_id else rows.none()).exists():
            raise UnknownSession
