"""What a test committed is taken out again: in a tenth of the time that Django takes to empty all tables.

TRUNCATE makes new files for each of a table's indexes, of which there are hundreds. Few rows are deleted sooner, and
only from the tables that hold any. Content types and permissions stay, as `migrate` would make the same again.
"""

from functools import cache

import psycopg
from django.apps import apps
from django.db import connection
from django.test import TransactionTestCase
from psycopg.sql import SQL, Composed, Identifier, Literal

from operations.schedules import synchronise

# Up to ten pages the planner takes a table that was never analysed for an empty one.
MOST_BYTES = 10 * 8192
MADE_BY_MIGRATE = {"contenttypes.ContentType", "auth.Permission"}
SIZES = """
SELECT oid::regclass::text, reltuples <> -1 OR pg_relation_size(oid) > %s
FROM pg_class WHERE oid = ANY(%s::regclass[]) AND (reltuples <> -1 OR pg_relation_size(oid) > 0)
"""
# An index of vectors leads through rows that were deleted, until it is vacuumed.
INDEXED_BY_VECTORS = """
SELECT DISTINCT indrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
JOIN pg_am ON pg_am.oid = relam WHERE amname = 'hnsw' AND indrelid = ANY(%s::regclass[])
"""


def empty_tables(test: TransactionTestCase) -> None:
    """In place of `TransactionTestCase._fixture_teardown`, which does it where this cannot."""
    connection.close()
    if not deleted_few_rows():
        all_tables_anew(test)
    else:
        synchronise()


all_tables_anew = TransactionTestCase._fixture_teardown


def deleted_few_rows() -> bool:
    """Returns False where there are many, or have been: statistics and pages of theirs would be left."""
    settings = connection.settings_dict
    user = "postgres" if settings["EMBEDDED"] else settings["USER"]
    try:
        with psycopg.connect(host=settings["HOST"], port=settings["PORT"], dbname=settings["NAME"], user=user) as rival:
            rival.execute("SET session_replication_role = replica")  # neither triggers nor foreign keys
            return _delete(rival)
    except (psycopg.OperationalError, psycopg.errors.InsufficientPrivilege):
        return False


def _delete(rival: psycopg.Connection) -> bool:
    tables = _tables()
    # Whoever still writes is waited for, as TRUNCATE does.
    rival.execute(SQL("LOCK TABLE {}").format(SQL(", ").join(map(Identifier, tables))))
    sizes = rival.execute(SIZES, [MOST_BYTES, tables]).fetchall()
    if any(has_grown for _name, has_grown in sizes):
        return False
    if not sizes:
        return True
    filled = [name for (name,) in rival.execute(_which_are_filled([name for name, _has_grown in sizes]))]
    by_vectors = {name for (name,) in rival.execute(INDEXED_BY_VECTORS, [filled])}
    for name in filled:
        rival.execute(SQL("TRUNCATE {}" if name in by_vectors else "DELETE FROM {}").format(Identifier(name)))
    return True


@cache
def _tables() -> list[str]:
    models = (one for one in apps.get_models(include_auto_created=True) if one._meta.managed and not one._meta.proxy)
    return sorted({one._meta.db_table for one in models if one._meta.label not in MADE_BY_MIGRATE})


def _which_are_filled(tables: list[str]) -> Composed:
    one = SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
    return SQL(" UNION ALL ").join(one.format(Literal(name), Identifier(name)) for name in tables)
