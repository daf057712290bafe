"""Under which field a key is filed: the server's aliases, and on top of them the workspace's (`FieldAlias`)."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from consent.changes import Change, SetFact
from consent.models import FieldAlias
from memories.drafts import FactDraft, item_of
from providers import statements
from providers.statements import DEFAULT_ALIASES, Address
from workspaces import scope


def in_force() -> Mapping[str, Address]:
    """The scope's aliases by their squashed spelling; no workspace's alias takes one of the server's away."""
    own = {row.spelling: Address(row.category, row.key) for row in FieldAlias.objects.all()}
    return {**own, **DEFAULT_ALIASES}


def address_of(category: str, key: str, value: str) -> Address:
    """Where a field of that name is filed in the entered scope. Raises InvalidKey, InvalidCategory."""
    address = statements.resolve_address(category, key, value)
    if statements.is_known(address):
        return address
    return statements.resolve_address(category, key, value, aliases=in_force())


def file_facts(changes: Sequence[Change], *, workspace_id: UUID) -> list[Change]:
    """The changes with each fact under its canonical address, whoever spelt it. Outside any scope."""
    if not any(_is_strange(change) for change in changes):
        return [_filed(change, DEFAULT_ALIASES) for change in changes]
    with scope.enter(workspace_id):
        aliases = in_force()
    return [_filed(change, aliases) for change in changes]


def _is_strange(change: Change) -> bool:
    """Whether the server's own aliases say nothing of a fact's key."""
    if not isinstance(change, SetFact):
        return False
    draft = change.draft
    return not statements.is_known(statements.resolve_address(draft.category, draft.key, draft.value))


def _filed(change: Change, aliases: Mapping[str, Address]) -> Change:
    if not isinstance(change, SetFact):
        return change
    draft = change.draft
    address = statements.resolve_address(draft.category, draft.key, draft.value, aliases=aliases)
    if address == (draft.category, draft.key):
        return change
    item = item_of(draft.value) if statements.is_multi_valued(address.key) else ""
    moved = FactDraft.model_validate(draft.model_dump() | address._asdict() | {"item": item})
    return change.model_copy(update={"draft": moved})
