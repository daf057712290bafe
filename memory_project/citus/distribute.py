"""Spreads the tables of a migrated database over the nodes of a Citus cluster (docs/scale.md, ADR 0023)."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection

from memory_project.citus.tables import DISTRIBUTED, LOCAL, REFERENCE

# Scopes reach the shards by `SET LOCAL`; triggers there touch rows of their own shard only.
NEEDED = {"citus.propagate_set_commands": "local", "citus.enable_unsafe_triggers": "on"}
FOREIGN_KEYS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0 AND (conrelid::regclass::text = ANY(%s) OR confrelid::regclass::text = ANY(%s))
ORDER BY 1, 2
"""
TABLES = """
SELECT relname FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
"""
PLACED = "SELECT table_name::text FROM citus_tables WHERE citus_table_type = %s"
CREATE_DISTRIBUTED = "SELECT create_distributed_table(%s, 'workspace_id', colocate_with => %s)"
Say = Callable[[str], object]


class NotDistributable(Exception):
    """The database, its settings or its tables are not as a cluster needs them; the message says what to do."""


def distribute(say: Say) -> None:
    """Make reference tables and distributed ones of those that are not yet; may be run again. Raises NotDistributable.

    Outside any transaction: Citus creates the shards of each table by itself. Nobody else uses the database meanwhile.
    """
    _check()
    with connection.cursor() as cursor, _without_foreign_keys(cursor):
        for table in _missing(cursor, REFERENCE, "reference"):
            cursor.execute("SELECT create_reference_table(%s)", [table])
            say(f"{table}: a copy on each node")
        first, *_ = DISTRIBUTED
        for table in _missing(cursor, DISTRIBUTED, "distributed"):
            cursor.execute(CREATE_DISTRIBUTED, [table, "none" if table == first else first])
            say(f"{table}: by workspace")


def _check() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'citus'")
        if cursor.fetchone() is None:
            raise NotDistributable("The database lacks the extension. As an administrator: CREATE EXTENSION citus;")
        for name, value in NEEDED.items():
            cursor.execute("SELECT current_setting(%s, true)", [name])
            if cursor.fetchone() != (value,):
                raise NotDistributable(f"Set {name} to '{value}' on each node.")
        cursor.execute(TABLES)
        found = {name for (name,) in cursor.fetchall()}
    if unlisted := sorted(found ^ {*REFERENCE, *DISTRIBUTED, *LOCAL}):
        raise NotDistributable(f"Migrate first; memory_project/citus/tables.py differs in: {', '.join(unlisted)}.")


def _missing(cursor: Any, tables: Sequence[str], kind: str) -> list[str]:
    cursor.execute(PLACED, [kind])
    placed = {name for (name,) in cursor.fetchall()}
    return [table for table in tables if table not in placed]


@contextmanager
def _without_foreign_keys(cursor: Any) -> Iterator[None]:
    """Keys between tables of which only one is placed are refused: they go first and come back last."""
    tables = [*REFERENCE, *DISTRIBUTED]
    cursor.execute(FOREIGN_KEYS, [tables, tables])
    keys = cursor.fetchall()
    if not (_missing(cursor, REFERENCE, "reference") or _missing(cursor, DISTRIBUTED, "distributed")):
        keys = []
    for table, name, _ in keys:
        cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    try:
        yield
    finally:
        for table, name, definition in keys:
            cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
