from uuid import UUID

from django.conf import settings
from django.db import connection

from conversations.models import ChangeLog
from workspaces import scope
from workspaces.models import uuid7

MAX_CHARACTERS = 300
ADVANCE = """
INSERT INTO conversations_threadrevision AS thread (id, workspace_id, person_id, thread_id, rev)
VALUES (%s, %s, %s, %s, 1)
ON CONFLICT (workspace_id, person_id, thread_id) DO UPDATE SET rev = thread.rev + 1
RETURNING rev
"""


def record_change(
    *,
    person_id: UUID,
    thread_id: str,
    memory_id: UUID,
    event: str,
    category: str,
    importance: float,
    text: str,
) -> int:
    """Advance a thread's revision and log the change under it (001 §1, R20). Returns the new revision.

    Without a thread the person's default thread is meant. Called last in a transaction: the revision's row stays
    locked until its end.
    """
    thread_id = thread_id or f"person-{person_id}"
    rev = _advance(person_id, thread_id)
    ChangeLog.objects.create(
        person_id=person_id,
        thread_id=thread_id,
        rev=rev,
        memory_id=memory_id,
        event=event,
        category=category,
        importance=importance,
        text=text[:MAX_CHARACTERS],
    )
    oldest = rev - settings.CHANGE_LOG_REVISIONS
    ChangeLog.objects.filter(person_id=person_id, thread_id=thread_id, rev__lte=oldest).delete()
    return rev


def _advance(person_id: UUID, thread_id: str) -> int:
    """One statement, so that no increment is lost between concurrent writers."""
    with connection.cursor() as cursor:
        cursor.execute(ADVANCE, [uuid7(), scope.current_workspace_id(), person_id, thread_id])
        return int(cursor.fetchone()[0])
