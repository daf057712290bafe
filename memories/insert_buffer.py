"""New rows of one change, sent with the next statement or, in a batch, together."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS

from workspaces import scope
from workspaces.models import TenantModel
from workspaces.round_trip import Statement, inserts_of


class InsertBuffer:
    """The new rows of one transaction. They take no round trip of their own: they go along with the next statement.

    The order of a table's rows is kept. That of the tables does not matter: keys are checked, and History is demanded,
    at the commit. The change of a batch that others do not build on is gathered: no statement sees its rows before
    `flush`, and each table gets one insert for the whole batch.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[TenantModel], list[TenantModel]] = {}
        self._is_gathering = False

    def add(self, rows: Iterable[TenantModel]) -> None:
        """Insert rows before the next statement or, while gathering, before the next after `flush`."""
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
            self._waiting.setdefault(type(row), []).append(row)
        if not self._is_gathering:
            self.flush()

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """What is added within the block waits for the next flush."""
        self._is_gathering = True
        try:
            yield
        finally:
            self._is_gathering = False

    def flush(self) -> None:
        """Let what waits go along with the next statement."""
        if self._waiting:
            scope.send_later(self._take)

    def _take(self) -> list[Statement]:
        waiting, self._waiting = self._waiting, {}
        statements = [statement for rows in waiting.values() for statement in inserts_of(rows)]
        return [_as_one(statements)] if all(len(rows) == 1 for rows in waiting.values()) and statements else statements


def _as_one(statements: Sequence[Statement]) -> Statement:
    """One row for each of some tables: one statement to parse, plan and run rather than one a table."""
    *others, (last, _) = statements
    parts = ", ".join(f"insert_{number} AS ({text})" for number, (text, _) in enumerate(others))
    return (f"WITH {parts} {last}" if parts else last), [value for _, values in statements for value in values]
