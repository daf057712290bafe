"""How many questions one agent may have open with one person: nobody is to be worn down into a yes."""

from django.conf import settings
from django.db.models import Q

from consent.models import Proposal
from consent.outcomes import Refusal, Refused
from consent.target import Target
from workspaces.actors import Actor


def too_many(target: Target, actor: Actor, *, more: int) -> Refused | None:
    """A refusal when `more` proposals would exceed `PENDING_PROPOSALS` of this agent for this person.

    Writers at the same moment may exceed it by as many as they are.
    """
    if not actor.is_agent or more == 0:
        return None
    waiting = Proposal.objects.pending().filter(Q(person_id=target.person_id), agent_id=actor.id).count()
    if waiting + more <= settings.PENDING_PROPOSALS:
        return None
    detail = f"{waiting} proposals of yours wait for this person already; at most {settings.PENDING_PROPOSALS} may."
    return Refused(Refusal.TOO_MANY, detail)
