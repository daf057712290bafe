"""Resolves keys of fields: by the server's aliases, and on top of them the workspace's (`FieldAlias`)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from consent.models import FieldAlias
from memories.drafts import FactDraft
from providers import statements
from providers.statements import DEFAULT_ALIASES, Address
from workspaces import scope

if TYPE_CHECKING:
    from consent.changes import Change


def in_force() -> Mapping[str, Address]:
    """Return the scope's aliases by their squashed spelling; a workspace's alias never overrides one of the server."""
    own = {row.spelling: Address(row.category, row.key) for row in FieldAlias.objects.all()}
    return {**own, **DEFAULT_ALIASES}


def address_of(category: str, key: str, value: str) -> Address:
    """Return the address of a field of that name in the entered scope. Raises InvalidKey, InvalidCategory."""
    address = statements.resolve_address(category, key, value)
    if statements.is_known(address):
        return address
    return statements.resolve_address(category, key, value, aliases=in_force())


def file_facts(changes: Sequence["Change"], *, workspace_id: UUID) -> list["Change"]:
    """Return the changes with each fact at its canonical address. Outside any scope."""
    aliases: Mapping[str, Address] = DEFAULT_ALIASES
    if any(change.fact is not None and not _is_known(change.fact) for change in changes):
        with scope.enter(workspace_id):
            aliases = in_force()
    return [change.with_canonical_field(aliases) for change in changes]


def _is_known(draft: FactDraft) -> bool:
    """Whether the server's own aliases resolve a fact's key."""
    return statements.is_known(statements.resolve_address(draft.category, draft.key, draft.value))
