"""Loads a document of policies: looks up its names and replaces the rows in force."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from consent.models import FieldAlias, Policy
from consent.policies.file import (
    ANSWERS,
    APPLIES_TO,
    NUMBERS,
    InvalidPolicies,
    PolicyDocument,
    PolicyEntry,
    addresses_of,
    rule_values,
    shared_rules,
)
from memories.maintenance.record_setup import described, record_setup
from providers import statements
from providers.statements import DEFAULT_ALIASES, Address, InvalidCategory, InvalidKey
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import Agent, Person

STEP = 10
RULE_FIELDS = (*APPLIES_TO, *NUMBERS, *ANSWERS, "outcome")


@dataclass(frozen=True, slots=True)
class PolicySet:
    """The rows of a document, not saved."""

    policies: tuple[Policy, ...]
    aliases: tuple[FieldAlias, ...]


def rows_of(document: PolicyDocument) -> PolicySet:
    """Return the document's rows in the entered scope. Raises InvalidPolicies for an invalid key, agent or
    sensitivity."""
    agents = agents_by_name()
    if wrong := [*_mistakes(document, agents)]:
        wrong[0].others = wrong[1:]
        raise wrong[0]
    policies = tuple(_policy(entry, place, agents) for place, entry in enumerate(document.policies, start=1))
    return PolicySet(policies, tuple(_alias(*pair) for pair in document.aliases.items()))


def load(document: PolicyDocument, *, actor: Actor, now: datetime) -> PolicySet:
    """Make the scope's policies and aliases equal to the document. Rules that are not in it are revoked, not deleted; a
    changed rule keeps its id, and its former form is stored as a revoked rule; people's own rules stay. Raises
    InvalidPolicies."""
    wanted = rows_of(document)
    current_rules = list(shared_rules().select_for_update())
    continued = _continued(current_rules, wanted.policies)
    details = {
        "rules": len(wanted.policies),
        "aliases": len(wanted.aliases),
        **_differences(current_rules, wanted.policies, continued),
        "renamed": _alias_differences(wanted.aliases),
    }
    _replace(current_rules, wanted.policies, continued, now)
    FieldAlias.objects.all().delete()
    FieldAlias.objects.bulk_create(wanted.aliases)
    record_setup(what="policies", done="changed", details=details, actor=actor, now=now)
    return wanted


def successor_of(former: Policy) -> Policy | None:
    """Return the rule in force that equals a former one, or at least applies to the same changes."""
    rules = list(shared_rules())
    found = (rule for names in (RULE_FIELDS, APPLIES_TO) for rule in rules if _key(rule, names) == _key(former, names))
    return next(found, None)


def _differences(
    current_rules: Sequence[Policy], wanted: Sequence[Policy], continued: Sequence[tuple[Policy, Policy]]
) -> dict[str, Any]:
    """Return the details for the history: rules that were added, removed or changed."""
    pairs = [(described(old), described(rule)) for rule, old in continued]
    paired = [{id(each) for each in rows} for rows in zip(*continued, strict=True)] or [set(), set()]
    return {
        "added": [described(rule) for rule in wanted if id(rule) not in paired[0]],
        "removed": [described(old) for old in current_rules if id(old) not in paired[1]],
        "replaced": [{"before": before, "after": after} for before, after in pairs if before != after],
    }


def _alias_differences(wanted: Sequence[FieldAlias]) -> dict[str, dict[str, str]]:
    """Return the former and the new field of each changed spelling; empty for no field."""
    before, after = addresses_of(FieldAlias.objects.all()), addresses_of(wanted)
    pairs = {name: (before.get(name, ""), after.get(name, "")) for name in sorted(before.keys() | after.keys())}
    return {name: {"before": old, "after": new} for name, (old, new) in pairs.items() if old != new}


def _replace(
    current_rules: Sequence[Policy], wanted: Sequence[Policy], continued: Sequence[tuple[Policy, Policy]], now: datetime
) -> None:
    """Replace the current rules by the wanted ones; a wanted rule that continues a current one keeps its id."""
    changed = [old for rule, old in continued if _key(rule, RULE_FIELDS) != _key(old, RULE_FIELDS)]
    former = [
        Policy(**{name: getattr(old, name) for name in (*RULE_FIELDS, "priority")}, revoked_at=now) for old in changed
    ]
    added = [rule for rule in wanted if all(rule is not each for each, _ in continued)]
    same_ids = {old.id for _, old in continued}
    for rule, old in continued:
        rule.id = old.id
    Policy.objects.filter(id__in=[old.id for old in current_rules if old.id not in same_ids]).update(revoked_at=now)
    Policy.objects.bulk_create([*added, *former])
    Policy.objects.bulk_update([rule for rule, _ in continued], [*RULE_FIELDS, "priority"])


def _continued(current_rules: Sequence[Policy], wanted: Sequence[Policy]) -> list[tuple[Policy, Policy]]:
    """Pair each wanted rule with the current one that it continues: an equal one, one that applies to the same changes,
    or the only one left."""
    left, open_, found = list(current_rules), list(wanted), list[tuple[Policy, Policy]]()
    for names in (RULE_FIELDS, APPLIES_TO):
        alike: dict[tuple[Any, ...], list[Policy]] = {}
        for old in left:
            alike.setdefault(_key(old, names), []).append(old)
        found += [(rule, olds.pop(0)) for rule in open_ if (olds := alike.get(_key(rule, names)))]
        continued = {id(each) for pair in found for each in pair}
        left, open_ = ([each for each in rows if id(each) not in continued] for rows in (left, open_))
    return [*found, (open_[0], left[0])] if len(left) == len(open_) == 1 else found


def _key(rule: Policy, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(getattr(rule, name) for name in names)


def _mistakes(document: PolicyDocument, agents: Mapping[str, UUID]) -> Iterator[InvalidPolicies]:
    """Yield an error for each unknown or ambiguous name in the document."""
    unknown, people = _unknown_sensitivities(document), _known_people(document)
    for place, entry in enumerate(document.policies, start=1):
        if entry.sensitivity in unknown:
            problem = gettext("must be one of these: %(expected)s") % {"expected": ", ".join(sensitivity.LABELS)}
            message = f"policies.{place}.sensitivity: {problem}."
            yield InvalidPolicies(message, given=entry.sensitivity, known=sensitivity.LABELS)
        if entry.agent and entry.agent not in agents:
            problem = gettext("there is no agent “%(name)s”.") % {"name": entry.agent}
            yield InvalidPolicies(f"policies.{place}.agent: {problem}", given=entry.agent, known=agents)
        if entry.person and entry.person not in people:
            problem = gettext("there is no person of this id.")
            yield InvalidPolicies(f"policies.{place}.person: {problem}", given=str(entry.person))
        try:
            _address(entry, place)
        except InvalidPolicies as error:
            yield error
    yield from _mistaken_aliases(document.aliases)


def _unknown_sensitivities(document: PolicyDocument) -> set[str]:
    """Return the unknown labels, which would match and protect nothing; one that a rule in force has may stay."""
    unknown = {entry.sensitivity for entry in document.policies} - {"", *sensitivity.LABELS}
    if unknown:
        unknown -= {*shared_rules().filter(sensitivity__in=unknown).values_list("sensitivity", flat=True)}
    return unknown


def _known_people(document: PolicyDocument) -> set[UUID]:
    """Return the people named by its rules who exist."""
    named = {entry.person for entry in document.policies if entry.person}
    return set(Person.objects.filter(id__in=named).values_list("id", flat=True)) if named else set()


def _policy(entry: PolicyEntry, place: int, agents: Mapping[str, UUID]) -> Policy:
    values = rule_values(entry) | _address(entry, place)
    agent_id = agents[entry.agent] if entry.agent else None
    about = {"trust": entry.origin, "agent_id": agent_id, "about_person_id": entry.person or None}
    return Policy(**values, **about, priority=place * STEP)


def _address(entry: PolicyEntry, place: int) -> dict[str, str]:
    """Return the canonical key, and its category if the rule names one."""
    if not entry.fact_key:
        return {}
    try:
        address = statements.resolve_alias(entry.fact_category or "identity", entry.fact_key)
    except (InvalidKey, InvalidCategory) as error:
        problem = gettext(str(error))
        raise InvalidPolicies(f"policies.{place}.fact_key: {problem}") from error
    return {"fact_key": address.key, "fact_category": address.category if entry.fact_category else ""}


def _mistaken_aliases(given: Mapping[str, str]) -> Iterator[InvalidPolicies]:
    found = set[str]()
    for spelling, address in given.items():
        try:
            alias = _alias(spelling, address)
        except InvalidPolicies as error:
            yield error
            continue
        if alias.spelling in found:
            problem = gettext("another spelling there is the same name.")
            yield InvalidPolicies(f"aliases.{spelling}: {problem}")
        found.add(alias.spelling)


def _alias(spelling: str, address: str) -> FieldAlias:
    category, dot, key = address.partition(".")
    try:
        target = statements.resolve_alias(category, key) if dot else _known_field(address)
    except (InvalidKey, InvalidCategory) as error:
        problem = gettext("Write a field that is known, such as city, or category.field, such as identity.city.")
        known = {f"{one.category}.{one.key}" for one in DEFAULT_ALIASES.values()}
        raise InvalidPolicies(f"aliases.{spelling}: {problem}", given=address, known=known) from error
    try:
        squashed = "".join(char for char in statements.canonical_key(spelling) if char.isalnum())
    except InvalidKey as error:
        problem = gettext(str(error))
        raise InvalidPolicies(f"aliases.{spelling}: {problem}") from error
    if not squashed or squashed in DEFAULT_ALIASES:
        problem = _taken(spelling, DEFAULT_ALIASES.get(squashed))
        raise InvalidPolicies(f"aliases.{spelling}: {problem}")
    return FieldAlias(spelling=squashed, category=target.category, key=target.key)


def _taken(spelling: str, field: Address | None) -> str:
    """Say that a name cannot be given: it is a field's, or one of the built-in other names."""
    if field is None or field.key == spelling:
        return gettext("“%(name)s” is the name of a field already.") % {"name": spelling}
    named = {"name": spelling, "field": f"{field.category}.{field.key}"}
    return gettext("“%(name)s” stands for %(field)s already, without being listed here.") % named


def _known_field(key: str) -> Address:
    """Return the address of a field that the server knows by its key. Raises InvalidCategory for any other."""
    target = statements.resolve_alias("identity", key)
    if not statements.is_known(target):
        raise InvalidCategory
    return target


def agents_by_name() -> dict[str, UUID]:
    """Return agents by the names that a rule may use: name, unique display name, and role. One query."""
    rows = list(Agent.objects.all())
    times = Counter(agent.display_name for agent in rows)
    called = {agent.display_name: agent.id for agent in rows if agent.display_name and times[agent.display_name] == 1}
    return called | {name: agent.id for agent in rows for name in (agent.name, agent.role)}
