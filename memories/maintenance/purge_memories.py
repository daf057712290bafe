from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models.functions import Now

from conversations.models import ChangeLog
from memories import cache
from memories.actions.record_history import record_history
from memories.artifacts.erase_artifacts import erase_with_memories
from memories.authority import authorize_maintenance
from memories.maintenance.forget_memories import claim
from memories.models import History, HistorySalt, Memory
from memories.models.choices import Event, LifecycleState
from workspaces import scope
from workspaces.actors import system_actor


def purge_memories(*, workspace_id: UUID, now: datetime) -> int:
    """Destroy a batch of memories forgotten PURGE_DAYS ago (001 §7); returns how many, 0 when none is left.

    Head, versions, chunks, vectors, facts, edges, evidence and salts go, and what the change log said of them. That it
    happened stays in History, whose commitments can no longer be tied to any content.
    """
    due = Memory.objects.filter(state=LifecycleState.SOFT_DELETED, purge_at__lte=Now())
    with scope.enter(workspace_id):
        memories = claim(due)
        with authorize_maintenance(actor=system_actor(workspace_id, "purge_memories"), now=now) as authority:
            for memory in memories:
                record_history(memory=memory, event=Event.PURGE, authority=authority)
            cache.erase_on_commit(memories)
            erase_with_memories([memory.id for memory in memories])
            destroy([memory.id for memory in memories])
    return len(memories)


def destroy(ids: Sequence[UUID]) -> None:
    """Delete memories with all that hangs on them, their salts, and what the change log said of them."""
    rows = History.objects.filter(memory_id__in=ids).values("id")
    HistorySalt.objects.filter(history_id__in=rows).delete()
    ChangeLog.objects.filter(memory_id__in=ids).delete()
    Memory.objects.filter(id__in=ids).delete()
