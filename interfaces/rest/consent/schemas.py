from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from pydantic import BaseModel, Field

from consent.models import Proposal
from interfaces.rest.outcomes import WriteResult
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.parsing import Input
from memories import limits
from providers.schema import Flag
from workspaces.actors import Actor

ProposalStateName = Literal["pending", "approved", "amended", "rejected", "withdrawn", "expired", "superseded", "stale"]


class ProposalQuery(PageQuery):
    user_id: UUID | None = None
    state: ProposalStateName | None = None


class EvidenceOut(BaseModel):
    """Who asked before, for which value, why in their own words, and in which turn."""

    asked_by: str
    value: str
    reason: str
    turn_id: UUID | None
    asked_at: datetime


class ProposalOut(BaseModel):
    """A change that waits, or waited, for a person's yes.

    `field` is what would change, e.g. identity.city, or a memory's key.
    """

    id: UUID
    user_id: UUID | None
    memory_id: UUID | None
    field: str
    category: str
    old_value: str
    new_value: str
    reason: str = Field(description="The agent's own words; nobody has checked them.")
    evidence_turn_id: UUID | None
    evidence: list[EvidenceOut] = Field(description="Questions whose place this one took, and who else asked for it.")
    asked_by: str
    agent_id: UUID | None
    base_version: int
    change_hash: str
    shown_hash: str = Field(description="Stands for all that is shown here; send it along with the answer.")
    state: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None
    closed_because: str = Field(description="Why it ended without an answer.")
    blocked_until: datetime | None = Field(description="Until then the value may not be asked for again.")


class ProposalPage(Page[ProposalOut]):
    pass


class Counts(BaseModel):
    """`expiring` of those that are `pending` end within a day; the rest are all that were ever settled so."""

    pending: int
    expiring: int
    approved: int
    amended: int
    rejected: int
    withdrawn: int
    expired: int
    superseded: int
    stale: int


class Answer(Input):
    """`shown_hash`: that of the proposal as it was shown, so that nothing else can be agreed to by mistake.

    Left out, the answer counts only while the proposal has never been shown in another form. `change_hash` is that of
    the change alone.
    """

    shown_hash: str = Field(default="", max_length=64)
    change_hash: str = Field(default="", max_length=64)


class Approval(Answer):
    """`remember: always`: this agent need not ask about this field again."""

    remember: Literal["", "always"] = ""


class Amendment(Answer):
    """`value` takes the place of the proposed one."""

    value: str = Field(min_length=1, max_length=limits.CONTENT_CHARACTERS)


class Rejection(Answer):
    """`remember: never`: this agent may not ask about this field again. `may_ask_again`: even tomorrow."""

    remember: Literal["", "never"] = ""
    may_ask_again: Flag = False


class Withdrawal(Input):
    """`reopen`: undo, so that the question waits again, rather than to take consent back."""

    reopen: Flag = False


class Acknowledgement(Input):
    """Without `turn_id` a code is issued: shown to the person, or, where an agent asks, sent to them.

    With it, it is the turn in which the person said "yes" or "no" and the code.
    """

    turn_id: UUID | None = None


class CodeOut(BaseModel):
    """`code` is null for an agent: it hears it from the person."""

    id: UUID
    code: str | None
    expires_at: datetime


def state_name(state: str) -> ProposalStateName:
    return cast(ProposalStateName, str(state))


class Nothing(Input):
    """Nothing needs to be said."""


class OneAnswer(Input):
    id: UUID
    verdict: Literal["approve", "reject"]
    shown_hash: str = Field(min_length=64, max_length=64)


class BulkAnswer(Input):
    """One look each: every answer has the hash of what was shown."""

    decisions: list[OneAnswer] = Field(min_length=1, max_length=limits.DECISIONS)


class Decided(BaseModel):
    """What became of a proposal; `result` is what its approval changed."""

    id: UUID
    state: ProposalStateName
    result: WriteResult | None = None


class BulkResult(BaseModel):
    """`counts`: whether this answer did it. `state` is null where there is no such proposal for the caller.

    `shown_hash` is set when it has to be looked at again.
    """

    id: UUID
    counts: bool
    state: ProposalStateName | None
    detail: str
    shown_hash: str
    result: WriteResult | None = None


class BulkResults(BaseModel):
    results: list[BulkResult]


def proposal_out(proposal: Proposal, *, reader: Actor) -> ProposalOut:
    """What the reader may know of it: an agent learns no value but what was agreed to and what it asks for itself."""
    changed: dict[str, Any] = {"user_id": proposal.person_id, "asked_by": proposal.actor_label}
    if reader.is_agent:
        # Others' earlier questions were not agreed to either.
        changed["evidence"] = []
    if reader.is_agent and not proposal.tells_values_to(reader):
        hidden = ("old_value", "new_value", "reason", "change_hash", "shown_hash")
        changed |= dict.fromkeys(hidden, "") | {"evidence_turn_id": None, "field": proposal.field_name}
    copied = ProposalOut.model_fields.keys() - changed.keys()
    return ProposalOut(**changed, **{name: getattr(proposal, name) for name in copied})


class ReceiptQuery(Input):
    """`values=false` leaves out what the hashes stand for, so that it can be handed to somebody else."""

    values: bool = Field(default=True, description="Whether what the hashes stand for is told along.")
