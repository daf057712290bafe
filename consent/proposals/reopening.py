"""Whether a question whose answer was taken back waits again, or one that waits already stands for it."""

from django.db.models import Q

from consent.changes import Change, DraftChange
from consent.models import Proposal
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.outcomes import Refused
from consent.proposals.queue import EVIDENCE_KEPT, entry_of
from consent.proposals.rebase import rebase
from consent.snapshot import BatchSnapshot


def has_time(proposal: Proposal) -> bool:
    return Proposal.objects.filter(id=proposal.id, expires_at__gt=ClockTimestamp()).exists()


def later_question(change: Change, proposal: Proposal) -> Proposal | None:
    """The question about the same that waits already; of a muted one just that is asked."""
    later = Proposal.objects.pending().about_the_same(proposal)
    later.filter(change_hash=proposal.change_hash).update(is_muted=False)
    if isinstance(change, DraftChange):  # others' questions of it are theirs, and one for the person
        later = later.filter(agent_id=proposal.agent_id)
    own = Q(account_id=proposal.account_id, agent_id=proposal.agent_id) | Q(change_hash=proposal.change_hash)
    later = later.filter(own | Q(claims=proposal.claims) if change.sets_a_field else own)
    return later.asked().order_by("-created_at", "-id").first()


def join(proposal: Proposal, later: Proposal, change: Change) -> None:
    """Of a field, its value can be chosen in the question that waits."""
    if not change.sets_a_field or proposal.change_hash == later.change_hash:
        return
    evidence = [*later.evidence, *proposal.evidence, entry_of(proposal)][-EVIDENCE_KEPT:]
    if Proposal.objects.pending().filter(id=later.id).update(evidence=evidence):
        Proposal.objects.filter(id=proposal.id).update(superseded_by=later.id)


def reopen(change: Change, proposal: Proposal, snapshot: BatchSnapshot) -> bool:
    """Let the question wait again, where it can still be asked."""
    snapshot.clear()
    target = change.locate(snapshot)
    if isinstance(target, Refused):
        return False
    return rebase(change, target, proposal, state=ProposalState.PENDING, decided_at=None)
