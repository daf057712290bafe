"""Which rule a change falls under (001 §10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from consent.models import Policy
from consent.models.policy import Outcome
from consent.target import Target
from providers import statements
from workspaces.actors import Actor, ActorKind

# From lenient to strict: of several statements in one text, the strictest outcome rules.
STRICTNESS = (Outcome.APPLY, Outcome.CORROBORATION, Outcome.CONSENT, Outcome.NEVER)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a policy is matched against. The fact fields are empty for a free text that states nothing about a field."""

    category: str
    memory_type: str
    sensitivity: str
    fact_category: str = ""
    fact_key: str = ""
    person_id: UUID | None = None


def subject_of(target: Target, fact_category: str = "", fact_key: str = "") -> Subject:
    return Subject(
        category=target.category,
        memory_type=target.memory_type,
        sensitivity=target.sensitivity,
        fact_category=fact_category,
        fact_key=fact_key,
        person_id=target.person_id,
    )


def in_force() -> list[Policy]:
    """The scope's policies, the first that matches ruling."""
    return list(Policy.objects.filter(revoked_at__isnull=True).order_by("priority", "created_at"))


def verdict(subjects: Sequence[Subject], *, actor: Actor, rules: Sequence[Policy]) -> Outcome:
    """What a change needs that touches all these subjects: the strictest of their outcomes."""
    return max((outcome_for(subject, actor=actor, rules=rules) for subject in subjects), key=STRICTNESS.index)


def outcome_for(subject: Subject, *, actor: Actor, rules: Sequence[Policy]) -> Outcome:
    """The outcome of the first policy that matches, else the default: sensitive fields, and fields of the identity
    that the server does not know, need consent; the rest applies.

    The person's own word needs nobody's consent.
    """
    if actor.kind is ActorKind.PERSON and actor.person_id == subject.person_id:
        return Outcome.APPLY
    for policy in rules:
        if _matches(policy, subject, actor):
            return Outcome(policy.outcome)
    is_sensitive = bool(subject.fact_key) and statements.is_sensitive(subject.fact_category, subject.fact_key)
    return Outcome.CONSENT if is_sensitive else Outcome.APPLY


def _matches(policy: Policy, subject: Subject, actor: Actor) -> bool:
    wanted = {
        "person_id": subject.person_id,
        "agent_id": actor.id if actor.is_agent else None,
        "fact_category": subject.fact_category,
        "fact_key": subject.fact_key,
        "category": subject.category,
        "memory_type": subject.memory_type,
        "sensitivity": subject.sensitivity,
    }
    return all(getattr(policy, name) in (None, "", value) for name, value in wanted.items())
