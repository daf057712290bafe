"""A person revokes and restores the access of agents to their data (R1)."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from workspaces.models import Agent, Exclusion, Grant


class UnknownAgent(Exception):
    """No such agent in the workspace."""


def revoke_access(*, agent_id: UUID, person_id: UUID, now: datetime) -> Sequence[Exclusion | Grant]:
    """Let an agent neither read nor write about a person from its next request on. In the entered scope.

    Grants for this person are revoked; from those for everyone the person is excluded. Doing it again changes nothing.
    Answers the rows that changed. Raises UnknownAgent.
    """
    _check(agent_id)
    exclusion, is_new = Exclusion.objects.get_or_create(agent_id=agent_id, person_id=person_id)
    grants = list(Grant.objects.in_force(now=now).filter(agent_id=agent_id, person_id=person_id))
    for grant in grants:
        grant.revoke(now=now)
    return [*([exclusion] if is_new else []), *grants]


def restore_access(*, agent_id: UUID, person_id: UUID) -> Sequence[Exclusion]:
    """Let what is granted for everyone reach the person again; grants for them alone stay revoked.

    In the entered scope. Answers the exclusions that ended, none if there was none. Raises UnknownAgent.
    """
    _check(agent_id)
    rows = Exclusion.objects.filter(agent_id=agent_id, person_id=person_id)
    ended = list(rows)
    rows.delete()
    return ended


def _check(agent_id: UUID) -> None:
    if not Agent.objects.filter(id=agent_id).exists():
        raise UnknownAgent
