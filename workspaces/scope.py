"""The scope of one workspace: the only way to see tenant rows (architecture, rule 2)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection, transaction

from workspaces.round_trip import Rows, Statement, send

Item = TypeVar("Item")
NO_SETTINGS: Mapping[str, str] = {}

_current: ContextVar[UUID | None] = ContextVar("workspace_id", default=None)
_kept: ContextVar[dict[Callable[[list[Any]], object], list[Any]]] = ContextVar("kept")
_pipelined: ContextVar[bool] = ContextVar("pipelined", default=False)


class NoScope(RuntimeError):
    """A tenant row was about to be made outside `scope.enter`."""


def current_workspace_id() -> UUID:
    """The workspace entered, as the default of every tenant row. Raises NoScope outside a scope."""
    workspace_id = _current.get()
    if workspace_id is None:
        raise NoScope("Enter a workspace first: with scope.enter(workspace_id): ...")
    return workspace_id


def at_end(flush: Callable[[list[Item]], object], item: Item) -> None:
    """Keep an item until the work in the scope is done; then `flush` gets all that were kept, before the commit.

    For rows that everybody waits for, which are best locked last, and for rows that are cheaper written together.
    Items kept inside a savepoint stay when it is rolled back. Raises NoScope outside a scope.
    """
    current_workspace_id()
    _kept.get().setdefault(flush, []).append(item)


@contextmanager
def enter(workspace_id: UUID) -> Iterator[None]:
    """Open a transaction that sees and writes rows of this workspace only.

    Durable: the work is committed when the block ends, so scopes do not nest. No network or model call belongs inside.
    """
    token, kept_token = _current.set(workspace_id), _kept.set({})
    try:
        # Only a test's own transaction can already be open here; there SET LOCAL would outlive the block.
        earlier = _setting() if connection.in_atomic_block else None
        with transaction.atomic(durable=True):
            _set_local(str(workspace_id))
            yield
            for flush, items in _kept.get().items():
                flush(items)
            if earlier is not None:
                _check_deferred()
                _set_local(earlier)
    finally:
        _kept.reset(kept_token)
        _current.reset(token)


@contextmanager
def pipelined_scope(workspace_id: UUID) -> Iterator[None]:
    """Rows of this workspace for `fetch_pipelined` alone. Each call is a transaction of its own and one round trip.

    Nothing stays open between them, so a model may be waited for. Django's own queries see no rows inside. Call it
    outside any scope.
    """
    if connection.in_atomic_block:  # a test's own transaction
        with enter(workspace_id):
            yield
        return
    token, pipelined_token = _current.set(workspace_id), _pipelined.set(True)
    try:
        yield
    finally:
        _pipelined.reset(pipelined_token)
        _current.reset(token)


def fetch_pipelined(
    statements: Sequence[Statement],
    *,
    settings: Mapping[str, str] = NO_SETTINGS,
    is_recurring: bool = True,
    meanwhile: Callable[[], object] | None = None,
) -> list[Rows]:
    """The rows of each statement, all of them in one round trip. Within `enter` or `pipelined_scope`.

    Not `is_recurring`: planned for the very values, for what should be found in other ways where they are others.
    `meanwhile` is called while PostgreSQL works; see `round_trip.send`.
    """
    # Statements that are sent together are one transaction, so the setting ends with them.
    workspace_id = str(current_workspace_id()) if _pipelined.get() else None
    return send(
        statements, settings=settings, is_recurring=is_recurring, workspace_id=workspace_id, meanwhile=meanwhile
    )


def pipelined_read(workspace_id: UUID, statements: Sequence[Statement]) -> list[Rows]:
    """One `fetch_pipelined` of its own."""
    with pipelined_scope(workspace_id):
        return fetch_pipelined(statements)


def _set_local(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.workspace_id = %s", [value])


def _check_deferred() -> None:
    """Run the deferred triggers while their rows can still be seen, as a commit would."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _setting() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.workspace_id', true), '')")
        return str(cursor.fetchone()[0])
