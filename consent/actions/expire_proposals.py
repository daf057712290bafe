from datetime import datetime

from django.conf import settings

from consent.actions.record_decision import Answer, record_decision
from consent.models import Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from workspaces.actors import Actor

BATCH = 1000


def expire_proposals(*, actor: Actor, now: datetime) -> int:
    """Close what nobody decided in time, each with its decision and the reason; returns how many. In the entered scope.

    Time is the database's, to the microsecond; a decision that was made in time is never overtaken.
    """
    reason = f"Nobody answered within {settings.PROPOSAL_DAYS} days."
    overdue = list(Proposal.objects.overdue().order_by("expires_at")[:BATCH])
    # All are closed before anything is written about one: whoever refuses in the last moment holds a proposal and then
    # marks its turn, and would wait for a turn held here while this waited for the proposal.
    for proposal in [row for row in overdue if _close(row, reason, now)]:
        answer = Answer(Verdict.EXPIRE, Method.CLOCK, reason=reason)
        record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    return len(overdue)


def _close(proposal: Proposal, reason: str, now: datetime) -> bool:
    overdue = Proposal.objects.overdue().filter(id=proposal.id)
    return overdue.update(state=ProposalState.EXPIRED, decided_at=now, closed_because=reason) > 0
