"""Taking an answer back: what was approved is undone, what was refused may be asked again."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent import application
from consent.changes import Change, from_json
from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ClockTimestamp, ProposalState
from consent.outcomes import Applied, Refused
from consent.preparation import PreparedChange
from consent.proposals import rebase as rebasing
from consent.proposals.deciders import decidable, decidable_by_person
from consent.proposals.decision import Answer, record_decision
from consent.proposals.errors import NotDecided, NotPending, NotYours
from consent.proposals.undoing import undoing
from consent.targets import addresses_of, locate
from memories.authority import authorize, lock_addresses
from memories.models.choices import Trust
from workspaces import scope
from workspaces.actors import Actor, ActorKind


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What taking back did.

    `state` is the proposal's now; `undone` is None when there was nothing to undo: it was refused, or what it had
    changed has changed again since.
    """

    state: ProposalState
    undone: Applied | None = None


def withdraw_decision(
    *, proposal_id: UUID, actor: Actor, now: datetime, reopen: bool = False, method: Method = Method.PAGE
) -> Withdrawn:
    """Take an answer back, as easily as it was given. Raises NotYours, UnknownProposal, NotDecided, NotPending.

    What was approved is undone if it still stands, and not asked for again for REFUSAL_DAYS. With `reopen` (undo) the
    question waits again instead, under a new hash, as a refused one always does; past its time it stays closed. What
    the person answered themselves, only they take back.
    """
    with scope.enter(actor.workspace_id):
        proposal = decidable(proposal_id, actor, now)
        outcome = _take_back(proposal, actor, now, reopen, method)
    if isinstance(outcome, NotPending):
        raise outcome
    return outcome


def allow_again(*, proposal_id: UUID, actor: Actor, now: datetime) -> None:
    """Let agents ask again for a value that was refused or taken back. Raises NotYours, UnknownProposal."""
    with scope.enter(actor.workspace_id):
        proposal = decidable_by_person(proposal_id, actor, now)
        Proposal.objects.filter(id=proposal.id).update(blocked_until=None)


def _take_back(proposal: Proposal, actor: Actor, now: datetime, reopen: bool, method: Method) -> Withdrawn | NotPending:
    change = from_json(proposal.change)
    lock_addresses(addresses_of([change]))
    standing = _end_standing(proposal, actor, now)
    if standing is None:
        return rebasing.settled(proposal)
    proposal.refresh_from_db()
    was_refused = standing.verdict == Verdict.REJECT
    may_wait_again = (reopen or was_refused) and _has_time(proposal)
    _close(proposal, now, block=not (reopen or was_refused))
    answer = Answer(Verdict.WITHDRAW, method)
    decision = record_decision(proposal=proposal, answer=answer, actor=actor, now=now)
    undone = None if was_refused else _undo(proposal, standing, decision, actor, now)
    if may_wait_again and _reopen(change, proposal, actor, now):
        return Withdrawn(ProposalState.PENDING, undone)
    return Withdrawn(ProposalState.WITHDRAWN, undone)


def _end_standing(proposal: Proposal, actor: Actor, now: datetime) -> Decision | None:
    """Claim the decision that stands: of several who take it back at once, one does."""
    answered = (Verdict.APPROVE, Verdict.AMEND, Verdict.REJECT)
    rows = Decision.objects.filter(proposal=proposal, withdrawn_at__isnull=True, verdict__in=answered)
    standing = rows.first()
    if standing is None and Proposal.objects.pending().filter(id=proposal.id).exists():
        raise NotDecided
    if standing is not None and actor.kind is not ActorKind.PERSON and standing.method != Method.REVIEWER:
        raise NotYours("The person answered it; only they take that back.")
    return standing if standing is not None and rows.filter(id=standing.id).update(withdrawn_at=now) else None


def _close(proposal: Proposal, now: datetime, *, block: bool) -> None:
    proposal.state = ProposalState.WITHDRAWN
    proposal.blocked_until = now + timedelta(days=settings.REFUSAL_DAYS) if block else None
    proposal.decided_at = now
    proposal.save(update_fields=["state", "blocked_until", "decided_at"])


def _undo(proposal: Proposal, standing: Decision, decision: Decision, actor: Actor, now: datetime) -> Applied | None:
    change = undoing(proposal, standing)
    target = locate(change, actor=actor, now=now) if change else None
    if change is None or target is None or isinstance(target, Refused):
        return None
    with authorize(actor=actor, now=now, trust=Trust.PERSON, decision_id=decision.id) as authority:
        return application.apply(PreparedChange(change), target, authority)


def _has_time(proposal: Proposal) -> bool:
    return Proposal.objects.filter(id=proposal.id, expires_at__gt=ClockTimestamp()).exists()


def _reopen(change: Change, proposal: Proposal, actor: Actor, now: datetime) -> bool:
    """Let the question wait again, unless a later one about the same does; of a muted one just that is asked."""
    later = Proposal.objects.pending().filter(namespace_path=proposal.namespace_path, field=proposal.field)
    later.filter(change_hash=proposal.change_hash).update(is_muted=False)
    target = locate(change, actor=actor, now=now)
    if later.asked().exists() or isinstance(target, Refused):
        return False
    return rebasing.rebase(change, target, proposal, state=ProposalState.PENDING, decided_at=None)
