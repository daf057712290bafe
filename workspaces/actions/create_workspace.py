"""Everything a new workspace needs before the first request: people, agents, keys, categories."""

import secrets
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.text import slugify

from workspaces import category_config, scope
from workspaces.actions.create_agent import create_agent_of_each_role
from workspaces.actions.issue_key import issue_keys
from workspaces.models import Account, Membership, Organization, Person, Workspace
from workspaces.models.membership import Role


@dataclass(frozen=True, slots=True)
class NewWorkspace:
    """What the creator of a workspace is shown once; the password and keys are stored only as hashes."""

    workspace_id: UUID
    user_id: UUID
    username: str
    password: str
    api_keys: dict[str, str]


def create_workspace(*, name: str, username: str | None = None, person_name: str | None = None) -> NewWorkspace:
    """Create a workspace with an owner who is also its first person, and one agent and key per role of the config."""
    password = secrets.token_urlsafe(12)
    workspace_id = uuid4()
    with scope.enter(workspace_id):
        workspace = _create_row(workspace_id, name)
        account = Account.objects.create_user(username or free_username(name), password=password, is_staff=True)
        person = Person.objects.create(name=person_name or account.get_username())
        Membership.objects.create(account=account, workspace=workspace, role=Role.OWNER, person_id=person.id)
        keys = _create_agents(workspace)
    return NewWorkspace(workspace_id, person.id, account.get_username(), password, keys)


def _create_row(workspace_id: UUID, name: str) -> Workspace:
    organization = Organization.objects.create(name=name)
    return Workspace.objects.create(id=workspace_id, organization=organization, name=name)


def _create_agents(workspace: Workspace) -> dict[str, str]:
    config = category_config.default()
    category_config.load(config)
    agents = create_agent_of_each_role(config.allowlists, workspace=workspace)
    return {agent.role: key for agent, key in zip(agents, issue_keys(agents), strict=True)}


def free_username(name: str) -> str:
    """Return an unused username like this name."""
    base = slugify(name)[:100] or "owner"
    if not Account.objects.filter(username=base).exists():
        return base
    return f"{base}-{secrets.token_hex(3)}"
