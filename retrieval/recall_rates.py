"""On-demand recall (001 §11, R21): the share of a day's turns after which an agent asked for more."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count
from django.db.models.functions import TruncDate

from conversations.models import Turn
from conversations.models.turn import TurnRole
from retrieval.models import RECALL, RetrievalEvent
from workspaces.actors import Actor
from workspaces.models import Agent

# 001 §11: fewer than a tenth of the turns should need it.
MOST_SHARE = 0.10


@dataclass(frozen=True, slots=True)
class RecallShare:
    """One agent's day (UTC): its recalls, the users' turns stored that day, and their ratio.

    `share` is None on a day without turns. `agent_id` None counts the people and staff who recalled.
    """

    day: date
    agent_id: UUID | None
    agent: str
    recalls: int
    turns: int

    @property
    def share(self) -> float | None:
        return self.recalls / self.turns if self.turns else None

    @property
    def is_over(self) -> bool:
        return self.share is not None and self.share >= MOST_SHARE


def recall_shares(*, actor: Actor, now: datetime, since: datetime, until: datetime) -> list[RecallShare]:
    """Return the shares by agent and day from `since` to before `until`, latest first; in the entered scope, three
    queries.

    Only people that the actor may read about count; days without a recall are left out.
    """
    events = RetrievalEvent.objects.visible_to(actor, now=now).filter(
        purpose=RECALL, created_at__gte=since, created_at__lt=until
    )
    counted = events.annotate(day=TruncDate("created_at")).values_list("day", "agent_id").annotate(n=Count("id"))
    user_turns = Turn.objects.filter(actor.people_condition(now=now, rank=1), role=TurnRole.USER)
    user_turns = user_turns.filter(created_at__gte=since, created_at__lt=until)
    turns = dict(user_turns.annotate(day=TruncDate("created_at")).values_list("day").annotate(n=Count("id")))
    names = dict(Agent.objects.values_list("id", "name"))
    return [
        RecallShare(day, agent_id, names.get(agent_id, ""), recalls, turns.get(day, 0))
        for day, agent_id, recalls in counted.order_by("-day", "agent_id")
    ]
