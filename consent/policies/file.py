"""A workspace's policies and aliases as YAML: their order is their priority."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

import yaml
from django.db.models import QuerySet
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from consent.models import FieldAlias, Policy
from consent.models.policy import Outcome
from memories.models.choices import MemoryType, Trust
from memories.models.fact import FactCategory
from workspaces.models import Agent
from workspaces.repeated_keys import repeated_keys

MATCHES = ("fact_category", "fact_key", "category", "memory_type", "sensitivity")
NUMBERS = ("signals_needed", "insight_confidence")
# Who may answer besides the person, and where.
ANSWERS = ("allows_chat", "delegates_to_reviewers")
APPLIES_TO = (*MATCHES, "trust", "agent_id", "about_person_id")
# PyYAML lets Python's errors through for values that look like a date or a number and are none.
UNREADABLE = (yaml.YAMLError, ValueError, LookupError, AttributeError, RecursionError)


class InvalidPolicies(ValueError):
    """The document is no valid set of policies; the message names the place. `given` is an unknown name there, `known`
    are the valid ones. `others` are further mistakes of the document."""

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


def parse(text: str) -> PolicyDocument:
    """Read YAML. Raises InvalidPolicies."""
    if repeated := repeated_keys(text):
        raise InvalidPolicies(" ".join(sentence for _line, sentence in repeated))
    return parse_loosely(text)


def parse_loosely(text: str) -> PolicyDocument:
    """Read YAML; of a repeated key the last counts. Raises InvalidPolicies."""
    try:
        return PolicyDocument.model_validate(yaml.safe_load(text) or {})
    except UNREADABLE as error:
        raise InvalidPolicies(str(error).encode("utf-8", "backslashreplace").decode()) from error


def current() -> PolicyDocument:
    """Return the scope's own rules in their order, and its aliases."""
    agents = dict(Agent.objects.values_list("id", "name"))
    rules = shared_rules()
    aliases = addresses_of(FieldAlias.objects.order_by("spelling"))
    return PolicyDocument(policies=[entry_of(rule, agents) for rule in rules], aliases=aliases)


def dump(document: PolicyDocument) -> str:
    """Return the document as YAML; `parse(dump(document))` equals it."""
    return yaml.safe_dump(document.model_dump(mode="json", exclude_defaults=True), sort_keys=False, allow_unicode=True)


def shared_rules() -> QuerySet[Policy]:
    """Return the rules of the workspace that are in force, in their order."""
    rules = Policy.objects.filter(person_id__isnull=True, revoked_at__isnull=True)
    return rules.order_by("priority", "created_at")


def addresses_of(aliases: Iterable[FieldAlias]) -> dict[str, str]:
    return {row.spelling: f"{row.category}.{row.key}" for row in aliases}


def entry_of(rule: Policy, agents: Mapping[Any, str]) -> PolicyEntry:
    """Return a rule as a document has it; `agents` are names by id."""
    values = rule_values(rule)
    values |= {"agent": agents.get(rule.agent_id, ""), "person": rule.about_person_id or ""}
    return PolicyEntry(**values, origin=Trust(rule.trust) if rule.trust else "")


def rule_values(rule: PolicyEntry | Policy) -> dict[str, Any]:
    """Return the values of a rule; without permissions to answer if its outcome is never."""
    values = {name: getattr(rule, name) for name in (*MATCHES, *NUMBERS, *ANSWERS, "outcome")}
    return values | dict.fromkeys(ANSWERS, False) if rule.outcome == Outcome.NEVER else values
