"""A transaction's authority to write: the ids that the triggers of `memories.models.guards` require, its new rows and
its locks."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from memories.models.choices import Trust
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import TenantModel, uuid7
from workspaces.round_trip import Setting, Statement, as_one, inserts_of

# Locked as an address by transactions that add or remove undirected edges: two of them could add the same edge from
# its two ends.
UNDIRECTED_EDGES = ("", "undirected edges")
# unnest returns the names in order, and the locks are taken in that order.
LOCK = "SELECT count(pg_advisory_xact_lock(hashtextextended(name, 0))) FROM unnest(%s::text[]) AS name"


@dataclass(eq=False, slots=True)
class InsertBuffer:
    """The new rows of one transaction. They need no round trip of their own: they are sent with the next statement.

    The order of a table's rows is preserved. That of the tables does not matter: keys and the History row are checked
    at the commit. Independent changes of a batch are gathered: no statement sees their rows before `flush`, and each
    table gets one insert for the whole batch.
    """

    _waiting: dict[type[TenantModel], list[TenantModel]] = field(default_factory=dict)
    _is_gathering: bool = False

    def add(self, rows: Iterable[TenantModel]) -> None:
        """Insert rows before the next statement or, while gathering, before the next after `flush`."""
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
            self._waiting.setdefault(type(row), []).append(row)
        if not self._is_gathering:
            self.flush()

    @contextmanager
    def gathering(self) -> Iterator[None]:
        """Rows added within the block wait for the next flush."""
        self._is_gathering = True
        try:
            yield
        finally:
            self._is_gathering = False

    def flush(self) -> None:
        """Send the waiting rows with the next statement."""
        if self._waiting:
            scope.send_later(self._take)

    def _take(self) -> list[Statement]:
        waiting, self._waiting = self._waiting, {}
        statements = [statement for rows in waiting.values() for statement in inserts_of(rows)]
        if settings.CITUS:  # it cannot route several inserts in one statement
            return statements
        return [as_one(statements)] if statements else []


@dataclass(frozen=True, slots=True)
class WriteAuthority:
    """One transaction's authority to change memories: opened by the gate, or for maintenance.

    `thread_id` and `session_id` say in which conversation the change was made (R20); empty for none. `inserts` writes
    new rows.
    """

    id: UUID
    actor: Actor
    now: datetime
    trust: Trust
    decision_id: UUID | None = None
    thread_id: str = ""
    session_id: UUID | None = None
    inserts: InsertBuffer = field(default_factory=InsertBuffer, compare=False)


@contextmanager
def authorize(
    *, actor: Actor, now: datetime, trust: Trust, decision_id: UUID | None = None
) -> Iterator[WriteAuthority]:
    """Let this transaction change memories until the block ends. For the gate only."""
    authority = WriteAuthority(uuid7(), actor, now, trust, decision_id)
    scope.send_later(Setting("app.change_id", str(authority.id)))
    yield authority
    authority.inserts.flush()
    scope.send_later(Setting("app.change_id", ""))


@contextmanager
def authorize_maintenance(*, actor: Actor, now: datetime) -> Iterator[WriteAuthority]:
    """Let this transaction forget memories, and destroy those due, until the block ends (R26).

    The triggers refuse all other writes.
    """
    authority = WriteAuthority(uuid7(), actor, now, Trust.DERIVED)
    scope.send_later(Setting("app.upkeep_id", str(authority.id)))
    yield authority
    authority.inserts.flush()
    scope.send_later(Setting("app.upkeep_id", ""))


def lock_addresses(addresses: Iterable[tuple[str, str]]) -> None:
    """Lock the (namespace path, key) pairs from the next statement until the transaction ends, so that concurrent
    upserts of a key are serialised.

    An advisory lock, because the first write of a key has no row to lock; sorted, so that two batches cannot deadlock.
    """
    workspace_id = scope.current_workspace_id()
    names = sorted({f"{workspace_id}/{path}\x1f{key}" for path, key in addresses})
    scope.send_later((LOCK, (names,)))
