"""Deciding a proposal: one conditional UPDATE, so that exactly one outcome counts however many decide at once."""

import hashlib
from datetime import datetime
from uuid import UUID

from consent import application
from consent.changes import Change, JoinStatement, from_json
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from consent.outcomes import Applied, Refused
from consent.preparation import PreparedChange, prepare_changes
from consent.target import Target
from consent.targets import addresses_of, locate
from consent.withholding import withhold_evidence
from memories.actions.lock_addresses import lock_addresses
from memories.actions.record_history import record_consent
from memories.change import authorise
from memories.models.choices import Trust
from workspaces import scope
from workspaces.actors import Actor, ActorKind
from workspaces.models import uuid7


class NotYours(Exception):
    """Only the person a proposal is about decides it; API keys never do (001 §10)."""


class UnknownProposal(Exception):
    """No such proposal within the actor's sight."""


class NotPending(Exception):
    """Somebody or something was first. `state` is what the proposal is now."""

    def __init__(self, state: str) -> None:
        super().__init__(f"This proposal is no longer pending: it is {state}.")
        self.state = state


def approve_proposal(*, proposal_id: UUID, actor: Actor, now: datetime, shown_hash: str = "") -> Applied:
    """Apply exactly the change that was shown. Raises NotYours, UnknownProposal, NotPending.

    `shown_hash` is the proposal's change_hash as the page carried it; another one means that something else was shown.
    """
    with scope.enter(actor.workspace_id):
        proposal = _decidable(proposal_id, actor, now)
    (item,) = prepare_changes([from_json(proposal.change)])
    with scope.enter(actor.workspace_id):
        applied = _approve(proposal, item, actor, now, shown_hash)
        state = "" if applied else _settled_state(proposal, now)
    if applied is None:
        raise NotPending(state)
    return applied


def reject_proposal(*, proposal_id: UUID, actor: Actor, now: datetime) -> None:
    """Refuse a change: it never enters the memory.

    The person can look up what they refused; agents are told no value of it. Raises NotYours, UnknownProposal,
    NotPending.
    """
    with scope.enter(actor.workspace_id):
        proposal = _decidable(proposal_id, actor, now)
        claimed = Proposal.objects.pending().filter(id=proposal.id).update(state=ProposalState.REJECTED, decided_at=now)
        if claimed:
            _record(proposal, uuid7(), Verdict.REJECT, actor, now)
        state = "" if claimed else _settled_state(proposal, now)
    if not claimed:
        raise NotPending(state)


def _approve(proposal: Proposal, item: PreparedChange, actor: Actor, now: datetime, shown_hash: str) -> Applied | None:
    """Claim the proposal and apply its change; None when it cannot be claimed any more. Inside the scope."""
    target = locate(item.change, actor=actor, now=now)
    if isinstance(target, Refused):
        return None
    lock_addresses(addresses_of([item.change]))
    target = locate(item.change, actor=actor, now=now)
    if isinstance(target, Refused) or _is_outdated(item.change, target, proposal):
        return None
    rows = Proposal.objects.pending().filter(id=proposal.id, change_hash=shown_hash or proposal.change_hash)
    if rows.update(state=ProposalState.APPROVED, decided_at=now) == 0:
        return None
    decision_id = uuid7()
    _record(proposal, decision_id, Verdict.APPROVE, actor, now)
    with authorise(actor=actor, now=now, trust=Trust.PERSON, decision_id=decision_id) as authority:
        return application.apply(item, target, authority)


def _is_outdated(change: Change, target: Target, proposal: Proposal) -> bool:
    """A sentence goes back wherever its mark still stands, as `locate` saw; others replace what was."""
    return not isinstance(change, JoinStatement) and target.base_version != proposal.base_version


def expire_proposals(*, actor: Actor, now: datetime) -> int:
    """Close what nobody decided in time, each with its decision row; returns how many. Runs in the entered scope."""
    overdue = list(Proposal.objects.overdue().order_by("expires_at")[:1000])
    for proposal in overdue:
        decision_id = uuid7()
        if Proposal.objects.overdue().filter(id=proposal.id).update(state=ProposalState.EXPIRED, decided_at=now):
            _record(proposal, decision_id, Verdict.EXPIRE, actor, now)
    return len(overdue)


def _decidable(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    proposal = Proposal.objects.visible_to(actor, now=now).filter(id=proposal_id).first()
    if proposal is None:
        raise UnknownProposal
    if actor.kind is not ActorKind.PERSON or actor.person_id != proposal.person_id:
        raise NotYours
    return proposal


def _settled_state(proposal: Proposal, now: datetime) -> str:
    """What a proposal that could not be claimed is now; one that is still open is out of date, and closed as such."""
    if Proposal.objects.overdue().filter(id=proposal.id).exists():
        return ProposalState.EXPIRED
    Proposal.objects.pending().filter(id=proposal.id).update(state=ProposalState.STALE, decided_at=now)
    return Proposal.objects.values_list("state", flat=True).get(id=proposal.id)


def _record(proposal: Proposal, decision_id: UUID, verdict: Verdict, actor: Actor, now: datetime) -> None:
    if verdict is not Verdict.APPROVE:
        withhold_evidence(proposal)
    Decision.objects.create(
        id=decision_id,
        proposal=proposal,
        person_id=proposal.person_id,
        account_id=actor.id,
        verdict=verdict,
        method="page" if actor.kind is ActorKind.PERSON else "clock",
        shown_hash=shown_hash_of(proposal),
        created_at=now,
    )
    record_consent(
        proposal_id=proposal.id,
        memory_id=proposal.memory_id,
        person_id=proposal.person_id,
        namespace_path=proposal.namespace_path,
        category=proposal.category,
        sensitivity_rank=proposal.sensitivity_rank,
        verdict=verdict,
        decision_id=decision_id,
        actor=actor,
        now=now,
    )


def shown_hash_of(proposal: Proposal) -> str:
    """SHA-256 of what the page shows of a proposal, hexadecimal."""
    parts = (proposal.change_hash, proposal.field, proposal.old_value, proposal.new_value, proposal.reason)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()
