"""Which jobs a write wakes, so that nothing waits for the next sweep."""

import time
from contextlib import suppress
from uuid import UUID

from django.db import DatabaseError

from operations import queue

# A run takes along what came in before it began; what comes after waits for the next, or for the minute's sweep.
LINK_SECONDS = 10.0
_last: dict[UUID, float] = {}


def wake_for_write(workspace_id: UUID, is_unembedded: bool) -> None:
    """Embed what has no vectors yet (p95 5 s), and link to the neighbours (60 s, 001 §2).

    The write is committed: if nobody can be woken, the sweep comes within a minute.
    """
    with suppress(DatabaseError):
        if is_unembedded:
            queue.wake("embed_chunks", workspace_id=workspace_id)
        if _is_time_to_link(workspace_id):
            queue.wake("link_neighbours", workspace_id=workspace_id)


def _is_time_to_link(workspace_id: UUID) -> bool:
    """At most every ten seconds in a process, without asking the database: a batch needs no run a call."""
    now = time.monotonic()
    if now - _last.get(workspace_id, -LINK_SECONDS) < LINK_SECONDS:
        return False
    _last[workspace_id] = now
    return True
