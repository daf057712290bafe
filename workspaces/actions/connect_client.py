"""A person lets a client act as an agent about themselves alone, until they take it back (R1)."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import Q

from workspaces.models import Agent, ApiKey, Exclusion, Grant, Membership
from workspaces.models.agent import NAME_CHARACTERS

CLIENTS = UUID("5f2a7c0e-6f58-4f0e-9d5c-0b1d6a0c1e77")


class NotConnected(Exception):
    """The person never let the client in, or has taken it back."""


def connect_client(*, client_id: str, name: str, role: str, membership: Membership, now: datetime) -> Agent:
    """The agent of this client for this person, with a grant for them. In the entered scope.

    Each pair has an agent of its own: what one person allows is no other's. Connecting again changes the role.
    """
    agent_id = agent_id_of(client_id, membership)
    shown = _free_name(name, agent_id)
    agent, _ = Agent.objects.update_or_create(id=agent_id, defaults={"name": shown, "role": role, "is_active": True})
    Exclusion.objects.filter(Q(person_id=membership.person_id), agent=agent).delete()
    if not Grant.objects.in_force(now=now).filter(agent=agent).exists():
        Grant.objects.create(agent=agent, person_id=membership.person_id)
    return agent


def _free_name(name: str, agent_id: UUID) -> str:
    """Return the program's name, made unique among the agents."""
    shown = name[:NAME_CHARACTERS]
    others = Agent.objects.filter(Q(name=shown) | Q(display_name=shown)).exclude(id=agent_id)
    is_taken = not shown or others.exists()
    return f"{name[: NAME_CHARACTERS - 7]} {agent_id.hex[:6]}".strip() if is_taken else shown


def connected_agent(*, client_id: str, membership: Membership, now: datetime) -> Agent:
    """In the entered scope. Raises NotConnected."""
    granted = Grant.objects.in_force(now=now).filter(Q(person_id=membership.person_id)).values("agent_id")
    agent = Agent.objects.filter(id=agent_id_of(client_id, membership), is_active=True, id__in=granted).first()
    if agent is None:
        raise NotConnected
    return agent


def disconnect_client(*, client_id: str, membership: Membership, now: datetime) -> None:
    """In the entered scope. Doing it again, or for a client that was never connected, changes nothing."""
    for grant in Grant.objects.in_force(now=now).filter(agent_id=agent_id_of(client_id, membership)):
        grant.revoke(now=now)


def end_keys(*, client_id: str, membership: Membership, now: datetime) -> None:
    """The keys that the client has count no longer; it may be given others. In the entered scope."""
    keys = ApiKey.objects.filter(agent_id=agent_id_of(client_id, membership), revoked_at__isnull=True)
    for key in keys:
        key.revoke(now=now)


def forget_old_keys(agent: Agent, *, now: datetime) -> None:
    """Delete what has expired: a client gets a new key every hour. In the entered scope."""
    ApiKey.objects.filter(agent=agent, expires_at__lte=now).delete()


def agent_id_of(client_id: str, membership: Membership) -> UUID:
    return uuid5(CLIENTS, f"{client_id} {membership.id}")
