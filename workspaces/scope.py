"""The scope of one workspace: the only way to see tenant rows (architecture, rule 2)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings as django_settings
from django.db import DataError, connection, transaction
from psycopg import ServerCursor
from psycopg.errors import DivisionByZero

from workspaces import round_trip
from workspaces.round_trip import Setting, Statement, Step
from workspaces.wire import Rows

Item = TypeVar("Item")
BEGIN: Statement = ("BEGIN", ())
COMMIT: Statement = ("COMMIT", ())
CHECK_DEFERRED: Sequence[Statement] = (("SET CONSTRAINTS ALL IMMEDIATE", ()), ("SET CONSTRAINTS ALL DEFERRED", ()))


class NoScope(RuntimeError):
    """A tenant row was about to be made outside `scope.enter`."""


class Disproved(RuntimeError):
    """What `take_as_given` named does not hold; what was sent with it has been rolled back."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A statement that divides by zero in this workspace unless something holds."""

    workspace_id: UUID
    statement: Statement


@dataclass(eq=False, slots=True)
class _Scope:
    """One workspace entered, and what its transaction has still to send."""

    workspace_id: UUID
    is_pipelined: bool = False
    waiting: list[Step | Callable[[], Iterable[Step]]] = field(default_factory=list)
    at_end: dict[Callable[[list[Any]], object], list[Any]] = field(default_factory=dict)
    last: set[Callable[[list[Any]], object]] = field(default_factory=set)

    def take(self) -> list[Step]:
        """What waits, to be sent now."""
        waiting, self.waiting = self.waiting, []
        return [one for step in waiting for one in (step() if callable(step) else (step,))]

    def execute(self, execute: Any, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        """Run a statement of Django's, with what waits in the same round trip (an execute wrapper)."""
        if not (steps := self.take()):
            return execute(sql, params, many, context)
        if many or isinstance(context["cursor"].cursor, ServerCursor):
            round_trip.send([], first=steps)
            return execute(sql, params, many, context)
        with round_trip.before_next(steps):
            return execute(sql, params, many, context)

    def commit(self) -> None:
        """Send all that waits together with the commit; where nothing waits, Django commits."""
        steps = self.take()
        if not connection.needs_rollback and any(not isinstance(step, Setting) and step is not BEGIN for step in steps):
            round_trip.send([], first=[*steps, COMMIT])

    def leave(self, earlier: str) -> None:
        """In a test's own transaction: run the deferred triggers while their rows can still be seen, as a commit would,
        and go back to the scope around."""
        back = Setting("app.workspace_id", earlier)
        round_trip.send([], first=[*self.take(), *CHECK_DEFERRED, back])


_current: ContextVar[_Scope | None] = ContextVar("scope", default=None)
_unproved: ContextVar[Proof | None] = ContextVar("unproved", default=None)


def take_as_given(proof: Proof | None) -> None:
    """Go on as if something held, and prove it in the next round trip to this workspace; None: there is nothing to
    prove any more. `enter`, and the next `fetch_pipelined`, raise Disproved."""
    _unproved.set(proof)


def prove() -> None:
    """Prove now what nothing has proved yet. Outside any scope. Raises Disproved."""
    if (proof := _unproved.get()) is not None:
        with pipelined_scope(proof.workspace_id):
            fetch_pipelined([])


def _entered() -> _Scope:
    entered = _current.get()
    if entered is None:
        raise NoScope("Enter a workspace first: with scope.enter(workspace_id): ...")
    return entered


def current_workspace_id() -> UUID:
    """The workspace entered, as the default of every tenant row. Raises NoScope outside a scope."""
    return _entered().workspace_id


def send_later(*steps: Step | Callable[[], Iterable[Step]]) -> None:
    """Send statements without a result along with the next one, at the latest with the commit.

    They run in their order, before that next one: it sees what they did, and raises what they raise. A callable makes
    its statements when they are sent. Raises NoScope outside a scope.
    """
    _entered().waiting.extend(steps)


def entered_workspace_id() -> UUID | None:
    """The workspace entered, None outside a scope."""
    entered = _current.get()
    return entered.workspace_id if entered else None


def at_end(flush: Callable[[list[Item]], object], item: Item, *, is_last: bool = False) -> None:
    """Pass an item to `flush`, together with all others for it, when the work in the scope is done, before the commit.

    For rows that everybody waits for, which are best locked last, and for rows that are cheaper written together.
    `is_last`: after all others, so that every transaction takes such locks in one order.
    Items added inside a savepoint stay when it is rolled back. Raises NoScope outside a scope.
    """
    entered = _entered()
    entered.at_end.setdefault(flush, []).append(item)
    if is_last:
        entered.last.add(flush)


@contextmanager
def enter(workspace_id: UUID) -> Iterator[None]:
    """Open a transaction that sees and writes rows of this workspace only.

    Durable: the work is committed when the block ends, so scopes do not nest. No network or model call belongs inside.
    The transaction begins with the first statement, in the same round trip, and where `send_later` left something for
    its end, that goes with the commit.
    """
    if not connection.in_atomic_block:
        prove()
    entered = _Scope(workspace_id)
    token = _current.set(entered)
    try:
        # Only a test's own transaction can already be open here; there SET LOCAL would outlive the block.
        earlier = _setting() if connection.in_atomic_block else None
        with transaction.atomic(durable=True), connection.execute_wrapper(entered.execute):
            if earlier is None:
                connection.connection.autocommit = True  # else the driver sends BEGIN, and waits for it
                send_later(BEGIN)
            send_later(*_settings(workspace_id))
            yield
            for flush in sorted(entered.at_end, key=entered.last.__contains__):
                flush(entered.at_end[flush])
            entered.commit() if earlier is None else entered.leave(earlier)
    finally:
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
    token = _current.set(_Scope(workspace_id, is_pipelined=True))
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def in_transaction() -> Iterator[None]:
    """Within `pipelined_scope`: its calls are one transaction, and several round trips."""
    if connection.in_atomic_block:  # a test's own
        yield
        return
    with enter(_entered().workspace_id):
        yield


def fetch_pipelined(
    statements: Sequence[Statement],
    *,
    settings: Mapping[str, str] = round_trip.NO_SETTINGS,
    is_recurring: bool = True,
    meanwhile: Callable[[], object] | None = None,
) -> list[Rows]:
    """The rows of each statement, all of them in one round trip. Within `enter` or `pipelined_scope`.

    Not `is_recurring`: planned for the very values, for what should be found in other ways where they are others.
    `meanwhile` is called while PostgreSQL works; see `round_trip.send`.
    """
    entered, proof = _entered(), _unproved.get()
    # Statements that are sent together are one transaction, so the setting ends with them.
    own: list[Step] = [*_settings(entered.workspace_id)] if entered.is_pipelined else []
    first = [*own, *entered.take(), *([proof.statement] if proof else ())]
    send = partial(round_trip.send, statements, settings=settings, is_recurring=is_recurring, meanwhile=meanwhile)
    with _proving(proof):
        if not (own and django_settings.CITUS):
            return send(first=first)
        # A setting reaches the shards within a transaction that was begun.
        try:
            return send(first=[BEGIN, *first], last=[COMMIT])
        except Exception:
            connection.close()
            raise


@contextmanager
def _proving(proof: Proof | None) -> Iterator[None]:
    """What failed for another reason leaves it to be proved. Raises Disproved."""
    try:
        yield
    except DataError as error:
        if proof is None or not isinstance(error.__cause__, DivisionByZero):
            raise
        _unproved.set(None)
        raise Disproved from error
    _unproved.set(None)


def pipelined_read(workspace_id: UUID, statements: Sequence[Statement]) -> list[Rows]:
    """One `fetch_pipelined` of its own."""
    with pipelined_scope(workspace_id):
        return fetch_pipelined(statements)


def _settings(workspace_id: UUID) -> list[Setting]:
    """What holds for a transaction: its workspace and, behind a pooler, what else a session would keep."""
    connection.ensure_connection()
    kept: dict[str, str] = connection.each_transaction  # type: ignore[attr-defined]  # of our own wrapper
    return [Setting("app.workspace_id", str(workspace_id)), *(Setting(*pair) for pair in kept.items())]


def _setting() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.workspace_id', true), '')")
        return str(cursor.fetchone()[0])
