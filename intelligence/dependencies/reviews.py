"""What the person is told of memories whose ground has changed: one item for each change."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.changes import ForgetMemory
from consent.gate import submit
from consent.outcomes import Refused
from memories.maintenance.check_dependencies import mark_fresh
from memories.models import DependencyReview, Memory
from memories.models.choices import LifecycleState, Staleness
from workspaces import scope
from workspaces.actors import Actor, ActorKind

MOST = 50


class UnknownReview(Exception):
    """No such open item within the actor's sight."""


class UnknownMemory(Exception):
    """No such memory within the actor's sight."""


class NotYours(Exception):
    """Only the person it is about settles it."""


class NotInReview(Exception):
    """One of the memories named is not one that the item lists."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A memory that was changed or went, with what rested on it: `stale` still does, `recomputed` was written anew.

    `source` is None where it was purged.
    """

    review: DependencyReview
    source: Memory | None
    stale: Sequence[Memory]
    recomputed: Sequence[Memory]


def open_reviews(actor: Actor, *, now: datetime) -> list[ReviewItem]:
    """The newest items that wait, each with its memories as far as the actor may see them; two queries for all.

    In the entered scope.
    """
    rows = DependencyReview.objects.visible_to(actor, now=now).open().filter(checked_at__isnull=False)
    reviews = list(rows.order_by("-created_at", "-id")[:MOST])
    ids = {one for row in reviews for one in (row.source_id, *row.stale_ids, *row.recomputed_ids)}
    seen = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id__in=ids) if ids else []
    memories = {memory.id: memory for memory in seen}
    return [_item(row, memories) for row in reviews]


def settle_review(
    *, review_id: UUID, actor: Actor, now: datetime, keep: Collection[UUID] = (), forget: Collection[UUID] = ()
) -> bool:
    """Answer an item: what is kept counts as sound again, what is forgotten goes through the gate.

    What is named in neither stays marked and waits: the item is settled (True) when nothing of that is left. Raises
    UnknownReview, NotYours, NotInReview.
    """
    with scope.enter(actor.workspace_id):
        row = DependencyReview.objects.visible_to(actor, now=now).open().filter(id=review_id).first()
        if row is None:
            raise UnknownReview
        if actor.kind is not ActorKind.PERSON or actor.person_id != row.person_id:
            raise NotYours
        if not {*keep, *forget} <= {*row.stale_ids, *row.recomputed_ids}:
            raise NotInReview
        mine = Memory.objects.authorized_for(actor, now=now)
        mark_fresh(list(mine.filter(id__in=keep).values_list("id", flat=True)))
    for memory_id in forget:
        outcome = submit(ForgetMemory(memory_id=memory_id), actor=actor, now=now)
        if isinstance(outcome, Refused):
            raise NotInReview
    with scope.enter(actor.workspace_id):
        return _close_if_done(row, actor, now, decided={*keep, *forget})


def keep_memory(*, memory_id: UUID, actor: Actor, now: datetime) -> None:
    """The person's word that a memory holds although what it rests on does not. Raises UnknownMemory, NotYours."""
    with scope.enter(actor.workspace_id):
        mine = Memory.objects.authorized_for(actor, now=now).filter(state=LifecycleState.ACTIVE)
        memory = mine.filter(id=memory_id).first()
        if memory is None:
            raise UnknownMemory
        if actor.kind is not ActorKind.PERSON or actor.person_id != memory.person_id:
            raise NotYours
        mark_fresh([memory.id])
        waiting = DependencyReview.objects.open().filter(checked_at__isnull=False)
        for row in waiting.filter(stale_ids__contains=[memory.id], recomputed_ids=[]):
            _close_if_done(row, actor, now)


def _close_if_done(row: DependencyReview, actor: Actor, now: datetime, *, decided: Collection[UUID] = ()) -> bool:
    left = set(row.stale_ids) - set(decided)
    seen = Memory.objects.authorized_for(actor, now=now).filter(id__in=left, state=LifecycleState.ACTIVE)
    if seen.exclude(staleness=Staleness.FRESH).exists():
        return False
    DependencyReview.objects.open().filter(id=row.id).update(settled_at=now)
    return True


def _item(row: DependencyReview, memories: dict[UUID, Memory]) -> ReviewItem:
    return ReviewItem(
        row,
        memories.get(row.source_id),
        [memories[one] for one in row.stale_ids if _is_there(memories.get(one)) and memories[one].staleness],
        [memories[one] for one in row.recomputed_ids if _is_there(memories.get(one))],
    )


def _is_there(memory: Memory | None) -> bool:
    return memory is not None and memory.state == LifecycleState.ACTIVE
