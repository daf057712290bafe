"""The progress of setup: what an assistant has done with its key so far."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from consent.models import Proposal
from consent.policies.delegation import unanswerable
from memories.models import Memory
from retrieval.models import RetrievalEvent
from workspaces.actors import Actor
from workspaces.models import Agent, ApiKey, Person

MOST_STUCK, MOST_NAMED = 100, 3


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What an assistant, or any, has done; `key` is its newest key."""

    agent: Agent | None
    key: ApiKey | None
    is_connected: bool
    memory: Memory | None
    is_asked: bool

    @property
    def is_complete(self) -> bool:
        return self.is_connected and self.memory is not None and self.is_asked


def arrivals_of(agent: Agent | None, *, staff: Actor, now: datetime) -> Arrivals:
    by: dict[str, Any] = {"agent_id": agent.id} if agent else {"agent_id__isnull": False}
    key = ApiKey.objects.filter(agent=agent).order_by("created_at").last() if agent else None
    used = ApiKey.objects.filter(last_used_at__isnull=False, agent_id__isnull=False)
    memories = Memory.objects.visible_to(staff, now=now).filter(**by)
    return Arrivals(
        agent=agent,
        key=key,
        is_connected=key.last_used_at is not None if key else agent is None and used.exists(),
        memory=memories.order_by("created_at").first(),
        is_asked=RetrievalEvent.objects.filter(**by).exists(),
    )


def has_worked() -> bool:
    """Whether any assistant has used a key or written something. Two queries at most."""
    used = ApiKey.objects.filter(last_used_at__isnull=False, agent_id__isnull=False)
    return used.exists() or Memory.objects.filter(agent_id__isnull=False).exists()


def stuck_questions() -> dict[str, Any]:
    """Return how many open questions have no one who can answer them (`stuck`), and some of the people's names. Seven
    queries at most."""
    to_people = Proposal.objects.unmuted().pending().filter(person_id__isnull=False)
    stuck = unanswerable(to_people.values_list("id", flat=True)[:MOST_STUCK])
    if not stuck:
        return {"stuck": 0, "whose": []}
    people = Person.objects.filter(id__in=Proposal.objects.filter(id__in=stuck).values("person_id")).order_by("name")
    names = list(people.values_list("name", flat=True)[: MOST_NAMED + 1])
    return {"stuck": len(stuck), "whose": [*names[:MOST_NAMED], *["…" for _name in names[MOST_NAMED:]]]}
