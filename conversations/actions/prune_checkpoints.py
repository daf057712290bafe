from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from conversations.access import check_may_write
from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import CheckpointQuerySet
from conversations.preconditions import check_unchanged
from workspaces import scope
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Removed:
    """How many states and pending writes are gone."""

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
    """Remove states of a thread with their pending writes: all but the `keep_last` newest of each namespace.

    With `older_than` only those saved before it, with `run_ids` only those of these runs. Raises UnknownPerson,
    NotAllowed.
    """
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        rows = _states(person_id, thread_id, actor, now)
        place = Window(RowNumber(), partition_by="checkpoint_ns", order_by=F("checkpoint_id").desc())
        # Every state counts for its place, also one that the other conditions leave alone.
        beyond = [
            row_id for row_id, number in rows.annotate(place=place).values_list("id", "place") if number > keep_last
        ]
        chosen = Checkpoint.objects.filter(id__in=beyond)
        if older_than is not None:
            chosen = chosen.filter(updated_at__lt=older_than)
        if run_ids is not None:
            chosen = chosen.filter(run_id__in=run_ids)
        return _remove(chosen, person_id, thread_id)


def delete_checkpoints(
    *, person_id: UUID, thread_id: str, actor: Actor, now: datetime, expected_change_id: UUID | None = None
) -> Removed:
    """Remove all of a thread that the actor may see; `expected_change_id` is its current state's.

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
    """Remove all that the actor may see of these runs, in whichever threads. Raises UnknownPerson, NotAllowed."""
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        seen = Checkpoint.objects.visible_to(actor, now=now).filter(person_id=person_id, run_id__in=run_ids)
        removed = Removed(0, 0)
        for thread_id in sorted(set(seen.values_list("thread_id", flat=True))):
            gone = _remove(Checkpoint.objects.filter(id__in=seen.filter(thread_id=thread_id)), person_id, thread_id)
            removed = Removed(removed.checkpoints + gone.checkpoints, removed.writes + gone.writes)
        return removed


def _states(person_id: UUID, thread_id: str, actor: Actor, now: datetime) -> CheckpointQuerySet:
    return Checkpoint.objects.visible_to(actor, now=now).thread(thread_id).filter(person_id=person_id)


def _remove(chosen: CheckpointQuerySet, person_id: UUID, thread_id: str) -> Removed:
    states = list(chosen.order_by("checkpoint_ns").values_list("checkpoint_ns", "checkpoint_id"))
    writes = CheckpointWrite.objects.filter(person_id=person_id, thread_id=thread_id)
    gone = 0
    for namespace, of_namespace in groupby(states, key=lambda state: state[0]):
        ids = [checkpoint_id for _, checkpoint_id in of_namespace]
        gone += writes.filter(checkpoint_ns=namespace, checkpoint_id__in=ids).delete()[0]
    chosen.delete()
    return Removed(len(states), gone)
