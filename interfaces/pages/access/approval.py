"""What assistants must ask the person before they save it, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.detection.ruled_fields import restricted_fields
from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies import defaults
from consent.policies.field_outcomes import outcome_of_field, outcome_without
from consent.policies.file import PolicyEntry, entry_of
from interfaces.pages.cards.stored_values import links_to, memories_of_fields
from interfaces.pages.texts.wording import rule_text
from interfaces.plain_words import CATEGORIES, FIELDS, name_of
from interfaces.rules_in_words import applies_to
from memories.models import Memory
from providers.statements import AVOIDED, ILLNESS, Address, category_of
from workspaces.actors import Actor
from workspaces.sensitivity import LABELS

HAPPENS: dict[str, Promise] = {
    Outcome.CONSENT: _("assistants ask you first"),
    Outcome.CORROBORATION: _("saved once several signs say the same"),
    Outcome.APPLY: _("saved without asking"),
    Outcome.NEVER: _("never saved"),
}
REMOVALS: dict[str, Promise] = {
    Outcome.CONSENT: _("Remove rule (assistants then ask you first)"),
    Outcome.CORROBORATION: _("Remove rule (then saved once several signs say the same)"),
    Outcome.APPLY: _("Remove rule (then saved without asking)"),
    Outcome.NEVER: _("Remove rule (then never saved)"),
}
AVOIDED_FOODS = Address(category_of(AVOIDED), AVOIDED)
# Rules about these decide what happens to food allergies, intolerances and coeliac disease.
FOOD_NEEDS = frozenset([AVOIDED, "allergies", ILLNESS])
# Always listed, because people ask about them first.
ASKED_ABOUT = (
    "allergies",
    "avoided_foods",
    "birthday",
    "phone",
    "email",
    "family",
    "relationship_status",
    "age",
    "occupation",
    "employer",
    "education",
    "pets",
    "hobbies",
)


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A rule of the person's own as text. `removal` describes what its button does; `may_ask`: neither the rule nor
    what applies without it asks the person. `stored` are memories of a field that may never be saved; `exceptions`
    describe single assistants, whose own rules come first."""

    rule: Policy
    text: str
    exceptions: Sequence[str]
    removal: Promise
    may_ask: bool
    stored: Sequence[Memory]

    @property
    def links(self) -> SafeString:
        return links_to(self.stored)


@dataclass(frozen=True, slots=True)
class Approval:
    """Field names by what the rules in force do with them: `must_ask`, `may_save` and `never`, with exceptions for
    single assistants. `rules` are the workspace's, as what they apply to and what happens; `others` counts those whose
    names could reveal something about another person. `keeps_illness_as_food`: coeliac disease is saved without
    asking."""

    must_ask: Sequence[str]
    may_save: Sequence[str]
    never: Sequence[str]
    rules: Sequence[tuple[str, Promise]]
    others: int
    keeps_illness_as_food: bool


def own_rules(rules: Sequence[Policy], names: Mapping[UUID, str], *, actor: Actor, now: datetime) -> list[OwnRule]:
    """Return the person's own among the rules in force; `names` are the assistants'. Runs in the entered scope; two
    queries where a rule forbids something."""
    own = sorted(_own(rules), key=lambda rule: (rule.fact_category, rule.fact_key, rule.id))
    forbidden = {_field(rule) for rule in own if rule.outcome == Outcome.NEVER}
    remembered = memories_of_fields(forbidden, actor=actor, now=now) if forbidden else {}
    return [_own_rule(rule, rules, names, remembered.get(_field(rule), ())) for rule in own]


def approval(rules: Sequence[Policy], names: Mapping[UUID, str], person_id: UUID | None) -> Approval:
    """Summarize the rules in force, the person's own and the workspace's; `names` are the assistants'. Runs in the
    entered scope."""
    fields: dict[Outcome, list[str]] = {outcome: [] for outcome in Outcome}
    for address in _addresses(rules):
        outcome = outcome_of_field(address, agent_id=None, person_id=person_id, rules=rules)
        fields[outcome].append(_field_with_exceptions(address, outcome, rules, names, person_id))
    shared = [rule for rule in rules if rule.person_id is None]
    restricting = [rule for rule in rules if rule.outcome != Outcome.APPLY]
    known = [entry for entry in map(_entry, shared) if entry and _has_known_names(entry)]
    return Approval(
        fields[Outcome.CONSENT],
        fields[Outcome.APPLY],
        fields[Outcome.NEVER],
        [(str(capfirst(applies_to(entry))), HAPPENS[entry.outcome]) for entry in known],
        len(shared) - len(known),
        restricted_fields(restricting).isdisjoint(FOOD_NEEDS) and defaults.outcome_of(AVOIDED_FOODS) is Outcome.APPLY,
    )


def _own(rules: Sequence[Policy]) -> list[Policy]:
    return [rule for rule in rules if rule.person_id is not None]


def _field(rule: Policy) -> str:
    return f"{rule.fact_category}.{rule.fact_key}"


def _own_rule(
    rule: Policy, rules: Sequence[Policy], names: Mapping[UUID, str], remembered: Sequence[Memory]
) -> OwnRule:
    stored = remembered if rule.outcome == Outcome.NEVER else ()
    without = outcome_without(rule, rules)
    may_ask = Outcome.CONSENT not in (rule.outcome, without)
    exceptions = [] if rule.agent_id else list(_exceptions_to(rule, rules, names))
    return OwnRule(rule, rule_text(rule, _name_of(rule, names)), exceptions, REMOVALS[without], may_ask, stored)


def _exceptions_to(rule: Policy, rules: Sequence[Policy], names: Mapping[UUID, str]) -> Iterator[str]:
    """Yield what happens to the rule's field for each assistant with another own rule of the person."""
    address = Address(rule.fact_category, rule.fact_key)
    outcome = outcome_of_field(address, agent_id=None, person_id=rule.person_id, rules=rules)
    return _exceptions(address, outcome, rules, names, rule.person_id)


def _name_of(rule: Policy, names: Mapping[UUID, str]) -> str:
    return names.get(rule.agent_id, gettext("Unknown")) if rule.agent_id else ""


def _addresses(rules: Sequence[Policy]) -> Sequence[Address]:
    """Return the fields of the default rules, those that people ask about, and those of the person's own rules."""
    known = (*(line.address for line in defaults.lines()), *(Address(category_of(key), key) for key in ASKED_ABOUT))
    own = (Address(rule.fact_category, rule.fact_key) for rule in _own(rules))
    return list(dict.fromkeys([*known, *own]))


def _field_with_exceptions(
    address: Address, outcome: Outcome, rules: Sequence[Policy], names: Mapping[UUID, str], person_id: UUID | None
) -> str:
    """Return the name of a field, with what happens for each assistant with another own rule."""
    others = list(_exceptions(address, outcome, rules, names, person_id))
    name = name_of(address.key)
    return gettext("{field} ({others})").format(field=name, others="; ".join(others)) if others else name


def _exceptions(
    address: Address, outcome: Outcome, rules: Sequence[Policy], names: Mapping[UUID, str], person_id: UUID | None
) -> Iterator[str]:
    own = [rule for rule in _own(rules) if rule.agent_id and (rule.fact_category, rule.fact_key) == address]
    for rule in own:
        found = outcome_of_field(address, agent_id=rule.agent_id, person_id=person_id, rules=rules)
        if found is not outcome:
            yield gettext("{who}: {happens}").format(who=_name_of(rule, names), happens=HAPPENS[found])


def _entry(rule: Policy) -> PolicyEntry | None:
    """Return the rule as an entry; None for a rule of one agent."""
    return None if rule.agent_id else entry_of(rule, {})


def _has_known_names(rule: PolicyEntry) -> bool:
    names = (rule.fact_key in FIELDS, rule.category in CATEGORIES, rule.sensitivity in LABELS)
    given = (rule.fact_key, rule.category, rule.sensitivity)
    return all(is_known or not name for is_known, name in zip(names, given, strict=True))
