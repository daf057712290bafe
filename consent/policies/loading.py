"""A document of policies as rows: its names looked up, and the rows put in the place of those in force."""

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
    shared_rules,
    what_it_says,
)
from memories.maintenance.record_setup import described, record_setup
from providers import statements
from providers.statements import DEFAULT_ALIASES, Address, InvalidCategory, InvalidKey
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import Agent, Person

STEP = 10
SAYS = (*APPLIES_TO, *NUMBERS, *ANSWERS, "outcome")


@dataclass(frozen=True, slots=True)
class PolicySet:
    """Rows as a document asks for them, not saved."""

    policies: tuple[Policy, ...]
    aliases: tuple[FieldAlias, ...]


def rows_of(document: PolicyDocument) -> PolicySet:
    """The document's rows in the entered scope. Raises InvalidPolicies for a key, agent or sensitivity that cannot
    be."""
    agents = agents_by_name()
    if wrong := [*_mistakes(document, agents)]:
        wrong[0].others = wrong[1:]
        raise wrong[0]
    policies = tuple(_policy(entry, place, agents) for place, entry in enumerate(document.policies, start=1))
    return PolicySet(policies, tuple(_alias(*pair) for pair in document.aliases.items()))


def load(document: PolicyDocument, *, actor: Actor, now: datetime) -> PolicySet:
    """Make the scope's policies and aliases equal to the document. Rules that are no longer in it are revoked, not
    deleted; one that was changed keeps its id, and what it said before is kept as a revoked one; people's own stay.
    Raises InvalidPolicies."""
    wanted = rows_of(document)
    standing = list(shared_rules().select_for_update())
    continued = _continued(standing, wanted.policies)
    details = {
        "rules": len(wanted.policies),
        "aliases": len(wanted.aliases),
        **_differences(standing, wanted.policies, continued),
        "renamed": _alias_differences(wanted.aliases),
    }
    _replace(standing, wanted.policies, continued, now)
    FieldAlias.objects.all().delete()
    FieldAlias.objects.bulk_create(wanted.aliases)
    record_setup(what="policies", done="changed", details=details, actor=actor, now=now)
    return wanted


def successor_of(former: Policy) -> Policy | None:
    """The rule in force that says the same as one that is no longer, or at least applies to the same."""
    rules = list(shared_rules())
    found = (rule for names in (SAYS, APPLIES_TO) for rule in rules if _key(rule, names) == _key(former, names))
    return next(found, None)


def _differences(
    standing: Sequence[Policy], wanted: Sequence[Policy], continued: Sequence[tuple[Policy, Policy]]
) -> dict[str, Any]:
    """What the history tells: rules that are new, gone, or say something else than before."""
    pairs = [(described(old), described(rule)) for rule, old in continued]
    kept = [{id(each) for each in rows} for rows in zip(*continued, strict=True)] or [set(), set()]
    return {
        "added": [described(rule) for rule in wanted if id(rule) not in kept[0]],
        "removed": [described(old) for old in standing if id(old) not in kept[1]],
        "replaced": [{"before": before, "after": after} for before, after in pairs if before != after],
    }


def _alias_differences(wanted: Sequence[FieldAlias]) -> dict[str, dict[str, str]]:
    """By spelling: the field that it stood for and the one that it stands for now, where they differ; empty: none."""
    before, after = addresses_of(FieldAlias.objects.all()), addresses_of(wanted)
    pairs = {name: (before.get(name, ""), after.get(name, "")) for name in sorted(before.keys() | after.keys())}
    return {name: {"before": old, "after": new} for name, (old, new) in pairs.items() if old != new}


def _replace(
    standing: Sequence[Policy], wanted: Sequence[Policy], continued: Sequence[tuple[Policy, Policy]], now: datetime
) -> None:
    """Save the wanted rules in the place of the standing ones; each that is `continued` by one keeps its id."""
    changed = [old for rule, old in continued if _key(rule, SAYS) != _key(old, SAYS)]
    former = [Policy(**{name: getattr(old, name) for name in (*SAYS, "priority")}, revoked_at=now) for old in changed]
    added = [rule for rule in wanted if all(rule is not each for each, _ in continued)]
    kept = {old.id for _, old in continued}
    for rule, old in continued:
        rule.id = old.id
    Policy.objects.filter(id__in=[old.id for old in standing if old.id not in kept]).update(revoked_at=now)
    Policy.objects.bulk_create([*added, *former])
    Policy.objects.bulk_update([rule for rule, _ in continued], [*SAYS, "priority"])


def _continued(standing: Sequence[Policy], wanted: Sequence[Policy]) -> list[tuple[Policy, Policy]]:
    """The wanted rules that a standing one becomes: it says the same, applies to the same, or is the only one left."""
    left, open_, found = list(standing), list(wanted), list[tuple[Policy, Policy]]()
    for names in (SAYS, APPLIES_TO):
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
    """Each name in it that stands for nothing, or for two things."""
    strange, people = _strange_sensitivities(document), _known_people(document)
    for place, entry in enumerate(document.policies, start=1):
        if entry.sensitivity in strange:
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


def _strange_sensitivities(document: PolicyDocument) -> set[str]:
    """A misspelt label would match nothing, and protect nothing; what a rule in force names already may stay."""
    strange = {entry.sensitivity for entry in document.policies} - {"", *sensitivity.LABELS}
    if strange:
        strange -= {*shared_rules().filter(sensitivity__in=strange).values_list("sensitivity", flat=True)}
    return strange


def _known_people(document: PolicyDocument) -> set[UUID]:
    """Of whom its rules are about, those who are there."""
    named = {entry.person for entry in document.policies if entry.person}
    return set(Person.objects.filter(id__in=named).values_list("id", flat=True)) if named else set()


def _policy(entry: PolicyEntry, place: int, agents: Mapping[str, UUID]) -> Policy:
    values = what_it_says(entry) | _address(entry, place)
    agent_id = agents[entry.agent] if entry.agent else None
    about = {"trust": entry.origin, "agent_id": agent_id, "about_person_id": entry.person or None}
    return Policy(**values, **about, priority=place * STEP)


def _address(entry: PolicyEntry, place: int) -> dict[str, str]:
    """The canonical key; its category too where the server knows the key and the rule names a category."""
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
        problem = gettext("“%(name)s” is the name of a field already.") % {"name": spelling}
        raise InvalidPolicies(f"aliases.{spelling}: {problem}")
    return FieldAlias(spelling=squashed, category=target.category, key=target.key)


def _known_field(key: str) -> Address:
    """The address of a field that the server knows by its key alone. Raises InvalidCategory for any other."""
    target = statements.resolve_alias("identity", key)
    if not statements.is_known(target):
        raise InvalidCategory
    return target


def agents_by_name() -> dict[str, UUID]:
    """What a rule may call an agent: by name, display name and role; a display name that several
    bear is nobody's. One query."""
    rows = list(Agent.objects.all())
    times = Counter(agent.display_name for agent in rows)
    called = {agent.display_name: agent.id for agent in rows if agent.display_name and times[agent.display_name] == 1}
    return called | {name: agent.id for agent in rows for name in (agent.name, agent.role)}
