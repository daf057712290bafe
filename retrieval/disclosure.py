"""Restricts a receipt to what an agent may know."""

from typing import Any

from conversations.models.turn import CATEGORY as TURNS
from conversations.withheld_spans import MARK
from retrieval.answers import disclosed_counts
from retrieval.models import RetrievalEvent
from retrieval.recording import disclosed_timings
from workspaces.actors import Actor


def disclosed_receipt(event: RetrievalEvent, actor: Actor) -> dict[str, Any]:
    """Return replacements for columns of a receipt; empty unless the actor is an agent.

    Agents do not learn whether hidden results were found, nor how many, nor what others asked, since the redactions
    would disclose what the person has not agreed to (R31).
    """
    if not actor.is_agent:
        return {}
    is_own = event.agent_id == actor.id
    filters = event.filters if actor.may_see(TURNS) else _without_session(event.filters)
    return {
        "query": event.query if is_own else MARK,
        "filters": filters if is_own else {},
        "withheld": disclosed_counts(event.withheld),
        "timings": disclosed_timings(event.timings),
    }


def _without_session(filters: dict[str, Any]) -> dict[str, Any]:
    """Remove the session for readers who may not read conversations: it may be another agent's."""
    if "context" not in filters:
        return filters
    return filters | {"context": {name: each for name, each in filters["context"].items() if name != "session_id"}}
