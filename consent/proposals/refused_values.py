"""What the person refused before, and who may learn that they did."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from consent.outcomes import Refusal, Refused
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from workspaces.actors import Actor


def answer_refused(proposal: Proposal, *, actor: Actor, now: datetime) -> Refused | None:
    """The refusal of a question that repeats what the person refused; None where there is nothing to tell the actor.

    Whoever may not know of it would learn the value by guessing until told no: for them the question is muted instead.
    """
    rows = _refusals(proposal)
    if not rows.exists():
        return None
    told = _told(rows, proposal, actor, now)
    proposal.is_muted = told is None
    return told


def _refusals(proposal: Proposal) -> ProposalQuerySet:
    """Questions by which the person refused one of these values, in whatever form, and did not say that it may be asked
    again."""
    alike = Q(field=proposal.field, namespace_path=proposal.namespace_path, new_value=proposal.new_value)
    for claim in proposal.claims:
        alike |= Q(claims__contains=[claim])
    return Proposal.objects.blocking().filter(alike, Q(person_id=proposal.person_id))


def _told(rows: ProposalQuerySet, proposal: Proposal, actor: Actor, now: datetime) -> Refused | None:
    """For an actor that may read what was refused, or asked for it itself and may read that."""
    told = rows.authorized_for(actor, now=now)
    if not may_know(proposal.claims, actor):
        told = told.filter(agent_id=actor.id)
    until = told.order_by("-blocked_until").values_list("blocked_until", flat=True).first()
    if until is None:
        return None
    return Refused(Refusal.REFUSED_BEFORE, f"The person refused this. It may be asked for again from {until:%Y-%m-%d}.")


def may_know(claims: Iterable[str], actor: Actor) -> bool:
    """Whether the actor's allowlist has the categories of all fields that some claims are about."""
    fields = {claim.partition(".")[0] for claim in claims}
    return all(actor.may_see(FACT_ALLOWLIST_CATEGORY.get(field, field)) for field in fields)
