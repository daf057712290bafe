"""Erases at once, without a purge's thirty days (001 §7), all memories of one person or of shared namespaces, and
records erasures and exports."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Now

from memories import cache
from memories.actions.record_history import record_about_person, record_history
from memories.artifacts.erase_artifacts import erase_of_person, erase_with_memories
from memories.authority import WriteAuthority, authorize_maintenance
from memories.maintenance.forget_memories import claim
from memories.maintenance.purge import destroy
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState
from workspaces import scope
from workspaces.actors import Actor, system_actor

BATCH = 200
JOB = "erase_person"


def erase_memories(*, workspace_id: UUID, person_id: UUID | None, now: datetime) -> int:
    """Destroy a batch of a person's memories, alive or forgotten; return their number, 0 when none is left.

    Without a person those of shared namespaces. Each leaves a PURGE row in History, so that the chain still verifies.
    """
    with scope.enter(workspace_id):
        memories = claim(Memory.objects.filter(Q(person_id=person_id)), size=BATCH)
        ids = [memory.id for memory in memories]
        with authorize_maintenance(actor=system_actor(workspace_id, JOB), now=now) as authority:
            _make_due(ids, authority)
            for memory in memories:
                record_history(memory=memory, event=Event.PURGE, authority=authority)
            cache.erase_on_commit(memories)
            erase_with_memories(ids)
            destroy(ids)
    return len(memories)


def erase_files(*, workspace_id: UUID, person_id: UUID) -> int:
    """Erase every artifact about a person, files included; return their number."""
    with scope.enter(workspace_id):
        return erase_of_person(person_id)


def record_erasure(*, person_id: UUID | None, meta: dict[str, Any], actor: Actor, now: datetime) -> History:
    """Record the erasure of a person, or of a whole workspace; `meta` has counts and ids. In the entered scope."""
    return record_about_person(person_id=person_id, event=Event.PURGE, meta=meta, actor=actor, now=now)


def record_export(*, person_id: UUID | None, rows: int, actor: Actor, now: datetime) -> History:
    """Record who exported how many rows about a person, or of a workspace. In the entered scope."""
    return record_about_person(person_id=person_id, event=Event.EXPORT, meta={"rows": rows}, actor=actor, now=now)


def _make_due(ids: list[UUID], authority: WriteAuthority) -> None:
    """Make the memories forgotten and due, in one transaction, because maintenance may destroy only such ones."""
    rows = Memory.objects.filter(id__in=ids)
    alive = rows.exclude(state=LifecycleState.SOFT_DELETED)
    alive.update(state=LifecycleState.SOFT_DELETED, purge_at=Now(), updated_at=authority.now, change_id=authority.id)
    rows.update(purge_at=Now())
