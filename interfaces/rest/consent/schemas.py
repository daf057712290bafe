from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from django.utils.text import capfirst
from pydantic import Field

from consent.changes import KINDS
from consent.models import Proposal
from consent.proposals.admission import may_know
from interfaces.rest.outcomes import WriteResult, review_url
from interfaces.rest.pagination import Page, PageQuery
from interfaces.rest.schemas import Input, Output, UserId
from memories import limits
from providers.schema import Flag
from workspaces.actors import Actor

ProposalStateName = Literal["pending", "approved", "amended", "rejected", "withdrawn", "expired", "superseded", "stale"]


# Titles of kinds of changes whose names would not be clear to a reader.
TITLES = {
    "write_memory": "Changed memory",
    "ingest_source": "Object of another system",
    "join_statement": "Sentence of a memory",
}
# Kinds whose text may state a field; they are then questions about that field.
STATES = ("write_memory", "join_statement")


class ProposalQuery(PageQuery):
    user_id: UUID | None = None
    state: ProposalStateName | None = None


class ProposalCountQuery(Input):
    user_id: UUID | None = None


class EvidenceOut(Output):
    """An earlier request: who made it, for which value, why in their own words, and in which turn."""

    asked_by: str
    value: str
    reason: str
    turn_id: UUID | None
    asked_at: datetime


class ProposalOut(Output):
    """A change that waits, or waited, for a person's consent.

    `field` is what would change for programs, `title` the same in words: e.g. `identity.city` and "City".
    """

    id: UUID
    user_id: UserId
    memory_id: UUID | None
    field: str
    title: str = Field(
        description="What it is about, in words: `City`, also for a text that states the city; "
        "`New memory (preferences)` for one that states no field, or several. It stays what was asked."
    )
    category: str
    old_value: str
    new_value: str
    reason: str = Field(description="The agent's own words; nobody has checked them.")
    evidence_turn_id: UUID | None
    evidence: list[EvidenceOut] = Field(description="Proposals that this one replaced, and who else asked for it.")
    asked_by: str = Field(validation_alias="actor_label")
    agent_id: UUID | None
    base_version: int
    change_hash: str
    shown_hash: str = Field(description="A hash of everything shown here; send it with the answer.")
    state: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None
    review_url: str = Field(description="The page on which the person decides.")
    closed_because: str = Field(description="Why it ended without an answer.")
    superseded_by: UUID | None = Field(
        validation_alias="successor_id",
        description="The later proposal that took the place of a `superseded` one, if you may know of it.",
    )
    superseded_by_review_url: str | None = Field(description="The page on which the person decides that one.")
    blocked_until: datetime | None = Field(
        description="Until then nobody may propose the value again; of an `amended` one, its asker the same words."
    )


class ProposalPage(Page[ProposalOut]):
    pass


class Counts(Output):
    """`expiring` of the `pending` ones end within a day; the others count all that ever ended so."""

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
    """`shown_hash`: that of the proposal as it was shown, so that nothing else is approved by mistake.

    Left out, the answer counts only while the proposal has never been shown in another form. `change_hash` is that of
    the change alone.
    """

    shown_hash: str = Field(default="", max_length=64)
    change_hash: str = Field(default="", max_length=64)


class Approval(Answer):
    """`remember: always`: this agent may change this field without asking again."""

    remember: Literal["", "always"] = ""


class Amendment(Answer):
    """`value` takes the place of the proposed one."""

    value: str = Field(min_length=1, max_length=limits.CONTENT_CHARACTERS)


class Rejection(Answer):
    """`remember: never`: this agent may not ask about this field again. `may_ask_again`: even tomorrow."""

    remember: Literal["", "never"] = ""
    may_ask_again: Flag = False


class Withdrawal(Input):
    """`reopen`: the proposal waits again, rather than being refused; not where its memory has changed since."""

    reopen: Flag = False


class Acknowledgement(Input):
    """Without `turn_id` a code is issued: shown to the person, or, where an agent asks, sent to them.

    With it, it is the turn in which the person said "yes" or "no" and the code.
    """

    turn_id: UUID | None = None


class CodeOut(Output):
    """`code` is null for an agent: the person passes it on."""

    id: UUID
    code: str | None
    expires_at: datetime


def state_name(state: str) -> ProposalStateName:
    return cast(ProposalStateName, str(state))


class Nothing(Input):
    """An empty object."""


class OneAnswer(Input):
    id: UUID
    verdict: Literal["approve", "reject"]
    shown_hash: str = Field(min_length=64, max_length=64)


class BulkAnswer(Input):
    """Each answer has the hash of what was shown."""

    decisions: list[OneAnswer] = Field(min_length=1, max_length=limits.DECISIONS)


class Decided(Output):
    """What became of a proposal; `result` is what its approval changed."""

    id: UUID
    state: ProposalStateName
    result: WriteResult | None = None


class BulkResult(Output):
    """`counts`: whether this answer took effect. `state` is null if the caller has no such proposal.

    `shown_hash` is set if the proposal must be shown again.
    """

    id: UUID
    counts: bool
    state: ProposalStateName | None
    detail: str
    shown_hash: str
    result: WriteResult | None = None


class BulkResults(Output):
    results: list[BulkResult]


def proposal_out(proposal: Proposal, *, reader: Actor) -> ProposalOut:
    """Return one of `with_successors`, as the reader may see it: an agent sees no fields or values but its own and
    those of memories that it may read."""
    changed: dict[str, Any] = {
        "review_url": review_url(proposal.id),
        "superseded_by_review_url": review_url(proposal.successor_id) if proposal.successor_id else None,
        "title": title_of(proposal, reader=reader),
        "field": proposal.address,
    }
    if reader.is_agent:
        # Earlier requests of others were not approved either.
        changed["evidence"] = []
    if reader.is_agent and proposal.agent_id != reader.id:
        changed["reason"] = ""
    if reader.is_agent and not proposal.may_disclose_values_to(reader):
        hidden = ("old_value", "new_value", "reason", "change_hash", "shown_hash")
        changed |= dict.fromkeys(hidden, "") | {"evidence_turn_id": None, "field": proposal.field_name}
    if reader.is_agent and not proposal.may_disclose_field_to(reader):
        changed |= {"field": "", "category": "", "memory_id": None, "title": _title_of_kind(proposal)}
    return ProposalOut.of(proposal, **changed)


def title_of(proposal: Proposal, *, reader: Actor) -> str:
    """Return the title in English, like all answers to programs; it contains no value."""
    if field := _requested_field(proposal, reader):
        return capfirst(field.rpartition(".")[2].replace("_", " "))
    title = _title_of_kind(proposal)
    return f"{title} ({proposal.category})" if proposal.category else title


def _title_of_kind(proposal: Proposal) -> str:
    kind: str = proposal.change["type"]
    is_new = kind == "write_memory" and proposal.base_version == 0
    return "New memory" if is_new else TITLES.get(kind) or capfirst(kind.replace("_", " "))


def _requested_field(proposal: Proposal, reader: Actor) -> str:
    """Return the one field that it sets, or that its new text states; else empty."""
    kind: str = proposal.change["type"]
    if KINDS[kind].sets_a_field:
        return proposal.field_name
    if kind not in STATES or not may_know(proposal.claims, reader):
        return ""
    fields = {claim.partition("=")[0] for claim in proposal.claims}
    return fields.pop() if len(fields) == 1 else ""


class ReceiptQuery(Input):
    """`values=false` leaves out the values behind the hashes, so that the receipt can be given to somebody else."""

    values: bool = Field(default=True, description="Whether to include the values behind the hashes.")
