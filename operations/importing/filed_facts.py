"""Converts facts of an import to the canonical address and spelling, at which an earlier import is looked up."""

from collections.abc import Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from consent.changes import Change
from consent.policies import aliases
from providers.statements import Address, InvalidCategory, InvalidKey
from workspaces import scope

Of = TypeVar("Of")


def filed(changes: Sequence[tuple[Of, Change]], *, workspace_id: UUID) -> list[tuple[Of, Change]]:
    """Return each change with its record. Outside any scope."""
    if all(change.fact is None for _record, change in changes):
        return [*changes]
    with scope.enter(workspace_id):
        known = aliases.in_force()
    return [(record, _under(change, known)) for record, change in changes]


def _under(change: Change, known: Mapping[str, Address]) -> Change:
    """Return the change in canonical form; one with an invalid key stays, and the gate refuses it."""
    try:
        return change.with_canonical_field(known)
    except (InvalidKey, InvalidCategory):
        return change
