"""An excluded food whose value names an illness ("coeliac") is stored as a need, unless a rule for health conditions
says otherwise (ADR 0039)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from consent.changes import Change
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import subject_of
from consent.snapshot import BatchSnapshot
from consent.target import Target
from providers.statements import ILLNESS, Statement, category_of, names_illness


def with_illnesses(found: Iterable[Statement], target: Target, snapshot: BatchSnapshot) -> Sequence[Statement]:
    """Return the statements, with the illnesses that excluded foods name, if a rule restricts illnesses."""
    found = list(found)
    named = [one for one in found if names_illness(one.key, one.value)]
    if not named or not _is_ruled(target, snapshot):
        return found
    return [*found, *(replace(one, key=ILLNESS) for one in named)]


def illness_of(change: Change, target: Target, snapshot: BatchSnapshot) -> Sequence[tuple[str, str]]:
    """Return the field of illnesses if a change sets an excluded food with an illness and a rule restricts them."""
    fact = change.fact
    named = fact is not None and names_illness(fact.key, fact.value)
    return [(category_of(ILLNESS), ILLNESS)] if named and _is_ruled(target, snapshot) else []


def _is_ruled(target: Target, snapshot: BatchSnapshot) -> bool:
    subject = subject_of(target, category_of(ILLNESS), ILLNESS)
    rule = policies.ruling(subject, actor=snapshot.actor, rules=snapshot.rules)
    return rule is not None and rule.outcome != Outcome.APPLY
