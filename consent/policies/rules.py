"""Finds the rule that applies to a change (001 §10)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from consent.models import Policy
from consent.models.policy import Outcome, PolicyQuerySet
from consent.policies import defaults
from consent.policies.file import APPLIES_TO
from consent.target import Target
from memories.models.choices import MemoryType, Trust
from providers.statements import COVERED_BY, Address
from workspaces.actors import Actor, ActorKind

# From lenient to strict: of several statements in one text, the strictest outcome applies.
STRICTNESS = (Outcome.APPLY, Outcome.CORROBORATION, Outcome.CONSENT, Outcome.NEVER)
# A subject without a field.
NO_FIELD = ("", "")
# Membership roles that may decide in a person's place where a policy says so; a viewer only reads.
REVIEWING_ROLES = ("owner", "admin", "reviewer")
TRUST: Mapping[ActorKind, Trust] = {
    ActorKind.PERSON: Trust.PERSON,
    ActorKind.AGENT: Trust.AGENT,
    ActorKind.STAFF: Trust.AGENT,
    ActorKind.SYSTEM: Trust.DERIVED,
}
FREE = (Outcome.APPLY, Outcome.CORROBORATION)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a policy is matched against. The fact fields are empty for a text that states no field."""

    category: str
    memory_type: str
    sensitivity: str
    fact_category: str = ""
    fact_key: str = ""
    person_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a change needs; the numbers are for corroboration. `is_personal_rule`: a rule of the person decides it.
    `policies` are the rules that decide it, empty for the default."""

    outcome: Outcome
    signals_needed: int = 2
    insight_confidence: float = 0.8
    is_personal_rule: bool = False
    policies: tuple[UUID, ...] = ()


def subject_of(target: Target, fact_category: str = "", fact_key: str = "") -> Subject:
    return Subject(
        category=target.category,
        memory_type=target.memory_type,
        sensitivity=target.sensitivity,
        fact_category=fact_category,
        fact_key=fact_key,
        person_id=target.person_id,
    )


def is_person(actor: Actor, person_id: UUID | None) -> bool:
    """Whether the actor is that person."""
    return actor.kind is ActorKind.PERSON and actor.person_id is not None and actor.person_id == person_id


def rules_in_force() -> PolicyQuerySet:
    return Policy.objects.filter(revoked_at__isnull=True).order_by("priority", "created_at", "id")


def in_order(rules: Iterable[Policy]) -> list[Policy]:
    """Sort rules: people's own first; of each kind the first match applies."""
    return sorted(rules, key=lambda rule: rule.person_id is None)


def in_force() -> list[Policy]:
    """Return the scope's policies in their order."""
    return in_order(rules_in_force())


def named_categories() -> frozenset[str]:
    """Return the categories that the scope's policies name."""
    return frozenset(rules_in_force().exclude(category="").values_list("category", flat=True))


def verdict(subjects: Sequence[Subject], *, actor: Actor, rules: Sequence[Policy]) -> Ruling:
    """Return what a change of all these subjects needs: the strictest of their rulings."""
    rulings = [ruling_for(subject, actor=actor, rules=rules) for subject in subjects]
    strictest = max((ruling.outcome for ruling in rulings), key=STRICTNESS.index)
    peers = [ruling for ruling in rulings if ruling.outcome is strictest]
    return Ruling(
        strictest,
        signals_needed=max(ruling.signals_needed for ruling in peers),
        insight_confidence=max(ruling.insight_confidence for ruling in peers),
        is_personal_rule=any(ruling.is_personal_rule for ruling in peers),
        policies=tuple(dict.fromkeys(one for ruling in peers for one in ruling.policies)),
    )


def outcome_for(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Outcome:
    return ruling_for(subject, actor=actor, rules=rules).outcome


def ruling_for(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Ruling:
    """Return the ruling of the policy that applies, else the default. The person's own writes need no consent."""
    if is_person(actor, subject.person_id):
        return Ruling(Outcome.APPLY)
    policy = ruling(subject, actor=actor, rules=rules)
    if policy is None:
        return default_ruling(subject)
    return Ruling(
        Outcome(policy.outcome),
        signals_needed=policy.signals_needed,
        insight_confidence=policy.insight_confidence,
        is_personal_rule=policy.person_id is not None,
        policies=(policy.id,),
    )


def ruling(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Policy | None:
    """Return the person's own rule, else the workspace's; None if the default applies.

    No person's rule overrides a "never" of the workspace. A rule without a field does not loosen a field below the
    default or below the workspace's first rule for that field. A rule for the field itself precedes one for the field
    that it was part of (`COVERED_BY`).
    """
    matching = [rule for rule in rules if _matches(rule, subject, actor)]
    matching.sort(key=lambda rule: (rule.person_id is None, _is_of_wider_field(rule, subject)))
    named = next((rule.outcome for rule in matching if rule.names_field and rule.person_id is None), Outcome.APPLY)
    least = max(default_ruling(subject).outcome, Outcome(named), key=STRICTNESS.index)
    matching = [rule for rule in matching if rule.names_field or not _is_freer(rule, least)]
    shared = next((rule for rule in matching if rule.person_id is None), None)
    if shared is not None and shared.outcome == Outcome.NEVER:
        return shared
    return matching[0] if matching else None


def default_ruling(subject: Subject) -> Ruling:
    """Return the default policy's ruling; a text that states no field is applied."""
    if not subject.fact_key:
        return Ruling(Outcome.APPLY)
    return Ruling(defaults.outcome_of(Address(subject.fact_category, subject.fact_key)))


def origin_of(subject: Subject, actor: Actor) -> Trust:
    """Return where a change comes from: a source object, else the writer."""
    is_source = subject.memory_type == MemoryType.SOURCE_OBJECT and actor.kind is not ActorKind.PERSON
    return Trust.SOURCE if is_source else TRUST[actor.kind]


def _is_freer(rule: Policy, outcome: Outcome) -> bool:
    return STRICTNESS.index(Outcome(rule.outcome)) < STRICTNESS.index(outcome)


def _matches(policy: Policy, subject: Subject, actor: Actor) -> bool:
    wanted = {
        "person_id": subject.person_id,
        "about_person_id": subject.person_id,
        "agent_id": actor.id if actor.is_agent else None,
        "fact_category": subject.fact_category,
        "fact_key": subject.fact_key,
        "category": subject.category,
        "memory_type": subject.memory_type,
        "sensitivity": subject.sensitivity,
        "trust": origin_of(subject, actor),
    }
    wanted |= {"fact_key": policy.fact_key} if _is_of_wider_field(policy, subject) else {}
    return all(getattr(policy, name) in (None, "", value) for name, value in wanted.items())


def _is_of_wider_field(policy: Policy, subject: Subject) -> bool:
    return policy.fact_key != "" and policy.fact_key == COVERED_BY.get(subject.fact_key)


def covered(rules: Sequence[Policy]) -> Iterator[tuple[int, int]]:
    """Yield the rules that never apply because an earlier one covers them: the number of each, from 1, and that of the
    first which covers it."""
    for number, rule in enumerate(rules, start=1):
        before = (place for place, other in enumerate(rules[: number - 1], start=1) if _covers(other, rule))
        if (earlier := next(before, None)) is not None:
            yield number, earlier


def _covers(earlier: Policy, later: Policy) -> bool:
    """Whether the earlier rule covers the later one. A rule without a field leaves a field to stricter rules for it
    below. A lenient one leaves sensitive fields to later rules, unless the later one is the same."""
    is_wider = all(getattr(earlier, name) in (None, "", getattr(later, name)) for name in APPLIES_TO)
    is_same = all(getattr(earlier, name) == getattr(later, name) for name in (*APPLIES_TO, "outcome"))
    is_left = later.names_field and _is_freer(earlier, Outcome(later.outcome))
    return is_same or (is_wider and (earlier.names_field or not (is_left or earlier.outcome in FREE)))
