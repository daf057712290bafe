"""Fields that are stored without consent by default, and detected in texts if a rule restricts them."""

from collections.abc import Collection, Iterable
from enum import Enum, auto
from typing import Final
from uuid import UUID

from consent.models import Policy
from providers import statements
from providers.statements import Statement

RULED: Final = frozenset().union(*statements.EXEMPT_LINES.values())
READ: Final = statements.SENSITIVE_KEYS | RULED  # what a rule may restrict, whether or not one does
# Other fields, which are detected in plain English sentences.
PLAIN: Final = statements.FOUND_KEYS - READ


class Reach(Enum):
    """What a rule about a field covers, besides the field itself."""

    TEXTS = auto()  # that state it
    ENGLISH = auto()  # plain English sentences that state it
    FIELD = auto()  # nothing


def reach_of(key: str) -> Reach:
    """Return what a rule about this field covers; `key` is its canonical name."""
    if key in READ:
        return Reach.TEXTS
    return Reach.ENGLISH if key in PLAIN else Reach.FIELD


def restricted_fields_of_scope() -> frozenset[str]:
    """Return those of `RULED`, and illnesses, that a rule of the entered scope, or of one of its people, restricts. One
    query."""
    return restricted_fields(Policy.objects.restricting()) & (RULED | {statements.ILLNESS})


def restricted_fields(
    rules: Iterable[Policy], people: Collection[UUID] | None = None, *, plain: Collection[str] = PLAIN
) -> frozenset[str]:
    """The fields that rules do not simply let be stored: `RULED` ones and illnesses by anybody's rule, `plain` ones by
    the workspace's and those of these people; everybody's where none are given."""
    named: set[tuple[str, str]] = set()
    theirs: set[tuple[str, str]] = set()
    for rule in rules:
        field = (rule.fact_category, rule.fact_key)
        named.add(field)
        if people is None or rule.person_id is None or rule.person_id in people:
            theirs.add(field)
    ruled = {key for key in (*RULED, statements.ILLNESS) if named & _names_in_rules(key)}
    return frozenset(ruled | {key for key in plain if theirs & _names_in_rules(key)})


def plain_statements(text: str, keys: Collection[str]) -> list[Statement]:
    """Return what a text states of plain fields, for every speaker. Any name may be the person's, as it may where
    sensitive fields are detected."""
    wanted = PLAIN.intersection(keys)
    if not wanted:
        return []
    found = [
        one
        for role in ("agent", "user")
        for one in statements.find(text, speaker=statements.capitalised(text), role=role)
        if one.key in wanted and one.about != "third_party"
    ]
    found += statements.contact_statements(text, wanted - {one.key for one in found})
    return list({(one.key, one.value.casefold()): one for one in reversed(found)}.values())


def _names_in_rules(key: str) -> set[tuple[str, str]]:
    """Return the (category, key) pairs by which a rule may name the field: itself, the field that it was a part of, or
    its whole category."""
    category = statements.category_of(key)
    names = {key, statements.COVERED_BY.get(key, key)}
    return {(where, name) for where in ("", category) for name in names} | {(category, "")}
