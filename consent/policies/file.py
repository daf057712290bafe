"""A workspace's policies and aliases as YAML: their order is their priority."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import yaml
from django.db.models import QuerySet
from django.utils.translation import gettext
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from consent.models import FieldAlias, Policy
from consent.models.policy import Outcome
from consent.policies.agent_names import agents_by_name
from memories.maintenance.record_setup import described, record_setup
from memories.models.choices import MemoryType, Trust
from memories.models.fact import FactCategory
from providers import statements
from providers.statements import DEFAULT_ALIASES, Address, InvalidCategory, InvalidKey
from workspaces import sensitivity
from workspaces.actors import Actor
from workspaces.models import Agent, Person
from workspaces.repeated_keys import repeated_keys

STEP = 10
MATCHES = ("fact_category", "fact_key", "category", "memory_type", "sensitivity")
NUMBERS = ("signals_needed", "insight_confidence")
# Who besides the person may answer what a rule asks, and where.
ANSWERS = ("allows_chat", "delegates_to_reviewers")
APPLIES_TO = (*MATCHES, "trust", "agent_id", "about_person_id")
SAYS = (*APPLIES_TO, *NUMBERS, *ANSWERS, "outcome")
# What looks like a date or a number and is none, PyYAML leaves to whatever Python raises.
UNREADABLE = (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError)


class InvalidPolicies(ValueError):
    """The document is no set of policies; the message names the place. `given` is a name that stands there although it
    is none of the `known` ones. `others` are further mistakes of the document."""

    def __init__(self, message: str, *, given: str = "", known: Collection[str] = ()) -> None:
        super().__init__(message)
        self.given, self.known = given, known
        self.others: Sequence[InvalidPolicies] = ()


def _storable(text: str) -> str:
    """PostgreSQL stores neither NUL nor half a surrogate pair, which YAML may escape."""
    if any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("The text holds a character that cannot be kept.")
    return text


Text = Annotated[str, AfterValidator(_storable)]


class PolicyEntry(BaseModel):
    """One rule. What is left out matches everything; `agent` is an agent's name, display name or role, `person` the id
    of whom it is about, `origin` where a change comes from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fact_category: FactCategory | Literal[""] = ""
    fact_key: Text = Field(default="", max_length=64)
    category: str = Field(default="", pattern=r"^[a-z0-9_]{0,64}$")
    memory_type: MemoryType | Literal[""] = ""
    sensitivity: Text = Field(default="", max_length=64)
    origin: Trust | Literal[""] = ""
    agent: Text = Field(default="", max_length=100)
    person: UUID | Literal[""] = ""
    outcome: Outcome
    signals_needed: int = Field(default=2, ge=1, le=20)
    insight_confidence: float = Field(default=0.8, ge=0, le=1)
    allows_chat: bool = False
    delegates_to_reviewers: bool = False


class PolicyDocument(BaseModel):
    """`aliases` are further spellings of keys: `Wohnsitz: identity.city`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    policies: list[PolicyEntry] = Field(default=[], max_length=500)
    aliases: dict[Text, Text] = Field(default={}, max_length=500)


@dataclass(frozen=True, slots=True)
class PolicySet:
    """Rows as a document asks for them, not saved."""

    policies: tuple[Policy, ...]
    aliases: tuple[FieldAlias, ...]


def parse(text: str) -> PolicyDocument:
    """Read YAML. Raises InvalidPolicies."""
    if repeated := repeated_keys(text):
        raise InvalidPolicies(" ".join(sentence for _line, sentence in repeated))
    return parse_loosely(text)


def parse_loosely(text: str) -> PolicyDocument:
    """The same; of a key that stands twice the last counts."""
    try:
        return PolicyDocument.model_validate(yaml.safe_load(text) or {})
    except UNREADABLE as error:
        raise InvalidPolicies(str(error).encode("utf-8", "backslashreplace").decode()) from error


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
    standing = list(_in_force().select_for_update())
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


def current() -> PolicyDocument:
    """The scope's own rules in their order, and its aliases."""
    agents = dict(Agent.objects.values_list("id", "name"))
    rules = _in_force()
    aliases = _addresses(FieldAlias.objects.order_by("spelling"))
    return PolicyDocument(policies=[entry_of(rule, agents) for rule in rules], aliases=aliases)


def dump(document: PolicyDocument) -> str:
    """As YAML; `parse(dump(document))` gives it back."""
    return yaml.safe_dump(document.model_dump(mode="json", exclude_defaults=True), sort_keys=False, allow_unicode=True)


def successor_of(former: Policy) -> Policy | None:
    """The rule in force that says the same as one that is no longer, or at least applies to the same."""
    rules = list(_in_force())
    found = (rule for names in (SAYS, APPLIES_TO) for rule in rules if _key(rule, names) == _key(former, names))
    return next(found, None)


def _in_force() -> QuerySet[Policy]:
    rules = Policy.objects.filter(person_id__isnull=True, revoked_at__isnull=True)
    return rules.order_by("priority", "created_at")


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
    before, after = _addresses(FieldAlias.objects.all()), _addresses(wanted)
    pairs = {name: (before.get(name, ""), after.get(name, "")) for name in sorted(before.keys() | after.keys())}
    return {name: {"before": old, "after": new} for name, (old, new) in pairs.items() if old != new}


def _addresses(aliases: Iterable[FieldAlias]) -> dict[str, str]:
    return {row.spelling: f"{row.category}.{row.key}" for row in aliases}


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
        strange -= {*_in_force().filter(sensitivity__in=strange).values_list("sensitivity", flat=True)}
    return strange


def _known_people(document: PolicyDocument) -> set[UUID]:
    """Of whom its rules are about, those who are there."""
    named = {entry.person for entry in document.policies if entry.person}
    return set(Person.objects.filter(id__in=named).values_list("id", flat=True)) if named else set()


def _policy(entry: PolicyEntry, place: int, agents: Mapping[str, UUID]) -> Policy:
    values = _sayings(entry) | _address(entry, place)
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


def entry_of(rule: Policy, agents: Mapping[Any, str]) -> PolicyEntry:
    """`agents` are names by id."""
    values = _sayings(rule)
    values |= {"agent": agents.get(rule.agent_id, ""), "person": rule.about_person_id or ""}
    return PolicyEntry(**values, origin=Trust(rule.trust) if rule.trust else "")


def _sayings(rule: PolicyEntry | Policy) -> dict[str, Any]:
    """Without who may answer, where nobody is asked."""
    values = {name: getattr(rule, name) for name in (*MATCHES, *NUMBERS, *ANSWERS, "outcome")}
    return values | dict.fromkeys(ANSWERS, False) if rule.outcome == Outcome.NEVER else values
