"""A person's own rules: "always" or "never" for one field and one agent."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies.delegation import fields_of
from consent.proposals.errors import NoSuchRule
from memories.maintenance.record_setup import record_row
from workspaces import scope
from workspaces.actors import Actor, ActorKind

# Before the workspace's own rules, which have 100 unless somebody chose otherwise; "never" before everything.
NEVER_PRIORITY = -100
ALWAYS_PRIORITY = 50


def set_preference(*, proposal: Proposal, always: bool, actor: Actor, now: datetime) -> list[Policy]:
    """Write the rule for the proposal's fields and its agent, in the entered scope; one rule a field.

    A contrary rule of theirs ends. Raises NoSuchRule where there is no field or no agent that a rule could name, or
    where it is not the person who asks for it.
    """
    check_preference(proposal=proposal, actor=actor)
    rules = [_set(proposal, category, key, always, now) for category, key in sorted(fields_of(proposal))]
    for rule in rules:
        record_row(row=rule, done="added", actor=actor, now=now)
    return rules


def check_preference(*, proposal: Proposal, actor: Actor) -> None:
    """Raise NoSuchRule where set_preference would."""
    if actor.kind is not ActorKind.PERSON:
        raise NoSuchRule("Only the person themselves makes a rule for what is asked next time.")
    if proposal.agent_id is None or not fields_of(proposal):
        raise NoSuchRule("This question is about no single field of one agent, so no rule can be made of it.")


def end_preferences(*, proposal: Proposal, since: datetime, actor: Actor, now: datetime) -> list[Policy]:
    """End the rules that `made_with` finds, and return them: who takes the answer back is asked again. In the entered
    scope."""
    ended = made_with(proposal, since, Policy.objects.of_person(proposal.person_id).select_for_update())
    for rule in ended:
        rule.revoke(now=now)
        record_row(row=rule, done="revoked", actor=actor, now=now)
    return ended


def made_with(proposal: Proposal, since: datetime, own: Iterable[Policy]) -> list[Policy]:
    """Those of the person's own rules for the proposal's fields and its agent that were made with an answer, or after
    it."""
    fields = fields_of(proposal) if proposal.agent_id else ()
    made = [rule for rule in own if (rule.fact_category, rule.fact_key) in fields and rule.created_at >= since]
    return [rule for rule in made if rule.agent_id == proposal.agent_id]


def revoke_preference(*, policy_id: UUID, actor: Actor, now: datetime) -> bool:
    """End a rule of one's own; False when there is none of that id."""
    with scope.enter(actor.workspace_id):
        rule = Policy.objects.of_person(actor.person_id).select_for_update().filter(id=policy_id).first()
        if rule is None:
            return False
        rule.revoke(now=now)
        record_row(row=rule, done="revoked", actor=actor, now=now)
    return True


def _set(proposal: Proposal, category: str, key: str, always: bool, now: datetime) -> Policy:
    about = {
        "person_id": proposal.person_id,
        "agent_id": proposal.agent_id,
        "fact_category": category,
        "fact_key": key,
    }
    Policy.objects.filter(**about, revoked_at__isnull=True).update(revoked_at=now)
    return Policy.objects.create(
        **about,
        outcome=Outcome.APPLY if always else Outcome.NEVER,
        priority=ALWAYS_PRIORITY if always else NEVER_PRIORITY,
    )
