"""Planner statistics for tables that have just grown; maintenance that changes no meaning (R26)."""

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
# Past so many changed rows, or this share of a large table, what the planner knows of a new workspace is nothing.
CHANGED = """
SELECT c.relname FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.relname = ANY(%s) AND s.n_mod_since_analyze > greatest(500, 0.01 * c.reltuples)
"""


def analyse_grown_tables() -> int:
    """Analyse what has grown fourfold since it last was; returns how many tables.

    Autovacuum does so too, but a minute or more after a first import: until then the planner takes the tables for
    empty, and every query walks through all of a workspace's rows.
    """
    return _analyse(GROWN)


def analyse_changed_tables() -> int:
    """Analyse what has changed by a hundredth; returns how many tables. For jobs that query once for each row written.

    A workspace that was filled a moment ago looks empty to the planner, however well it knows the others: it then joins
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
