"""Several statements in one round trip, prepared once they are used often: parsing and planning them anew takes as long
as many of them run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from django.db import connection
from psycopg import Cursor
from psycopg.pq import PipelineStatus
from psycopg.sql import SQL

Rows = list[tuple[Any, ...]]
Statement = tuple[str, Sequence[Any]]
# For what may be lost in a crash within half a second: the answer does not wait for the disk.
UNHURRIED = {"synchronous_commit": "off"}


def send(
    statements: Sequence[Statement],
    *,
    settings: Mapping[str, str],
    is_recurring: bool,
    workspace_id: str | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> list[Rows]:
    """The rows of each statement, none for one that answers none; outside a transaction, all are one.

    `settings`, of which there are few sets, and the workspace hold until the transaction's end. A recurring statement
    is planned once for all its values: its text names whatever the plan depends on. `meanwhile` is called while
    PostgreSQL works; the transaction waits for it, so it is to be short and local. Raises what Django's cursors raise,
    and what `meanwhile` raises.
    """
    plan = "force_generic_plan" if is_recurring else "auto"
    workspace = () if workspace_id is None else (workspace_id,)
    setting = _setting(("plan_cache_mode", plan), *settings.items(), is_scoped=bool(workspace))
    connection.ensure_connection()
    driver, began = connection.connection, time.monotonic()
    with _pipeline(driver):
        _sent(driver, setting, workspace, None)
        prepare = None if is_recurring else False
        cursors = [_sent(driver, text, params, prepare) for text, params in statements]
        if meanwhile is not None:  # the driver has sent each statement by now
            meanwhile()
    found = [cursor.fetchall() if cursor.pgresult and cursor.pgresult.nfields else [] for cursor in cursors]
    if connection.queries_logged:
        sql = ";\n".join(text for text, _ in statements)
        connection.queries_log.append({"sql": sql, "time": f"{time.monotonic() - began:.3f}"})
    return found


@contextmanager
def _pipeline(driver: Any) -> Iterator[None]:
    """The driver's pipeline, after which the connection is in order or closed.

    The driver does not get over what fails at the commit, such as a deferred check: it stays within the pipeline, and
    would take what is left of these answers for those to the next statements.
    """
    try:
        with connection.wrap_database_errors, driver.pipeline():
            yield
    finally:
        if driver.pgconn.pipeline_status != PipelineStatus.OFF:
            connection.close()


@lru_cache
def _setting(*chosen: tuple[str, str], is_scoped: bool) -> str:
    """One statement for all settings, their values in the text: the driver takes long over each parameter.

    The workspace is one all the same, else every workspace had prepared statements of its own.
    """
    pairs = [SQL("set_config({}, {}, true)").format(*pair) for pair in chosen]
    workspace = [SQL("set_config('app.workspace_id', %s, true)")] if is_scoped else []
    return (SQL("SELECT ") + SQL(", ").join([*pairs, *workspace])).as_string()


def _sent(driver: Any, text: str, params: Sequence[Any], prepare: bool | None) -> Cursor[tuple[Any, ...]]:
    """A cursor of the driver's own: values stay apart from the text, and Django's takes a quarter of a millisecond."""
    cursor = Cursor(driver)
    cursor.execute(text, tuple(params), prepare=prepare)
    return cursor
