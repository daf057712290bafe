"""The outcome of the rules in force for a field that an agent would set."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Q

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies.rules import Subject, in_order, outcome_for, rules_in_force, ruling
from memories.models.choices import FACT_ALLOWLIST_CATEGORY, MemoryType
from providers.statements import DIET_KEYS, ILLNESS, Address, category_of
from workspaces import scope
from workspaces.actors import Actor, ActorKind, system_actor
from workspaces.sensitivity import INTERNAL


def rules_about(person_id: UUID | None) -> list[Policy]:
    """Return the person's own rules and those of the workspace that apply to them, in order; one query. In the entered
    scope."""
    own, shared = Q(person_id=person_id), Q(person_id__isnull=True)
    about = Q(about_person_id=person_id) | Q(about_person_id__isnull=True)
    return in_order(rules_in_force().filter(own | shared, about))


def outcome_without(rule: Policy, rules: Iterable[Policy]) -> Outcome:
    """Return the outcome for the rule's field and agent once the rule is removed."""
    left = [other for other in rules if other.id != rule.id]
    address = Address(rule.fact_category, rule.fact_key)
    return outcome_of_field(address, agent_id=rule.agent_id, person_id=rule.person_id, rules=left)


def outcome_of_field(
    address: Address, *, agent_id: UUID | None, person_id: UUID | None, rules: Sequence[Policy]
) -> Outcome:
    """Return the outcome for a value that is not confidential; without an agent, for every agent that no rule names."""
    actor = Actor(ActorKind.AGENT, scope.current_workspace_id(), agent_id, "")
    return outcome_for(_subject(address, person_id), actor=actor, rules=rules)


def rule_forbidding_conclusion(key: str, *, person_id: UUID | None, rules: Sequence[Policy]) -> Policy | None:
    """Return the rule by which the server never stores a field that a message states. A rule about illnesses also
    forbids a food that an illness excludes."""
    actor = system_actor(scope.current_workspace_id(), "")
    for one in (key, ILLNESS) if key in DIET_KEYS else (key,):
        rule = ruling(_subject(Address(category_of(one), one), person_id), actor=actor, rules=rules)
        if rule is not None and rule.outcome == Outcome.NEVER:
            return rule
    return None


def _subject(address: Address, person_id: UUID | None) -> Subject:
    category = FACT_ALLOWLIST_CATEGORY[address.category]
    return Subject(category, MemoryType.SEMANTIC, INTERNAL, address.category, address.key, person_id)
