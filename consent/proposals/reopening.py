"""Reopens a question whose answer was withdrawn, or joins it with a pending one about the same."""

from django.db.models import Q

from consent.changes import Change, DraftChange
from consent.models import Proposal
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.outcomes import Refused
from consent.proposals.queue import EVIDENCE_ENTRIES, entry_of
from consent.proposals.rebase import rebase
from consent.snapshot import BatchSnapshot


def has_time(proposal: Proposal) -> bool:
    return Proposal.objects.filter(id=proposal.id, expires_at__gt=ClockTimestamp()).exists()


def later_question(change: Change, proposal: Proposal) -> Proposal | None:
    """Return the pending question about the same, if any; one for exactly the same change is unmuted."""
    later = Proposal.objects.pending().about_the_same(proposal)
    later.filter(change_hash=proposal.change_hash).update(is_muted=False)
    if isinstance(change, DraftChange):  # other agents' questions stay theirs; the person sees them as one
        later = later.filter(agent_id=proposal.agent_id)
    own = Q(account_id=proposal.account_id, agent_id=proposal.agent_id) | Q(change_hash=proposal.change_hash)
    later = later.filter(own | Q(claims=proposal.claims) if change.sets_a_field else own)
    return later.unmuted().order_by("-created_at", "-id").first()


def join(proposal: Proposal, later: Proposal, change: Change) -> None:
    """Add a field's value to the pending question, where the person can choose it."""
    if not change.sets_a_field or proposal.change_hash == later.change_hash:
        return
    evidence = [*later.evidence, *proposal.evidence, entry_of(proposal)][-EVIDENCE_ENTRIES:]
    if Proposal.objects.pending().filter(id=later.id).update(evidence=evidence):
        Proposal.objects.filter(id=proposal.id).update(superseded_by=later.id)


def reopen(change: Change, proposal: Proposal, snapshot: BatchSnapshot) -> bool:
    """Set the question to pending again if it can still be applied; return whether that succeeded."""
    snapshot.clear()
    target = change.locate(snapshot)
    if isinstance(target, Refused):
        return False
    return rebase(change, target, proposal, state=ProposalState.PENDING, decided_at=None)
