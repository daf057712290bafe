"""Which rule a change falls under (001 §10)."""

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

# From lenient to strict: of several statements in one text, the strictest outcome rules.
STRICTNESS = (Outcome.APPLY, Outcome.CORROBORATION, Outcome.CONSENT, Outcome.NEVER)
# A subject that is about no field.
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
    """What a policy is matched against. The fact fields are empty for a free text that states nothing about a field."""

    category: str
    memory_type: str
    sensitivity: str
    fact_category: str = ""
    fact_key: str = ""
    person_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a change needs; the numbers matter for corroboration. `is_the_persons`: a rule of their own says so."""

    outcome: Outcome
    signals_needed: int = 2
    insight_confidence: float = 0.8
    is_the_persons: bool = False


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
    """Whether the actor is that person themselves."""
    return actor.kind is ActorKind.PERSON and actor.person_id is not None and actor.person_id == person_id


def rules_in_force() -> PolicyQuerySet:
    return Policy.objects.filter(revoked_at__isnull=True).order_by("priority", "created_at", "id")


def in_order(rules: Iterable[Policy]) -> list[Policy]:
    """People's own rules first; of each kind the first that matches rules."""
    return sorted(rules, key=lambda rule: rule.person_id is None)


def in_force() -> list[Policy]:
    """The scope's policies in their order."""
    return in_order(rules_in_force())


def named_categories() -> frozenset[str]:
    """The categories that the scope's policies speak of."""
    return frozenset(rules_in_force().exclude(category="").values_list("category", flat=True))


def verdict(subjects: Sequence[Subject], *, actor: Actor, rules: Sequence[Policy]) -> Ruling:
    """What a change needs that touches all these subjects: the strictest of their outcomes."""
    rulings = [ruling_for(subject, actor=actor, rules=rules) for subject in subjects]
    strictest = max((ruling.outcome for ruling in rulings), key=STRICTNESS.index)
    peers = [ruling for ruling in rulings if ruling.outcome is strictest]
    return Ruling(
        strictest,
        signals_needed=max(ruling.signals_needed for ruling in peers),
        insight_confidence=max(ruling.insight_confidence for ruling in peers),
        is_the_persons=any(ruling.is_the_persons for ruling in peers),
    )


def outcome_for(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Outcome:
    return ruling_for(subject, actor=actor, rules=rules).outcome


def ruling_for(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Ruling:
    """What the policy says that rules, else the default. The person's own word needs nobody's consent."""
    if is_person(actor, subject.person_id):
        return Ruling(Outcome.APPLY)
    policy = ruling(subject, actor=actor, rules=rules)
    if policy is None:
        return default_ruling(subject)
    is_the_persons = policy.person_id is not None
    return Ruling(Outcome(policy.outcome), policy.signals_needed, policy.insight_confidence, is_the_persons)


def ruling(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Policy | None:
    """The person's own rule, else the workspace's; None where the default rules.

    What the workspace never keeps no person's rule brings in. A rule that names no field makes no sensitive field
    freer: that is said of the field itself.
    """
    default = default_ruling(subject)
    matching = [rule for rule in rules if _matches(rule, subject, actor) and not _loosens(rule, default)]
    shared = next((rule for rule in matching if rule.person_id is None), None)
    if shared is not None and shared.outcome == Outcome.NEVER:
        return shared
    return matching[0] if matching else None


def default_ruling(subject: Subject) -> Ruling:
    """The default policy's; a text that states nothing about a field applies."""
    if not subject.fact_key:
        return Ruling(Outcome.APPLY)
    return Ruling(defaults.outcome_of(Address(subject.fact_category, subject.fact_key)))


def origin_of(subject: Subject, actor: Actor) -> Trust:
    """Where a change comes from: a source's object, else who writes."""
    is_source = subject.memory_type == MemoryType.SOURCE_OBJECT and actor.kind is not ActorKind.PERSON
    return Trust.SOURCE if is_source else TRUST[actor.kind]


def _loosens(rule: Policy, default: Ruling) -> bool:
    freer = STRICTNESS.index(Outcome(rule.outcome)) < STRICTNESS.index(default.outcome)
    return freer and not rule.names_field


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
    is_wider = policy.fact_key != "" and policy.fact_key == COVERED_BY.get(subject.fact_key)
    wanted |= {"fact_key": policy.fact_key} if is_wider else {}
    return all(getattr(policy, name) in (None, "", value) for name, value in wanted.items())


def covered(rules: Sequence[Policy]) -> Iterator[tuple[int, int]]:
    """Rules that never apply, because one before them applies to all that they do: the number of each in this order,
    from 1 on, and that of the first which covers it."""
    for number, rule in enumerate(rules, start=1):
        before = (place for place, other in enumerate(rules[: number - 1], start=1) if _covers(other, rule))
        if (earlier := next(before, None)) is not None:
            yield number, earlier


def _covers(earlier: Policy, later: Policy) -> bool:
    """One that names no field and is free leaves sensitive fields to the rules below it, but for one that says the
    same of them as it does."""
    is_part = earlier.fact_key != "" and earlier.fact_key == COVERED_BY.get(later.fact_key)
    names = [name for name in APPLIES_TO if name != "fact_key" or not is_part]
    is_wider = all(getattr(earlier, name) in (None, "", getattr(later, name)) for name in names)
    is_same = all(getattr(earlier, name) == getattr(later, name) for name in (*APPLIES_TO, "outcome"))
    return is_same or (is_wider and (earlier.names_field or earlier.outcome not in FREE))
