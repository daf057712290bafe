"""A person's own rules: "always", "never" or "ask me" for one field and one agent, or for every agent."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.policies.delegation import fields_of
from consent.proposals.errors import NoSuchRule
from memories.maintenance.record_setup import record_row
from providers.statements import Address
from workspaces import scope
from workspaces.actors import Actor, ActorKind

# Before the workspace's own rules, which have 100 by default; "never" before everything.
NEVER_PRIORITY = -100
ALWAYS_PRIORITY = ASK_PRIORITY = 50
FOR_ALL_PRIORITY = 60  # after rules for one agent
PRIORITIES = {Outcome.NEVER: NEVER_PRIORITY, Outcome.CONSENT: ASK_PRIORITY, Outcome.APPLY: ALWAYS_PRIORITY}


def set_preference(*, proposal: Proposal, always: bool, actor: Actor, now: datetime) -> list[Policy]:
    """Write the rule for the proposal's fields and its agent, in the entered scope; one rule a field.

    A contrary rule of theirs ends. Raises NoSuchRule if there is no field or agent that a rule could name, or if the
    actor is not the person.
    """
    check_preference(proposal=proposal, actor=actor)
    outcome = Outcome.APPLY if always else Outcome.NEVER
    owner = {"person_id": proposal.person_id, "agent_id": proposal.agent_id}
    fields = [{"fact_category": category, "fact_key": key} for category, key in sorted(fields_of(proposal))]
    rules = [_set(owner | field, outcome, now) for field in fields]
    for rule in rules:
        record_row(row=rule, done="added", actor=actor, now=now)
    return rules


def add_preference(*, agent_id: UUID | None, field: Address, outcome: Outcome, actor: Actor, now: datetime) -> Policy:
    """Add the person's own rule for a field and an agent, or for every agent if none is named; contrary ones of theirs
    end. Raises NoSuchRule if the actor is not the person, or for an outcome that people cannot choose.
    """
    if actor.kind is not ActorKind.PERSON or outcome not in PRIORITIES:
        raise NoSuchRule("Only the person themselves makes a rule for what is asked next time.")
    about = {
        "person_id": actor.person_id,
        "agent_id": agent_id,
        "fact_category": field.category,
        "fact_key": field.key,
    }
    with scope.enter(actor.workspace_id):
        rule = _set(about, outcome, now)
        record_row(row=rule, done="added", actor=actor, now=now)
    return rule


def check_preference(*, proposal: Proposal, actor: Actor) -> None:
    """Raise NoSuchRule if set_preference would."""
    if actor.kind is not ActorKind.PERSON:
        raise NoSuchRule("Only the person themselves makes a rule for what is asked next time.")
    if proposal.agent_id is None or not fields_of(proposal):
        raise NoSuchRule("This question is about no single field of one agent, so no rule can be made of it.")


def end_preferences(*, proposal: Proposal, since: datetime, actor: Actor, now: datetime) -> list[Policy]:
    """End the rules that `rules_made_with` finds, and return them: a withdrawn answer lets agents ask again. In the
    entered scope."""
    ended = rules_made_with(proposal, since, Policy.objects.of_person(proposal.person_id).select_for_update())
    for rule in ended:
        rule.revoke(now=now)
        record_row(row=rule, done="revoked", actor=actor, now=now)
    return ended


def rules_made_with(proposal: Proposal, since: datetime, own: Iterable[Policy]) -> list[Policy]:
    """Return the person's own rules for the proposal's fields and agent that were made with the answer at that time,
    without those made separately, before or after it."""
    fields = fields_of(proposal) if proposal.agent_id else ()
    made = [rule for rule in own if (rule.fact_category, rule.fact_key) in fields and rule.created_at == since]
    return [rule for rule in made if rule.agent_id == proposal.agent_id]


def revoke_preference(*, policy_id: UUID, actor: Actor, now: datetime) -> Policy | None:
    """End one of the actor's own rules and return it; None if there is none of that id."""
    with scope.enter(actor.workspace_id):
        return _revoke(policy_id, actor, now)


def ask_instead(*, policy_id: UUID, actor: Actor, now: datetime) -> Policy | None:
    """Replace one of the actor's own rules by one that asks, for the same field and agent; other rules stay. None if
    there is none of that id."""
    with scope.enter(actor.workspace_id):
        ended = _revoke(policy_id, actor, now)
        if ended is None:
            return None
        about = {name: getattr(ended, name) for name in ("person_id", "agent_id", "fact_category", "fact_key")}
        rule = _create(about, Outcome.CONSENT, now)
        record_row(row=rule, done="added", actor=actor, now=now)
    return rule


def _revoke(policy_id: UUID, actor: Actor, now: datetime) -> Policy | None:
    rule = Policy.objects.of_person(actor.person_id).select_for_update().filter(id=policy_id).first()
    if rule is not None:
        rule.revoke(now=now)
        record_row(row=rule, done="revoked", actor=actor, now=now)
    return rule


def _set(about: Mapping[str, Any], outcome: Outcome, now: datetime) -> Policy:
    """Create a rule and end contrary ones; a rule for every agent ends those for single agents too."""
    is_for_all = about["agent_id"] is None
    contrary = {name: value for name, value in about.items() if not (is_for_all and name == "agent_id")}
    Policy.objects.filter(**contrary, revoked_at__isnull=True).update(revoked_at=now)
    return _create(about, outcome, now)


def _create(about: Mapping[str, Any], outcome: Outcome, now: datetime) -> Policy:
    priority = PRIORITIES[outcome] if about["agent_id"] else FOR_ALL_PRIORITY
    return Policy.objects.create(**about, outcome=outcome, priority=priority, created_at=now)
