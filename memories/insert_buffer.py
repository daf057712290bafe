"""New rows of one change, written as they come or, in a batch, together."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from workspaces.models import TenantModel

# A row with its text or vector takes some kilobytes of SQL: this bounds the length of a statement.
ROWS_PER_STATEMENT = 250


class InsertBuffer:
    """The new rows of one transaction: a batch makes one insert for each table instead of one for each row.

    The order of a table's rows is kept. That of the tables does not matter: keys are checked, and History is demanded,
    at the commit. No query sees what is gathered until it is flushed.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[TenantModel], list[TenantModel]] = {}
        self._is_gathering = False

    def add(self, rows: Iterable[TenantModel]) -> None:
        """Write rows: now, or at the end of what is gathered."""
        for row in rows:
            self._waiting.setdefault(type(row), []).append(row)
        if not self._is_gathering:
            self.flush()

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """What is added within the block may wait for the next flush."""
        self._is_gathering = True
        try:
            yield
        finally:
            self._is_gathering = False

    def flush(self) -> None:
        """Write what waits."""
        waiting, self._waiting = self._waiting, {}
        for model, rows in waiting.items():
            model._default_manager.bulk_create(rows, batch_size=ROWS_PER_STATEMENT)
