"""Memories and outcomes of writes in mem0's format."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from rest_framework.response import Response

from consent.outcomes import Outcome, Refused
from interfaces.compat.mem0.identity import COLUMNS
from interfaces.compat.mem0.views import Mem0View
from interfaces.rest.outcomes import Status, WriteResult, refusal
from memories.models import Memory

Shown = dict[str, Any]
# Pending writes have an event of their own: neither done nor an error.
PENDING = "PENDING"
EVENTS: dict[Status, str] = {"created": "ADD", "updated": "UPDATE", "forgotten": "DELETE", "unchanged": "NONE"}


def shown(memory: Memory, names: Mapping[UUID, str]) -> Shown:
    """Return one memory. `current` must be fetched with it."""
    assert memory.current is not None
    return {
        "id": str(memory.id),
        "memory": memory.current.content,
        "user_id": names.get(memory.person_id) if memory.person_id else None,
        **{name: getattr(memory, column) or None for name, column in COLUMNS.items()},
        "hash": memory.current.content_hash,
        "metadata": memory.current.metadata or None,
        "categories": [memory.category],
        "expiration_date": memory.expires_at.date().isoformat() if memory.expires_at else None,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }


def shown_all(view: Mem0View, memories: Iterable[Memory]) -> list[Shown]:
    """Runs in the scope; one more query for the people's names."""
    rows = list(memories)
    names = view.names({memory.person_id for memory in rows if memory.person_id})
    return [shown(memory, names) for memory in rows]


def write_events(view: Mem0View, outcomes: Sequence[Outcome]) -> list[Shown]:
    """Return the outcome of each write; a refused one has the event ERROR and the reason."""
    return [_event(result) for result in view.results_of(outcomes)]


def _event(result: WriteResult | Refused) -> Shown:
    if isinstance(result, Refused):
        return {"id": None, "event": "ERROR", "status": "refused", "message": result.detail}
    entry = {"id": str(result.memory_id) if result.memory_id else None, "event": event_of(result)}
    return entry | _notes(result)


def event_of(result: WriteResult) -> str:
    return EVENTS.get(result.status, PENDING)


def _notes(result: WriteResult) -> Shown:
    entry: Shown = {"status": result.status, "message": result.message}
    if result.review_url:
        entry["review_url"] = result.review_url
    if result.held_back:
        entry["held_back"] = [str(proposal_id) for proposal_id in result.held_back]
    if result.redacted:
        entry["redacted"] = result.redacted
    if result.proposal_id:
        entry["proposal_id"] = str(result.proposal_id)
    return entry


def response_of(results: list[Shown], outcomes: list[Outcome], **body: Any) -> Response:
    """Return the answer to writes: 202 where one is pending; raises the problem where all are refused."""
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    if refused and len(refused) == len(outcomes):
        raise refusal(refused[0], field="memory")
    waits = any(result["event"] == PENDING for result in results)
    status = PENDING if waits else "SUCCEEDED"
    return Response({"status": status, "results": results, **body}, status=202 if waits else 200)
