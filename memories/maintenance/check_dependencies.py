"""Checking the dependents of a memory that changed: maintenance that changes no meaning (R26)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.actions.record_history import record_history
from memories.authority import WriteAuthority
from memories.dependencies import dependents_of, staleness_of
from memories.models import DependencyReview, Memory
from memories.models.choices import Event, LifecycleState, Staleness, Trust
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

BATCH = 50
CONFIRMED = "still_true"  # the key in History's meta: why it had been marked


@dataclass(frozen=True, slots=True)
class Checked:
    """One review with the memories that are stale, each after its sources."""

    review_id: UUID
    source_id: UUID
    stale: tuple[Memory, ...]


def check_batch(*, workspace_id: UUID, now: datetime) -> list[Checked]:
    """Check a batch of reviews, in its own scope; memories that are fresh after all lose their marks."""
    with scope.enter(workspace_id):
        rows = DependencyReview.objects.filter(checked_at__isnull=True).order_by("created_at")[:BATCH]
        return [Checked(row.id, row.source_id, tuple(_stale_dependents(row, now))) for row in rows]


def close_check(review_id: UUID, *, recomputed: Collection[UUID], now: datetime) -> None:
    """Store the result of a check; without any memory to show, the review is settled. In the entered scope."""
    _lock_dependents(review_id)
    row = DependencyReview.objects.select_for_update().filter(id=review_id, settled_at__isnull=True).first()
    if row is None:
        return
    row.stale_ids = [memory.id for memory in _stale_dependents(row, now)]
    row.recomputed_ids = sorted({*row.recomputed_ids, *recomputed})
    row.checked_at = now
    row.settled_at = None if row.stale_ids or row.recomputed_ids else now
    row.save(update_fields=["stale_ids", "recomputed_ids", "checked_at", "settled_at"])


def _lock_dependents(review_id: UUID) -> None:
    """Lock memories before their review, in the order of writers, to avoid a deadlock."""
    for source_id in DependencyReview.objects.filter(id=review_id).values_list("source_id", flat=True):
        rows = Memory.objects.select_for_update().filter(id__in=dependents_of(source_id)).order_by("id")
        list(rows.values_list("id", flat=True))


def confirm_memories(memory_ids: Collection[UUID], *, actor: Actor, now: datetime) -> None:
    """Unmark memories that their person says are still true, with a row in History each. In the entered scope."""
    rows = Memory.objects.select_for_update(of=("self",)).select_related("current").filter(id__in=memory_ids)
    stale = list(rows.exclude(staleness=Staleness.FRESH).order_by("id"))
    authority = WriteAuthority(uuid7(), actor, now, Trust.PERSON)
    for memory in stale:
        meta = {CONFIRMED: memory.staleness}
        record_history(memory=memory, event=Event.UPDATE, authority=authority, new_version=memory.current, meta=meta)
    Memory.objects.filter(id__in=[memory.id for memory in stale]).update(staleness=Staleness.FRESH)


def _stale_dependents(review: DependencyReview, now: datetime) -> list[Memory]:
    """The stale dependents of the review's memory, after their marks were corrected.

    A memory that lost a source stays marked when that source is purged together with its edge: only the source's
    return, new content, or the person unmarks it.
    """
    stale = []
    for memory_id in dependents_of(review.source_id):
        memory = Memory.objects.select_for_update(of=("self",)).select_related("current").get(id=memory_id)
        found = staleness_of(memory, now=now)
        if found == Staleness.FRESH and memory.staleness == Staleness.OUTDATED:
            continue  # outdated by the person's own statement, not by its sources
        if memory.staleness == Staleness.GONE and review.event != Event.RESTORE:
            found = Staleness.GONE
        if found != memory.staleness:
            memory.staleness = found
            memory.save(update_fields=["staleness"])
        if found != Staleness.FRESH and memory.state == LifecycleState.ACTIVE:
            stale.append(memory)
    return stale
