"""Several statements in one round trip, prepared once they are used often: parsing and planning them anew takes as long
as many of them run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, cast

from django.conf import settings as django_settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BinaryField, Field, Model, QuerySet
from django.db.models.sql import UpdateQuery
from psycopg import Cursor
from psycopg.pq import PipelineStatus, TransactionStatus
from psycopg.sql import SQL, Identifier
from pydantic_core import to_json

from workspaces.wire import Rows, Sent, Values, exchange

Statement = tuple[str, Values]
IDLE = TransactionStatus.IDLE
NO_SETTINGS: Mapping[str, str] = {}
# For what may be lost in a crash within half a second: the answer does not wait for the disk.
UNHURRIED = {"synchronous_commit": "off"}

# A row with its text or vector takes some kilobytes of SQL: this bounds the length of a statement.
ROWS_PER_STATEMENT = 250


class Setting(NamedTuple):
    """A setting that holds until the transaction's end. Neighbouring ones are set by one statement."""

    name: str
    value: str


Step = Setting | Statement


def send(
    statements: Sequence[Statement],
    *,
    first: Sequence[Step] = (),
    last: Sequence[Statement] = (),
    settings: Mapping[str, str] = NO_SETTINGS,
    is_recurring: bool = True,
    meanwhile: Callable[[], object] | None = None,
) -> list[Rows]:
    """The rows of each statement, none for one that answers none; outside a transaction, all are one.

    What comes `first` and `last` answers nothing. `settings`, of which there are few sets, hold until the transaction's
    end. A recurring statement is planned once for all its values: its text names whatever the plan depends on. That
    stays so for the rest of the transaction: its other prepared statements (of `before_next`, triggers and keys) go by
    ids, and those of Django are not prepared. `meanwhile` is called while PostgreSQL works; the transaction waits for
    it, so it is to be short and local. Raises what Django's cursors raise, and what `meanwhile` raises.
    """
    # Citus finds a statement's shard by its values.
    is_generic = is_recurring and not django_settings.CITUS
    plan = Setting("plan_cache_mode", "force_generic_plan" if is_generic else "auto")
    wrapper = connections[DEFAULT_DB_ALIAS]  # looked up once: the proxy takes a while each time
    wrapper.close_if_health_check_failed()
    wrapper.ensure_connection()
    own = [*([plan] if statements else ()), *(Setting(*pair) for pair in settings.items())]
    before, began = list(_as_statements(first, own)), time.monotonic()
    if not wrapper.connection.autocommit and wrapper.connection.info.transaction_status == IDLE:
        before.insert(0, Sent("BEGIN", ()))
    sent = [*before, *(Sent(*one, is_recurring) for one in statements), *(Sent(*one) for one in last)]
    asked = slice(len(before), len(before) + len(statements))
    with _in_order(wrapper):
        found = exchange(wrapper.connection, sent, asked=asked, meanwhile=meanwhile)
    if wrapper.queries_logged:
        sql = ";\n".join(
            [step[0] for step in first if not isinstance(step, Setting)] + [text for text, _ in statements]
        )
        wrapper.queries_log.append({"sql": sql, "time": f"{time.monotonic() - began:.3f}"})
    return found


def _as_statements(steps: Sequence[Step], settings: Sequence[Setting] = ()) -> Iterator[Sent]:
    """The steps, neighbouring settings as one statement, and these settings beside the first one."""
    place = next((number for number, step in enumerate(steps, 1) if isinstance(step, Setting)), len(steps))
    steps = [*steps[:place], *settings, *steps[place:]]
    for is_setting, group in groupby(steps, key=lambda step: isinstance(step, Setting)):
        if not is_setting:
            yield from (Sent(*step) for step in group)
        elif django_settings.CITUS:
            yield from (Sent(_set_local(*setting), (), is_recurring=False) for setting in group)
        else:
            # Our own values differ in each transaction; those of the server's settings are few.
            pairs = [(name, value, name.startswith("app.")) for name, value in group]
            text = _set_config(*((name, None if is_own else value) for name, value, is_own in pairs))
            yield Sent(text, [value for _, value, is_own in pairs if is_own])


@contextmanager
def before_next(steps: Sequence[Step]) -> Iterator[None]:
    """Send statements without a result in one round trip with the one that Django's cursor sends within."""
    wrapper = connections[DEFAULT_DB_ALIAS]
    with _in_order(wrapper), wrapper.connection.pipeline():
        for text, values, _ in _as_statements(steps):
            # Not prepared by the driver: what it believes to be prepared, it drops for all at a rollback.
            Cursor(wrapper.connection).execute(text, values, prepare=False)
        yield


@contextmanager
def _in_order(wrapper: Any) -> Iterator[None]:
    """The connection is in order or closed after it.

    The driver does not get over what fails at the commit, such as a deferred check: it stays within the pipeline, and
    would take what is left of these answers for those to the next statements.
    """
    driver = wrapper.connection
    try:
        with wrapper.wrap_database_errors:
            yield
    finally:
        if driver.closed or driver.pgconn.pipeline_status != PipelineStatus.OFF:
            wrapper.close()


def inserts_of(rows: Sequence[Model]) -> list[Statement]:
    """The statements that insert rows of one table. Those of Django ask for what the database generates, and wait.

    The rows are one JSON value: a text with a parameter for each column of each is long to make, to send and to parse.
    """
    if not rows:
        return []
    if django_settings.CITUS:
        return [_insert_of_values(rows)]
    text, columns = _insert_into(type(rows[0]))
    values = [{name: value_of(row) for name, value_of in columns.items()} for row in rows]
    batches = (values[start : start + ROWS_PER_STATEMENT] for start in range(0, len(values), ROWS_PER_STATEMENT))
    return [(text, (to_json(batch).decode(),)) for batch in batches]


@lru_cache
def _insert_into(model: type[Model]) -> tuple[str, Mapping[str, Callable[[Any], Any]]]:
    """The insert of any rows of a table, and how to read each column's value for JSON."""
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    columns = {str(field.column): _reader_of(field) for field in fields}
    table = Identifier(model._meta.db_table)
    names = SQL(", ").join([Identifier(name) for name in columns])
    rows = SQL("SELECT {} FROM json_populate_recordset(NULL::{}, %s)").format(names, table)
    return SQL("INSERT INTO {} ({}) {}").format(table, names, rows).as_string(), columns


def _insert_of_values(rows: Sequence[Model]) -> Statement:
    """Row by row: Citus sees the workspace of each, and so the shard."""
    fields = [field for field in type(rows[0])._meta.concrete_fields if not field.generated]
    names = SQL(", ").join([Identifier(str(field.column)) for field in fields])
    places = SQL("({})").format(SQL(", ").join([SQL("%s")] * len(fields)))
    text = SQL("INSERT INTO {} ({}) VALUES {}").format(
        Identifier(type(rows[0])._meta.db_table), names, SQL(", ").join([places] * len(rows))
    )
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for row in rows for field in fields]
    return text.as_string(), values


def _reader_of(field: "Field[Any, Any]") -> Callable[[Any], Any]:
    if isinstance(field, BinaryField):
        return lambda row: rf"\x{bytes(getattr(row, field.attname)).hex()}"
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return lambda row: field.pre_save(row, add=True)
    return attrgetter(field.attname)


def as_one(inserts: Sequence[Statement]) -> Statement:
    """Several inserts as one statement: to parse, plan and run one rather than one a table."""
    *others, (last, _) = inserts
    parts = ", ".join(f"insert_{number} AS ({text})" for number, (text, _) in enumerate(others))
    return (f"WITH {parts} {last}" if parts else last), [value for _, values in inserts for value in values]


def update_of(rows: QuerySet[Any], **values: Any) -> Statement:
    """The statement that updates rows of one table, chosen by its own columns."""
    query = cast(UpdateQuery, rows.query.chain(UpdateQuery))
    query.add_update_values(values)
    text, params = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
    return text, params


@lru_cache
def _set_config(*chosen: tuple[str, str | None]) -> str:
    """Values stand in the text where they can: the driver takes long over each parameter.

    The workspace is a parameter all the same, else every workspace had prepared statements of its own.
    """
    calls = [
        SQL("set_config({}, %s, true)").format(name)
        if value is None
        else SQL("set_config({}, {}, true)").format(name, value)
        for name, value in chosen
    ]
    return (SQL("SELECT ") + SQL(", ").join(calls)).as_string()


def _set_local(name: str, value: str) -> str:
    """As a command, which Citus passes on to the shards' nodes, and `set_config` it does not."""
    return SQL("SET LOCAL {} TO {}").format(SQL(name), value).as_string()
