"""Deleting saved states with their pending writes: on request, by run, and by the prune policy."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Window
from django.db.models.functions import RowNumber

from conversations.access import check_may_write, check_unchanged
from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import CheckpointQuerySet
from workspaces import scope
from workspaces.actors import Actor

BATCH = 500
STATE = ("person_id", "thread_id", "checkpoint_ns", "checkpoint_id")


@dataclass(frozen=True, slots=True)
class Removed:
    """How many states and pending writes were deleted."""

    checkpoints: int
    writes: int


def prune_checkpoints(
    *,
    person_id: UUID,
    thread_id: str,
    actor: Actor,
    now: datetime,
    keep_last: int = 1,
    older_than: datetime | None = None,
    run_ids: Sequence[str] | None = None,
) -> Removed:
    """Delete states of a thread with their pending writes: all but the `keep_last` newest of each namespace.

    With `older_than` only those saved before it, with `run_ids` only those of these runs. Raises UnknownPerson,
    NotAllowed.
    """
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        # Every visible state counts towards `keep_last`, including those that the other conditions exclude.
        chosen = _beyond(keep_last, _states(person_id, thread_id, actor, now))
        if older_than is not None:
            chosen = chosen.filter(updated_at__lt=older_than)
        if run_ids is not None:
            chosen = chosen.filter(run_id__in=run_ids)
        return _remove(Checkpoint.objects.filter(id__in=list(chosen.values_list("id", flat=True))))


def delete_checkpoints(
    *, person_id: UUID, thread_id: str, actor: Actor, now: datetime, expected_change_id: UUID | None = None
) -> Removed:
    """Delete all of a thread that the actor may see; `expected_change_id` is its current state's.

    Raises UnknownPerson, NotAllowed, ChangedMeanwhile.
    """
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        rows = _states(person_id, thread_id, actor, now)
        if expected_change_id is not None:
            current = rows.select_for_update().newest_first().values_list("change_id", flat=True).first()
            check_unchanged(current, expected_change_id)
        writes = CheckpointWrite.objects.visible_to(actor, now=now).filter(person_id=person_id, thread_id=thread_id)
        return Removed(rows.delete()[0], writes.delete()[0])


def delete_runs(*, person_id: UUID, run_ids: Sequence[str], actor: Actor, now: datetime) -> Removed:
    """Delete all that the actor may see of these runs, in every thread. Raises UnknownPerson, NotAllowed."""
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        return _remove(Checkpoint.objects.visible_to(actor, now=now).filter(person_id=person_id, run_id__in=run_ids))


def apply_prune_policy(*, workspace_id: UUID, now: datetime) -> int:
    """Delete a batch of states that no policy keeps, with their pending writes; returns how many, 0 when none is left.

    Each thread and namespace of an agent keeps its CHECKPOINT_KEEP newest states, at least the current one, and those
    saved within CHECKPOINT_DAYS (001 §15).
    """
    cutoff = now - timedelta(days=settings.CHECKPOINT_DAYS)
    with scope.enter(workspace_id):
        kept = max(1, settings.CHECKPOINT_KEEP)
        chosen = _beyond(kept, Checkpoint.objects.all(), of=(*STATE[:3], "agent_id")).filter(updated_at__lt=cutoff)
        ids = list(chosen.values_list("id", flat=True)[:BATCH])
        return _remove(Checkpoint.objects.filter(id__in=ids)).checkpoints


def _states(person_id: UUID, thread_id: str, actor: Actor, now: datetime) -> CheckpointQuerySet:
    return Checkpoint.objects.visible_to(actor, now=now).thread(thread_id).filter(person_id=person_id)


def _beyond(keep_last: int, states: CheckpointQuerySet, *, of: Sequence[str] = STATE[:3]) -> CheckpointQuerySet:
    """The states that are not among the `keep_last` newest of their thread and namespace.

    In a query of its own, because conditions beside a window function apply before the rows are numbered.
    """
    number = Window(RowNumber(), partition_by=list(of), order_by=F("checkpoint_id").desc())
    numbered = states.alias(number=number).filter(number__gt=keep_last)
    return Checkpoint.objects.filter(id__in=numbered.values("id"))


def _remove(chosen: CheckpointQuerySet) -> Removed:
    same_state = chosen.filter(**{name: OuterRef(name) for name in STATE})
    writes = CheckpointWrite.objects.filter(Exists(same_state)).delete()[0]
    return Removed(chosen.delete()[0], writes)
