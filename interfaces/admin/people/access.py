"""Which agents may read and write about a person, and how often they did."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Max, Q

from interfaces.admin.wording import ceiling_words
from retrieval.models import RetrievalEvent
from workspaces import sensitivity
from workspaces.models import Agent, Exclusion, Grant, Person

COUNTED = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Access:
    """What one agent may do about a person; `reads` are of the last 90 days."""

    agent: Agent
    grants: Sequence[Grant]
    is_refused: bool
    reads: int
    last_read_at: datetime | None

    @property
    def can_read(self) -> bool:
        return any(grant.can_read for grant in self.grants)

    @property
    def can_write(self) -> bool:
        return any(grant.can_write for grant in self.grants)

    @property
    def relays_consent(self) -> bool:
        return any(grant.relays_consent for grant in self.grants)

    @property
    def widest(self) -> Grant | None:
        """The one up to the highest ceiling; of equals the one for everyone."""
        return max(
            self.grants, key=lambda grant: (sensitivity.rank(grant.ceiling), grant.is_for_everyone), default=None
        )

    @property
    def is_for_everyone(self) -> bool:
        return self.widest is not None and self.widest.is_for_everyone

    @property
    def ceiling(self) -> str:
        return ceiling_words(self.widest.ceiling) if self.widest else ""


def access_to(person: Person, *, now: datetime) -> list[Access]:
    """Every active agent, those with access first. In the entered scope."""
    theirs = Q(person_id=person.id) | Q(person_id__isnull=True, namespace_path="")
    grants: dict[UUID, list[Grant]] = {}
    for grant in Grant.objects.in_force(now=now).filter(theirs):
        grants.setdefault(grant.agent_id, []).append(grant)
    refused = set(Exclusion.objects.filter(person=person).values_list("agent_id", flat=True))
    events = RetrievalEvent.objects.filter(person_id=person.id, created_at__gte=now - COUNTED)
    rows = events.order_by().values_list("agent_id").annotate(Count("id"), Max("created_at"))
    reads = {agent_id: (count, last) for agent_id, count, last in rows}
    found = [
        _access(agent, grants.get(agent.id, []), agent.id in refused, *reads.get(agent.id, (0, None)))
        for agent in Agent.objects.filter(is_active=True).order_by("name")
    ]
    return sorted(found, key=lambda access: (not access.grants, not access.is_refused))


def _access(agent: Agent, grants: list[Grant], is_refused: bool, reads: int, last_at: datetime | None) -> Access:
    """Who took themselves out of an agent's grants for everyone keeps those for them alone."""
    usable = [grant for grant in grants if grant.person_id or not is_refused]
    return Access(agent=agent, grants=usable, is_refused=is_refused, reads=reads, last_read_at=last_at)
