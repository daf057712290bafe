"""Letting agents request again what the person refused or withdrew."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.models import Decision, Policy, Proposal
from consent.models.decision import Verdict
from consent.policies.preferences import end_preferences
from consent.proposals.admission import unmute_questions
from consent.proposals.decision import decidable_by_person
from workspaces import scope
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Allowed:
    """`ended` are the person's rules made with the answer, which end, because they would refuse the request. `asked`:
    muted questions that are asked now. `released`: questions whose block ended.
    """

    ended: Sequence[Policy]
    asked: Sequence[UUID]
    released: Sequence[Proposal]


def allow_again(*, proposal_id: UUID, actor: Actor, now: datetime, also: Iterable[UUID] = ()) -> Allowed:
    """Let agents request a refused or withdrawn value again, and ask what they requested meanwhile. `also`: the other
    questions that the same answer settled, which are released too. Raises NotYours, UnknownProposal.
    """
    with scope.enter(actor.workspace_id):
        settled = [decidable_by_person(one, actor, now) for one in (proposal_id, *also)]
        released = [row for row in settled if row.blocked_until or row.id == proposal_id]
        Proposal.objects.filter(id__in=[row.id for row in released]).update(blocked_until=None)
        for row in released:
            row.blocked_until = None
        asked = [one for row in settled for one in unmute_questions(row)]
        ended = [rule for row in released for rule in _rules_ended(row, actor, now)]
        return Allowed(ended, asked, released)


def _rules_ended(proposal: Proposal, actor: Actor, now: datetime) -> Sequence[Policy]:
    refused = Decision.objects.filter(proposal=proposal, verdict=Verdict.REJECT).order_by("created_at").last()
    if refused is None:
        return ()
    return end_preferences(proposal=proposal, since=refused.created_at, actor=actor, now=now)
