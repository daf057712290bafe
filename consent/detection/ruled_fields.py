"""Fields that are kept without a question, and read in texts for those rules that say otherwise."""

from collections.abc import Collection, Iterable
from enum import Enum, auto
from typing import Final
from uuid import UUID

from consent.models import Policy
from providers import statements
from providers.statements import Statement

RULED: Final = frozenset().union(*statements.KEPT_LINES.values())
READ: Final = statements.SENSITIVE_KEYS | RULED  # what a rule may ask about, whether or not one does
# Of other fields, what English sentences plainly tell.
PLAIN: Final = statements.FOUND_KEYS - READ


class Reach(Enum):
    """What a rule about a field holds for, besides the field itself."""

    TEXTS = auto()  # that tell it
    ENGLISH = auto()  # sentences that plainly tell it
    FIELD = auto()  # nothing


def reach_of(key: str) -> Reach:
    """Of a rule about this field; `key` is its own name, none of its others."""
    if key in READ:
        return Reach.TEXTS
    return Reach.ENGLISH if key in PLAIN else Reach.FIELD


def asked_by_rules() -> frozenset[str]:
    """Those of `RULED` that a rule of the entered scope, or of one of its people, does not simply let be stored. One
    query."""
    return asked_by(Policy.objects.restricting()) & RULED


def asked_by(rules: Iterable[Policy], people: Collection[UUID] | None = None) -> frozenset[str]:
    """The fields that rules do not simply let be stored: `RULED` ones and illnesses by anybody's rule, plain ones by
    the workspace's and those of these people; everybody's where none are given."""
    named: set[tuple[str, str]] = set()
    theirs: set[tuple[str, str]] = set()
    for rule in rules:
        field = (rule.fact_category, rule.fact_key)
        named.add(field)
        if people is None or rule.person_id is None or rule.person_id in people:
            theirs.add(field)
    ruled = {key for key in (*RULED, statements.ILLNESS) if named & _namings(key)}
    return frozenset(ruled | {key for key in PLAIN if theirs & _namings(key)})


def plainly_told(text: str, keys: Collection[str]) -> list[Statement]:
    """What the sentences of a text tell of plain fields, whoever speaks; any name may be the person's, as it is where
    sensitive fields are read."""
    wanted = PLAIN.intersection(keys)
    if not wanted:
        return []
    found = [
        one
        for role in ("agent", "user")
        for one in statements.find(text, speaker=statements.capitalised(text), role=role)
        if one.key in wanted and one.about != "third_party"
    ]
    found += statements.told_contacts(text, wanted - {one.key for one in found})
    return list({(one.key, one.value.casefold()): one for one in reversed(found)}.values())


def _namings(key: str) -> set[tuple[str, str]]:
    """How a rule may name the field: by itself, by one that it was a part of, or with all of its kind."""
    category = statements.category_of(key)
    names = {key, statements.RULED_WITH.get(key, key)}
    return {(where, name) for where in ("", category) for name in names} | {(category, "")}
