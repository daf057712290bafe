"""Notifies the background jobs that something was written.

Lower apps name no job of an upper one, so the app that runs jobs registers callbacks at start-up by `on_write`.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from consent.outcomes import Applied, Outcome
from consent.prepared import Prepared
from memories.models.choices import Event

# Called with the workspace, and whether some of the texts have no vectors yet.
Waker = Callable[[UUID, bool], None]
WRITING = frozenset({Event.ADD, Event.UPDATE, Event.RESTORE, Event.MERGE})
_wakers: list[Waker] = []


def on_write(waker: Waker) -> None:
    """Call `waker` after each commit in which the gate wrote content."""
    _wakers.append(waker)


def notify(items: Sequence[Prepared], outcomes: Sequence[Outcome], *, workspace_id: UUID) -> None:
    """Call the wakers after a commit. Outside any scope."""
    written = [
        item
        for item, outcome in zip(items, outcomes, strict=True)
        if isinstance(outcome, Applied) and outcome.event in WRITING
    ]
    for waker in _wakers if written else ():
        waker(workspace_id, any(item.waits_for_vectors for item in written))
