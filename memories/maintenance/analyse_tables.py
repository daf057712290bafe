"""Refreshes planner statistics of tables that have just grown; maintenance that changes no meaning (R26)."""

from django.db import connection

TABLES = (
    "conversations_turn",
    "memories_memory",
    "memories_memoryversion",
    "memories_chunk",
    "memories_embedding",
    "memories_fact",
)
GROWN = """
SELECT c.relname FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.relname = ANY(%s) AND s.n_live_tup > 4 * greatest(c.reltuples, 25)
"""
# Beyond so many changed rows, or this share of a large table, the planner has no statistics of a new workspace.
CHANGED = """
SELECT c.relname FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.relname = ANY(%s) AND s.n_mod_since_analyze > greatest(500, 0.01 * c.reltuples)
"""


def analyse_grown_tables() -> int:
    """Analyse tables that have grown fourfold since the last analysis; return their number.

    Autovacuum does so too, but a minute or more after a first import: until then the planner assumes empty tables, and
    every query scans all of a workspace's rows.
    """
    return _analyse(GROWN)


def analyse_changed_tables() -> int:
    """Analyse tables that have changed by a hundredth; return their number. For jobs with a query for each row written.

    To the planner a workspace that has just been filled looks empty, even if it knows others well: it would then join
    every row with every other.
    """
    return _analyse(CHANGED)


def _analyse(due: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(due, [list(TABLES)])
        names = [name for (name,) in cursor.fetchall()]
        for name in names:
            cursor.execute(f"ANALYZE {name}")
    return len(names)
