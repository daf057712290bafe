from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet

from conversations.access import check_may_write
from conversations.models import Checkpoint, CheckpointWrite
from workspaces import scope
from workspaces.actors import Actor

COPIES: Final[dict[type[Model], tuple[str, ...]]] = {
    Checkpoint: (
        "workspace_id", "person_id", "checkpoint_ns", "checkpoint_id", "agent_id", "parent_id", "is_single",
        "checkpoint", "metadata", "run_id", "redactions", "change_id", "created_at", "updated_at",
    ),
    CheckpointWrite: (
        "workspace_id", "person_id", "checkpoint_ns", "checkpoint_id", "agent_id", "task_id", "task_path", "idx",
        "channel", "value", "created_at",
    ),
}  # fmt: skip


class NothingToCopy(Exception):
    """The thread has no state or pending write that the actor may see."""


class ThreadTaken(Exception):
    """The destination thread has states already."""


def copy_checkpoints(
    *, person_id: UUID, thread_id: str, to_thread_id: str, actor: Actor, now: datetime
) -> tuple[int, int]:
    """Copy a thread's states and pending writes that the actor may see to an empty thread; returns how many of each.

    The database copies them, whatever their size. Raises UnknownPerson, NotAllowed, ThreadTaken, NothingToCopy.
    """
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        if Checkpoint.objects.thread(to_thread_id).filter(person_id=person_id).exists():
            raise ThreadTaken("That thread has states already.")
        states = Checkpoint.objects.visible_to(actor, now=now).filter(person_id=person_id, thread_id=thread_id)
        writes = CheckpointWrite.objects.visible_to(actor, now=now).filter(person_id=person_id, thread_id=thread_id)
        copied = _copy(Checkpoint, states.values("id"), to_thread_id)
        written = _copy(CheckpointWrite, writes.values("id"), to_thread_id)
    if not copied and not written:
        raise NothingToCopy
    return copied, written


def _copy(model: type[Model], wanted: QuerySet[Any], to_thread_id: str) -> int:
    ids, params = wanted.query.sql_with_params()
    table, columns = model._meta.db_table, ", ".join(COPIES[model])
    sql = (
        f"INSERT INTO {table} (id, thread_id, {columns}) "  # noqa: S608
        f"SELECT gen_random_uuid(), %s, {columns} FROM {table} WHERE id IN ({ids}) ON CONFLICT DO NOTHING"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [to_thread_id, *params])
        return int(cursor.rowcount)
