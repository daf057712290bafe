"""Reviews of memories whose dependencies have changed: one item for each change."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.changes import ForgetMemory
from consent.gate import submit
from consent.outcomes import Refused
from memories.maintenance.check_dependencies import confirm_memories
from memories.models import DependencyReview, Memory
from memories.models.choices import LifecycleState, Staleness
from workspaces import scope
from workspaces.actors import Actor, ActorKind

MAX_REVIEWS = 50


class UnknownReview(Exception):
    """No such open item is visible to the actor."""


class UnknownMemory(Exception):
    """No such memory is visible to the actor."""


class NotYours(Exception):
    """Only the person it is about may settle it."""


class NotInReview(Exception):
    """The item does not list one of these memories."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A memory that was changed or removed, with its dependents: `stale` ones still wait, `recomputed` were rewritten.

    `source` is None if it was purged.
    """

    review: DependencyReview
    source: Memory | None
    stale: Sequence[Memory]
    recomputed: Sequence[Memory]

    @property
    def asks_something(self) -> bool:
        """Whether any of its memories still needs a decision."""
        return bool(self.stale or self.recomputed)


def open_reviews(actor: Actor, *, now: datetime) -> list[ReviewItem]:
    """Return the newest open items with the memories that the actor may see; two queries. Runs in the entered scope."""
    rows = DependencyReview.objects.visible_to(actor, now=now).open().filter(checked_at__isnull=False)
    reviews = list(rows.order_by("-created_at", "-id")[:MAX_REVIEWS])
    ids = {one for row in reviews for one in (row.source_id, *row.stale_ids, *row.recomputed_ids)}
    seen = Memory.objects.authorized_for(actor, now=now).select_related("current").filter(id__in=ids) if ids else []
    memories = {memory.id: memory for memory in seen}
    return [_item(row, memories) for row in reviews]


def count_reviews(actor: Actor, *, now: datetime) -> int:
    """Return the number of open items with memories to decide about. Runs in the entered scope."""
    return sum(item.asks_something for item in open_reviews(actor, now=now))


def settle_review(
    *, review_id: UUID, actor: Actor, now: datetime, keep: Collection[UUID] = (), forget: Collection[UUID] = ()
) -> bool:
    """Settle an item: confirmed memories count as fresh again, forgotten ones go through the gate.

    Memories in neither list stay stale; returns whether none is left and the item is closed. Raises UnknownReview,
    NotYours, NotInReview.
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
        confirm_memories(mine.filter(id__in=keep).values_list("id", flat=True), actor=actor, now=now)
    for memory_id in forget:
        outcome = submit(ForgetMemory(memory_id=memory_id), actor=actor, now=now)
        if isinstance(outcome, Refused):
            raise NotInReview
    with scope.enter(actor.workspace_id):
        return _close_if_done(row, actor, now, decided={*keep, *forget})


def keep_memory(*, memory_id: UUID, actor: Actor, now: datetime) -> None:
    """The person confirms a memory although a memory that it depends on has changed. Raises UnknownMemory, NotYours."""
    with scope.enter(actor.workspace_id):
        mine = Memory.objects.authorized_for(actor, now=now).filter(state=LifecycleState.ACTIVE)
        memory = mine.filter(id=memory_id).first()
        if memory is None:
            raise UnknownMemory
        if actor.kind is not ActorKind.PERSON or actor.person_id != memory.person_id:
            raise NotYours
        confirm_memories([memory.id], actor=actor, now=now)
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
