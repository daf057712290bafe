"""What the rules in force make of one write that nobody has made, and which of them takes it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from consent.detection.ruled_fields import RULED, asked_by, plainly_told
from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.delegation import answers_to
from consent.policies.dry_run import Verdict
from consent.policies.rules import Subject
from providers import statements
from providers.statements import Address
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class TriedWrite:
    """What becomes of it, and what decides that: each subject with its rule, None where the default does."""

    verdict: Verdict
    decided_by: Sequence[tuple[Subject, Policy | None]]


def try_write(text: str, place: Subject, *, field: Address | None, actor: Actor) -> TriedWrite:
    """Of a sentence, or of the value of a field, that the actor would file at this place (a subject without a field).

    What the person said or refused before, and grants, are not looked at. In the entered scope.
    """
    rules = policies.in_force()
    found = [field] if field else []
    found += _stated(text, place, rules)
    about = [_with_field(place, one) for one in dict.fromkeys(found)]
    subjects = about if field else [*about, place]
    outcome = policies.verdict(subjects, actor=actor, rules=rules).outcome
    decided = [one for one in subjects if policies.outcome_for(one, actor=actor, rules=rules) is outcome]
    by = [(one, policies.ruling(one, actor=actor, rules=rules)) for one in decided]
    if outcome is not Outcome.CONSENT:
        return TriedWrite(Verdict(outcome), by)
    return TriedWrite(Verdict(outcome, *answers_to(about or subjects, asker=actor, rules=rules)), by)


def _stated(text: str, place: Subject, rules: Sequence[Policy]) -> Iterator[Address]:
    """The fields that a write of this text is read for: sensitive ones, and those that a rule asks about."""
    people = [place.person_id] if place.person_id else []
    asked = asked_by((rule for rule in rules if rule.outcome != Outcome.APPLY), people)
    keys = statements.sensitive_keys() | (asked & RULED)
    for one in (*statements.sensitive(text, keys=keys), *plainly_told(text, asked)):
        yield Address(one.category, one.key)


def _with_field(place: Subject, field: Address) -> Subject:
    return Subject(place.category, place.memory_type, place.sensitivity, field.category, field.key, place.person_id)
