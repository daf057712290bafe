"""What a rule may call an agent."""

from collections import Counter
from uuid import UUID

from workspaces.models import Agent


def agents_by_name() -> dict[str, UUID]:
    """By name, display name and role; a display name that several bear is nobody's. One query."""
    rows = list(Agent.objects.all())
    times = Counter(agent.display_name for agent in rows)
    called = {agent.display_name: agent.id for agent in rows if agent.display_name and times[agent.display_name] == 1}
    return called | {name: agent.id for agent in rows for name in (agent.name, agent.role)}
