from datetime import datetime

from workspaces import scope
from workspaces.models import Agent, ApiKey, Grant, Workspace
from workspaces.models.agent import format_key, hash_secret, new_secret

SHARED = "shared"


def create_agent(*, name: str, role: str, workspace: Workspace) -> Agent:
    """Create an agent in the entered scope.

    It is granted everyone and what is shared unless the workspace says no (R1).
    """
    agent = Agent.objects.create(name=name, role=role)
    if workspace.grants_new_agents:
        Grant.objects.create(agent=agent)
        Grant.objects.create(agent=agent, namespace_path=SHARED)
    return agent


def issue_key(*, agent: Agent, label: str = "", expires_at: datetime | None = None) -> str:
    """Create a key and return it in clear, for the only time."""
    secret = new_secret()
    ApiKey.objects.create(
        agent=agent, label=label, hint=secret[:6], secret_sha256=hash_secret(secret), expires_at=expires_at
    )
    return format_key(scope.current_workspace_id(), secret)
