"""Rows of another system's table in PostgreSQL, read without holding them all."""

from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from django.utils.translation import gettext_noop as _
from psycopg import sql
from psycopg.rows import dict_row

from operations.importing.records import UnknownFormat

AT_ONCE = 500


def read_table(dsn: str, table: str, *, columns: Sequence[str], order: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows in a fixed order; `table` may name its schema. Raises UnknownFormat, also without a connection."""
    statement = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.Identifier(*table.split(".")),
        sql.SQL(", ").join(map(sql.Identifier, order)),
    )
    try:
        with psycopg.connect(dsn) as connection, connection.cursor("import", row_factory=dict_row) as cursor:
            connection.read_only = True
            cursor.itersize = AT_ONCE
            yield from cursor.execute(statement)
    except psycopg.Error as error:
        # Not its whole text: the address in it has a password.
        raise UnknownFormat(
            _("The table %(table)s cannot be read: %(error)s."), table=table, error=type(error).__name__
        ) from error
