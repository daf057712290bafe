"""Destroys forgotten memories, superseded chunks and old operational events when they are due (R23)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now

from conversations.models import ChangeLog, WithheldValue
from memories import cache
from memories.actions.record_history import record_history
from memories.artifacts.erase_artifacts import erase_with_memories
from memories.authority import authorize_maintenance
from memories.maintenance.forget_memories import claim
from memories.models import Chunk, History, HistorySalt, Memory, OperationalEvent
from memories.models.choices import Event, LifecycleState
from workspaces import scope
from workspaces.actors import system_actor

CHUNKS, EVENTS = 1_000, 5_000


def purge_memories(*, workspace_id: UUID, now: datetime) -> int:
    """Destroy a batch of memories forgotten PURGE_DAYS ago (001 §7); return their number, 0 when none is left.

    Head, versions, chunks, vectors, facts, edges, evidence, salts and lines of the change log are deleted. History
    keeps the event; its commitments can no longer be tied to any content.
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
    """Delete memories with all their rows, their salts, their lines in the change log, and the values that messages are
    searched for because they were marked as wrong."""
    rows = History.objects.filter(memory_id__in=ids).values("id")
    HistorySalt.objects.filter(history_id__in=rows).delete()
    ChangeLog.objects.filter(memory_id__in=ids).delete()
    WithheldValue.objects.filter(memory_id__in=ids).delete()
    Memory.objects.filter(id__in=ids).delete()


def purge_chunks(*, workspace_id: UUID) -> int:
    """Delete a batch of chunks superseded more than SUPERSEDED_CHUNK_DAYS ago (004, R23); return their number.

    Their text is still in its version, so they can be rebuilt.
    """
    with scope.enter(workspace_id):
        old = Chunk.objects.filter(superseded_at__lt=Now() - timedelta(days=settings.SUPERSEDED_CHUNK_DAYS))
        ids = list(old.values_list("id", flat=True)[:CHUNKS])
        Chunk.objects.filter(id__in=ids).delete()
    return len(ids)


def prune_operational_events(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of operational events older than OPERATIONAL_EVENT_DAYS; return their number, 0 for none."""
    oldest = now - timedelta(days=settings.OPERATIONAL_EVENT_DAYS)
    with scope.enter(workspace_id):
        ids = list(OperationalEvent.objects.filter(created_at__lt=oldest).values_list("id", flat=True)[:EVENTS])
        return OperationalEvent.objects.filter(id__in=ids).delete()[0]
