from collections.abc import Iterable, Sequence
from datetime import datetime

from workspaces import scope
from workspaces.models import Agent, ApiKey, Grant, Workspace
from workspaces.models.agent import HINT_CHARACTERS, format_key, hash_secret, new_secret

SHARED = "shared"


def create_agent(*, name: str, role: str, workspace: Workspace) -> Agent:
    """Create an agent in the entered scope.

    It is granted everyone and what is shared unless the workspace says no (R1).
    """
    [agent] = _create_agents([Agent(name=name, role=role)], workspace=workspace)
    return agent


def create_agent_of_each_role(roles: Iterable[str], *, workspace: Workspace) -> list[Agent]:
    """The same for several, each named like its role, in a few statements."""
    return _create_agents([Agent(name=role, role=role) for role in roles], workspace=workspace)


def _create_agents(agents: Sequence[Agent], *, workspace: Workspace) -> list[Agent]:
    created = Agent.objects.bulk_create(agents)
    if workspace.grants_new_agents:
        Grant.objects.bulk_create(Grant(agent=one, namespace_path=path) for one in created for path in ("", SHARED))
    return created


def issue_key(*, agent: Agent, label: str = "", expires_at: datetime | None = None) -> str:
    """Create a key and return it in clear, for the only time."""
    [key] = issue_keys([agent], label=label, expires_at=expires_at)
    return key


def issue_keys(agents: Sequence[Agent], *, label: str = "", expires_at: datetime | None = None) -> list[str]:
    """A key for each agent, in their order."""
    secrets = [new_secret() for _ in agents]
    ApiKey.objects.bulk_create(
        ApiKey(
            agent=agent,
            label=label,
            hint=secret[:HINT_CHARACTERS],
            secret_sha256=hash_secret(secret),
            expires_at=expires_at,
        )
        for agent, secret in zip(agents, secrets, strict=True)
    )
    return [format_key(scope.current_workspace_id(), secret) for secret in secrets]
