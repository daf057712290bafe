"""Forgets memories automatically: past their TTL, or unimportant and unused (001 §7, R23)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce, Now

from conversations.models import Session
from memories.actions.lifecycle import forget_memory
from memories.authority import authorize_maintenance, lock_addresses
from memories.importance import lowest_of
from memories.models import History, Memory
from memories.models.choices import Event, LifecycleState, MemoryType
from workspaces import scope
from workspaces.actors import Actor, system_actor
from workspaces.models import Workspace

BATCH = 50
EXEMPT = (MemoryType.SOURCE_OBJECT, MemoryType.PROCEDURAL)


def forget_expired(*, workspace_id: UUID, now: datetime) -> int:
    """Soft-delete a batch of expired memories; return their number, 0 when none is left."""
    due = Memory.objects.filter(state=LifecycleState.ACTIVE, expires_at__lte=Now()).order_by("expires_at")
    return _forget(due, actor=system_actor(workspace_id, "forget_expired"), now=now)


def forget_unused(*, workspace_id: UUID, now: datetime) -> int:
    """Soft-delete a batch of memories by the retention rule; return their number, 0 when none is left.

    Importance level below RETENTION_LEVEL, not pinned, last shown, or if never shown, created more than
    RETENTION_DAYS ago, and not restored since. Facts, source objects and procedures stay; a workspace may switch the
    rule off.
    """
    if not Workspace.objects.filter(id=workspace_id, retention_enabled=True).exists():
        return 0
    unused = Memory.objects.filter(
        state=LifecycleState.ACTIVE, pinned=False, importance__lt=lowest_of(settings.RETENTION_LEVEL)
    )
    unused = unused.exclude(memory_type__in=EXEMPT).exclude(key__startswith="fact:")
    since, start = Coalesce("last_accessed_at", "created_at"), Now() - timedelta(days=settings.RETENTION_DAYS)
    restored = History.objects.filter(
        workspace_id=workspace_id, memory_id=OuterRef("id"), event=Event.RESTORE, created_at__gte=start
    )
    due = unused.alias(since=since).filter(~Exists(restored), since__lt=start)
    return _forget(due, actor=system_actor(workspace_id, "forget_unused"), now=now)


def claim(due: QuerySet[Memory], *, size: int = BATCH) -> list[Memory]:
    """Return up to `size` of the rows that are still due, with addresses and rows locked as the gate locks them."""
    found = {row.id: (row.namespace_path, row.key) for row in due.only("id", "namespace_path", "key")[:size]}
    lock_addresses(found.values())
    return list(due.filter(id__in=found).select_related("current").select_for_update(of=("self",)))


def _forget(due: QuerySet[Memory], *, actor: Actor, now: datetime) -> int:
    with scope.enter(actor.workspace_id):
        memories = claim(due)
        with authorize_maintenance(actor=actor, now=now) as authority:
            for memory in memories:
                forget_memory(memory=memory, authority=authority, event=Event.TTL)
    return len(memories)


def expire_work(*, sessions: Sequence[Session], now: datetime) -> int:
    """Let the working memories of conversations expire at once (R30); return their number. Inside the scope.

    No read shows them from now on. `forget_work` writes their history later, without a lock on the conversations, which
    writers of memories reference; the job forgets those it does not reach.
    """
    return _working(sessions).exclude(expires_at__lte=now).update(expires_at=now)


def forget_work(*, sessions: Sequence[Session], actor: Actor, now: datetime) -> None:
    """Soft-delete expired working memories of conversations, as the actor who closed them."""
    while _forget(_working(sessions).filter(expires_at__lte=now).order_by("id"), actor=actor, now=now):
        pass


def _working(sessions: Sequence[Session]) -> QuerySet[Memory]:
    return Memory.objects.filter(
        person_id__in={session.person_id for session in sessions},
        session_id__in=[session.id for session in sessions],
        memory_type=MemoryType.WORKING,
        state=LifecycleState.ACTIVE,
    )
