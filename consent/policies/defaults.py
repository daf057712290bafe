"""The default policy of each field, line by line; a workspace's own rules come before it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings

from consent.models.policy import Outcome
from providers import statements
from providers.statements import Address

# 001 §10's benign fields: they need no consent, but more than one signal.
CORROBORATED = frozenset({Address("preference", "tone"), Address("preference", "goals")})


class DefaultLine(NamedTuple):
    """The default outcome of one field; `name` is that of its group of fields."""

    name: str
    address: Address
    outcome: Outcome


def lines() -> Iterator[DefaultLine]:
    """Yield every line in force, the strictest fields first."""
    kept = {line: keys for line, keys in statements.EXEMPT_LINES.items() if line not in settings.DEFAULT_POLICY_WITHOUT}
    for name, keys, outcome in (
        ("personal_fields", statements.CORE_KEYS, Outcome.CONSENT),
        ("special_categories", statements.sensitive_keys() - statements.CORE_KEYS, Outcome.CONSENT),
        *((name, keys, Outcome.APPLY) for name, keys in kept.items()),
        ("tone_and_goals", {address.key for address in CORROBORATED}, Outcome.CORROBORATION),
    ):
        yield from (DefaultLine(name, Address(statements.category_of(key), key), outcome) for key in sorted(keys))


def outcome_of(address: Address) -> Outcome:
    """Return the outcome of a field that no rule of the workspace names: unknown fields of the identity need consent
    too (001 §10)."""
    if statements.is_sensitive(*address):
        return Outcome.CONSENT
    return Outcome.CORROBORATION if address in CORROBORATED else Outcome.APPLY
