"""Planner statistics for tables that have just grown; upkeep that changes no meaning (R26)."""

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


def analyse_grown_tables() -> int:
    """Analyse what has grown fourfold since it last was; returns how many tables.

    Autovacuum does so too, but a minute or more after a first import: until then the planner takes the tables for
    empty, and every query walks through all of a workspace's rows.
    """
    with connection.cursor() as cursor:
        cursor.execute(GROWN, [list(TABLES)])
        grown = [name for (name,) in cursor.fetchall()]
        for name in grown:
            cursor.execute(f"ANALYZE {name}")
    return len(grown)
