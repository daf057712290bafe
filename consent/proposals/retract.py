"""Retracting a question by its asker, who no longer wants the change."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.models import Proposal
from consent.proposals import rebase as rebasing
from consent.proposals.decision import record_end
from consent.proposals.errors import NotYours, UnknownProposal
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

WITHDRAWN_QUESTION = "retract"  # in the history, instead of a verdict
RETRACTED = gettext_noop("Whoever asked has withdrawn the question.")


def retract_question(*, proposal_id: UUID, actor: Actor, now: datetime) -> None:
    """Close an open question that this login asked. Raises UnknownProposal, NotYours, NotPending."""
    with scope.enter(actor.workspace_id):
        proposal = Proposal.objects.visible_to(actor, now=now).filter(id=proposal_id).first()
        if proposal is None:
            raise UnknownProposal
        if proposal.account_id is None or proposal.account_id != actor.id:
            raise NotYours
        is_open = Proposal.objects.pending().filter(id=proposal_id).exists()
        settled = rebasing.close(proposal, RETRACTED, now=now)
        if is_open and not proposal.is_muted:  # the person does not know of a muted one
            # No decision belongs to the row, since nobody answered.
            record_end(proposal, WITHDRAWN_QUESTION, decision_id=uuid7(), actor=actor, now=now)
    if not is_open:
        raise settled
