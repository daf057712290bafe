"""Deciding several proposals at one look each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.actions.decide_proposal import approve_proposal, reject_proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from consent.outcomes import Applied
from consent.refusals import NotPending, NotShown, NotYours, UnknownProposal
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Look:
    """One proposal as the person saw it, and their answer: `verdict` is approve or reject."""

    proposal_id: UUID
    shown_hash: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Looked:
    """What became of one.

    `counts` says whether this answer did it; `state` is the proposal's now, empty when it is unknown here or not the
    caller's. `shown_hash` is set when it has to be looked at again.
    """

    proposal_id: UUID
    counts: bool
    state: str
    detail: str = ""
    shown_hash: str = ""
    applied: Applied | None = None


def decide_many(*, looks: Sequence[Look], actor: Actor, now: datetime, method: Method = Method.PAGE) -> list[Looked]:
    """Decide each by itself, in order: one that does not count stops no other. Every look has its hash."""
    return [_decide(look, actor, now, method) for look in looks]


def _decide(look: Look, actor: Actor, now: datetime, method: Method) -> Looked:
    try:
        return _answered(look, actor, now, method)
    except NotShown as changed:
        return Looked(look.proposal_id, False, changed.state, str(changed), changed.shown_hash)
    except NotPending as late:
        return Looked(look.proposal_id, False, late.state, str(late))
    except (NotYours, UnknownProposal):
        return Looked(look.proposal_id, False, "", "There is no such proposal for you to decide.")


def _answered(look: Look, actor: Actor, now: datetime, method: Method) -> Looked:
    # An empty hash would let an unseen change through; this one matches nothing.
    seen = look.shown_hash or "none"
    if look.verdict == Verdict.REJECT:
        reject_proposal(proposal_id=look.proposal_id, actor=actor, now=now, shown_hash=seen, method=method)
        return Looked(look.proposal_id, True, ProposalState.REJECTED)
    applied = approve_proposal(proposal_id=look.proposal_id, actor=actor, now=now, shown_hash=seen, method=method)
    return Looked(look.proposal_id, True, ProposalState.APPROVED, applied=applied)
