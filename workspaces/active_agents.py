"""All agents of a workspace with what they may touch, as their keys would carry it."""

from collections import defaultdict
from datetime import datetime
from uuid import UUID

from workspaces import scope
from workspaces.actions.authenticate_key import categories_of
from workspaces.actors import Actor, ActorKind, GrantView
from workspaces.models import Agent, Allowlist, Exclusion, Grant


def active_agents(*, now: datetime) -> list[Actor]:
    """Four queries, however many agents there are. In the entered scope."""
    lists = list(Allowlist.objects.values_list("role", "categories"))
    grants = _grants(now)
    return [
        Actor(
            kind=ActorKind.AGENT,
            workspace_id=scope.current_workspace_id(),
            id=agent.id,
            name=agent.name,
            role=agent.role,
            categories=seen,
            hidden_categories=hidden,
            grants=tuple(grants[agent.id]),
        )
        for agent in Agent.objects.filter(is_active=True)
        for seen, hidden in [categories_of(agent.role, lists)]
    ]


def _grants(now: datetime) -> defaultdict[UUID, list[GrantView]]:
    excluded: defaultdict[UUID, set[UUID]] = defaultdict(set)
    for agent_id, person_id in Exclusion.objects.values_list("agent_id", "person_id"):
        excluded[agent_id].add(person_id)
    grants: defaultdict[UUID, list[GrantView]] = defaultdict(list)
    for grant in Grant.objects.in_force(now=now):
        grants[grant.agent_id].append(grant.as_view(frozenset(excluded[grant.agent_id])))
    return grants
