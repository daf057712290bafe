from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from consent.models import Proposal
from consent.models.proposal import ProposalState
from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import Input
from workspaces.actors import Actor

ProposalStateName = Literal["pending", "approved", "rejected", "expired", "superseded", "stale"]


class ProposalQuery(PageQuery):
    user_id: UUID | None = None
    state: ProposalStateName | None = None


class ProposalOut(BaseModel):
    """A change that waits, or waited, for a person's yes.

    `field` is what would change, e.g. identity.city, or a memory's key; `reason` is the agent's own words.
    """

    id: UUID
    user_id: UUID | None
    memory_id: UUID | None
    field: str
    category: str
    old_value: str
    new_value: str
    reason: str
    evidence_turn_id: UUID | None
    asked_by: str
    agent_id: UUID | None
    change_hash: str
    state: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None


class ProposalPage(Page[ProposalOut]):
    pass


class Approval(Input):
    """`change_hash`: the hash of the change that was shown, so that no other one can be approved by mistake."""

    change_hash: str = Field(default="", max_length=64)


class Rejection(Input):
    """Nothing needs to be said."""


class Decided(BaseModel):
    """What became of a proposal; `result` is what its approval changed."""

    id: UUID
    state: ProposalStateName
    result: WriteResult | None = None


def proposal_out(proposal: Proposal, *, reader: Actor) -> ProposalOut:
    """What the reader may know of it: of what was not agreed to, an agent learns no value."""
    changed: dict[str, Any] = {"user_id": proposal.person_id, "asked_by": proposal.actor_label}
    if reader.is_agent and proposal.state not in (ProposalState.PENDING, ProposalState.APPROVED):
        # A field that holds many values is named with the value it is about.
        changed |= {
            "field": proposal.field.partition(":")[0] if proposal.change["type"] == "set_fact" else proposal.field
        }
        changed |= {"old_value": "", "new_value": "", "reason": "", "change_hash": "", "evidence_turn_id": None}
    copied = ProposalOut.model_fields.keys() - changed.keys()
    return ProposalOut(**changed, **{name: getattr(proposal, name) for name in copied})
