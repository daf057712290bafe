from collections.abc import Iterable, Sequence

from workspaces.models import Agent, Grant, Person, Workspace
from workspaces.namespaces import SHARED


def create_agent(*, name: str, role: str, workspace: Workspace, people: Sequence[Person] | None = None) -> Agent:
    """Create an agent in the entered scope.

    It is granted these `people` alone and what is shared; without any, everyone and what is shared unless the workspace
    says no (R1).
    """
    if people is None:
        [agent] = _create_agents([Agent(name=name, role=role)], workspace=workspace)
        return agent
    agent = Agent.objects.create(name=name, role=role)
    grants = [*(Grant(agent=agent, person=one) for one in people), Grant(agent=agent, namespace_path=SHARED)]
    Grant.objects.bulk_create(grants)
    return agent


def create_agent_of_each_role(roles: Iterable[str], *, workspace: Workspace) -> list[Agent]:
    """The same for several, each named like its role, in a few statements."""
    return _create_agents([Agent(name=role, role=role) for role in roles], workspace=workspace)


def _create_agents(agents: Sequence[Agent], *, workspace: Workspace) -> list[Agent]:
    created = Agent.objects.bulk_create(agents)
    if workspace.grants_new_agents:
        Grant.objects.bulk_create(Grant(agent=one, namespace_path=path) for one in created for path in ("", SHARED))
    return created
