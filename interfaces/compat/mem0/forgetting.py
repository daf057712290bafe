"""Forgetting many memories in one call: each passes the gate, which may ask the person."""

from collections.abc import Iterable
from uuid import UUID

from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory
from consent.outcomes import Outcome
from interfaces.compat.mem0.shown import response_of, write_events
from interfaces.compat.mem0.views import Mem0View
from memories.limits import BATCH_ITEMS
from memories.models.memory import MemoryQuerySet


def forget_all(view: Mem0View, rows: MemoryQuerySet) -> Response:
    """Forget the selected memories."""
    with view.scope():
        ids = list(rows.order_by("-created_at", "-id").values_list("id", flat=True))
    return forget(view, ids, message="Memories deleted successfully!")


def forget(view: Mem0View, ids: list[UUID], *, message: str) -> Response:
    """Forget in batches, each in a transaction of its own."""
    outcomes: list[Outcome] = []
    for start in range(0, len(ids), BATCH_ITEMS):
        changes = [ForgetMemory(memory_id=memory_id) for memory_id in ids[start : start + BATCH_ITEMS]]
        outcomes += gate.submit_many(changes, actor=view.actor, now=view.now)
    results = write_events(view, outcomes)
    return response_of(results, outcomes, message=_message(message, (result["event"] for result in results)))


def _message(message: str, events: Iterable[str]) -> str:
    left = [event for event in events if event != "DELETE"]
    return f"{len(left)} of the memories are not deleted; each result says why." if left else message
