"""Who may decide a proposal: the person, and staff where a policy delegates it. API keys never do (001 §10)."""

from datetime import datetime
from uuid import UUID

from consent.models import Proposal
from consent.models.decision import Method
from consent.policies import delegation
from consent.policies.rules import REVIEWING_ROLES
from consent.proposals.errors import NoRelay, NotYours, UnknownProposal
from consent.proposals.rebase import settled
from memories.models.choices import Trust
from workspaces.actors import Actor, ActorKind
from workspaces.models import Person


def decidable(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """The proposal, for somebody who may decide it, in the entered scope. Raises UnknownProposal, NotYours."""
    proposal = _known(proposal_id, actor, now)
    if not _may_decide(actor, proposal):
        raise NotYours
    return proposal


def decidable_by_person(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """For what nobody does in the person's place: to put something in their words, or to let agents ask again."""
    proposal = decidable(proposal_id, actor, now)
    if actor.kind is not ActorKind.PERSON:
        raise NotYours("Only the person themselves does that.")
    return proposal


def relayable(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    """A proposal that waits and may be answered in a chat, for the person or an agent they let relay their answer.

    In the entered scope. Raises UnknownProposal, NotYours, NoRelay, NotPending.
    """
    proposal = _known(proposal_id, actor, now)
    if actor.is_agent and not actor.relays_consent_of(proposal.person_id, now=now):
        raise NoRelay("The person has not let you relay their answers.")
    if not actor.is_agent and not _may_decide(actor, proposal):
        raise NotYours
    if not delegation.to_chat(proposal):
        raise NoRelay("No policy permits an answer to this in a chat.")
    if not Proposal.objects.pending().filter(id=proposal.id).exists():
        raise settled(proposal)
    return proposal


def trust_of(actor: Actor, method: str) -> Trust:
    """Only the person's own yes, with their login, makes a memory verified (R17); an agent's report of it does not."""
    return Trust.PERSON if actor.kind is ActorKind.PERSON and method != Method.CHAT else Trust.AGENT


def _known(proposal_id: UUID, actor: Actor, now: datetime) -> Proposal:
    proposal = Proposal.objects.visible_to(actor, now=now).filter(id=proposal_id).first()
    if proposal is None or (proposal.person_id and not Person.objects.hold([proposal.person_id])):
        raise UnknownProposal
    return proposal


def _may_decide(actor: Actor, proposal: Proposal) -> bool:
    if actor.kind is ActorKind.PERSON:
        return actor.person_id is not None and actor.person_id == proposal.person_id
    return actor.kind is ActorKind.STAFF and actor.role in REVIEWING_ROLES and delegation.to_reviewers(proposal)
