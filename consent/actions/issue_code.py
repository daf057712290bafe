from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.codes import code_of, spelt
from consent.deciders import relayable
from consent.models import AcknowledgementCode
from consent.models.notice import Notice, NoticeKind
from consent.refusals import TooManyCodes
from workspaces import scope
from workspaces.actors import Actor

# With five guesses each that is 15 of 729 million in a day.
CODES_A_DAY = 3


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """`code` is for the person alone: None where an agent asked, for whom it is sent by mail instead."""

    code: str | None
    expires_at: datetime


def issue_code(*, proposal_id: UUID, actor: Actor, now: datetime) -> IssuedCode:
    """Issue the code by which the person may answer one proposal in a chat, for what is shown of it now.

    A new one ends the one before. Raises UnknownProposal, NotYours, NoRelay, NotPending, TooManyCodes.
    """
    with scope.enter(actor.workspace_id):
        proposal = relayable(proposal_id, actor, now)
        earlier = AcknowledgementCode.objects.filter(proposal=proposal)
        if earlier.filter(issued_at__gt=now - timedelta(days=1)).count() >= CODES_A_DAY:
            raise TooManyCodes("So many codes were issued for this today that no further one is.")
        earlier.usable().update(expires_at=now)
        row = AcknowledgementCode.objects.create(
            proposal=proposal,
            shown_hash=proposal.shown_hash,
            issued_at=now,
            expires_at=now + timedelta(minutes=settings.CODE_MINUTES),
        )
        if actor.is_agent:
            Notice.objects.create(proposal=proposal, kind=NoticeKind.CODE, state=proposal.state, created_at=now)
    return IssuedCode(None if actor.is_agent else spelt(code_of(row)), row.expires_at)
