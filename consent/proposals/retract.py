"""Withdrawing a question that one has asked oneself: whoever asked no longer wants the change."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.models import Proposal
from consent.proposals import rebase as rebasing
from consent.proposals.errors import NotYours, UnknownProposal
from memories.actions.record_history import record_consent
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import uuid7

WITHDRAWN_QUESTION = "retract"  # in the history, in the place of a verdict
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
            _record(proposal, actor=actor, now=now)
    if not is_open:
        raise settled


def _record(proposal: Proposal, *, actor: Actor, now: datetime) -> None:
    """Its row of the history stands for no decision: nobody answered."""
    record_consent(
        proposal_id=proposal.id,
        memory_id=proposal.memory_id,
        person_id=proposal.person_id,
        namespace_path=proposal.namespace_path,
        category=proposal.category,
        sensitivity_rank=proposal.sensitivity_rank,
        verdict=WITHDRAWN_QUESTION,
        decision_id=uuid7(),
        actor=actor,
        now=now,
    )
