"""What an agent is told of a receipt."""

from typing import Any

from conversations.models.turn import CATEGORY as TURNS
from conversations.withheld_spans import MARK
from retrieval.answers import disclosed_counts
from retrieval.models import RetrievalEvent
from retrieval.recording import disclosed_timings
from workspaces.actors import Actor


def disclosed_receipt(event: RetrievalEvent, actor: Actor) -> dict[str, Any]:
    """What stands in the place of columns of a receipt; nothing but for agents.

    They do not learn how many results that they may not see were found, nor whether there were any, nor what others
    asked: what was hidden of it would tell what the person has not agreed to (R31).
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
    """For who may not read conversations: a context before may have been of another agent's."""
    if "context" not in filters:
        return filters
    return filters | {"context": {name: each for name, each in filters["context"].items() if name != "session_id"}}
