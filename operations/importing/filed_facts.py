"""Facts of an import under the addresses, and in the spelling, in which they are kept: there an earlier import of them
is looked for."""

from collections.abc import Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from consent.changes import Change
from consent.policies import aliases
from providers.statements import Address, InvalidCategory, InvalidKey
from workspaces import scope

Of = TypeVar("Of")


def filed(changes: Sequence[tuple[Of, Change]], *, workspace_id: UUID) -> list[tuple[Of, Change]]:
    """Each change with what asks for it. Outside any scope."""
    if all(change.fact is None for _record, change in changes):
        return [*changes]
    with scope.enter(workspace_id):
        known = aliases.in_force()
    return [(record, _under(change, known)) for record, change in changes]


def _under(change: Change, known: Mapping[str, Address]) -> Change:
    """One whose name is none stays as it is: the gate refuses it."""
    try:
        return change.with_canonical_field(known)
    except (InvalidKey, InvalidCategory):
        return change
