"""Letting agents ask again for what the person refused or took back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.models import Decision, Policy, Proposal
from consent.models.decision import Verdict
from consent.policies.preferences import end_preferences
from consent.proposals.admission import ask_after_all
from consent.proposals.decision import decidable_by_person
from workspaces import scope
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Allowed:
    """`ended` are the person's rules made with the answer, which end: they would refuse it unasked. `asked`: which
    questions, held back because of the answer, wait for the person now. `released`: those that block nothing any more.
    """

    ended: Sequence[Policy]
    asked: Sequence[UUID]
    released: Sequence[Proposal]


def allow_again(*, proposal_id: UUID, actor: Actor, now: datetime, also: Iterable[UUID] = ()) -> Allowed:
    """Let agents ask again for a value that was refused or taken back, and ask what some asked for meanwhile. `also`:
    the others that the same answer settled, which are released with it. Raises NotYours, UnknownProposal.
    """
    with scope.enter(actor.workspace_id):
        settled = [decidable_by_person(one, actor, now) for one in (proposal_id, *also)]
        released = [row for row in settled if row.blocked_until or row.id == proposal_id]
        Proposal.objects.filter(id__in=[row.id for row in released]).update(blocked_until=None)
        for row in released:
            row.blocked_until = None
        asked = [one for row in settled for one in ask_after_all(row)]
        ended = [rule for row in released for rule in _rules_ended(row, actor, now)]
        return Allowed(ended, asked, released)


def _rules_ended(proposal: Proposal, actor: Actor, now: datetime) -> Sequence[Policy]:
    refused = Decision.objects.filter(proposal=proposal, verdict=Verdict.REJECT).order_by("created_at").last()
    if refused is None:
        return ()
    return end_preferences(proposal=proposal, since=refused.created_at, actor=actor, now=now)
