from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel

from consent.models import Policy
from consent.models.policy import Outcome
from interfaces.rest.pagination import Page


class PreferenceOut(BaseModel):
    """A rule that a person made for one field and one agent: `always` remember it, or `never`."""

    id: UUID
    field: str
    agent_id: UUID
    agent: str
    rule: Literal["always", "never"]
    created_at: datetime


class PreferencePage(Page[PreferenceOut]):
    pass


def preference_out(policy: Policy, agents: dict[UUID, str]) -> PreferenceOut:
    assert policy.agent_id is not None
    return PreferenceOut(
        id=policy.id,
        field=f"{policy.fact_category}.{policy.fact_key}",
        agent_id=policy.agent_id,
        agent=agents.get(policy.agent_id, ""),
        rule="always" if policy.outcome == Outcome.APPLY else "never",
        created_at=policy.created_at,
    )
