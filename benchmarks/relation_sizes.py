"""What tables and indexes take on disk, and what they grew by."""

from collections.abc import Sequence

from django.db import connection

Sizes = dict[str, dict[str, int]]
RELATIONS = """
SELECT pg_class.relname, coalesce(index.relname, pg_class.relname),
       CASE WHEN index.oid IS NULL THEN pg_table_size(pg_class.oid) ELSE pg_relation_size(index.oid) END
FROM pg_class
CROSS JOIN LATERAL (
    SELECT NULL::oid AS oid, NULL::name AS relname
    UNION ALL SELECT indexrelid, indexrelid::regclass::text FROM pg_index WHERE indrelid = pg_class.oid
) AS index
WHERE pg_class.relkind = 'r' AND pg_class.relnamespace = 'public'::regnamespace
"""


def sizes() -> Sizes:
    """Bytes by table, of itself (with TOAST) and of each index."""
    found: Sizes = {}
    with connection.cursor() as cursor:
        cursor.execute(RELATIONS)
        for table, relation, size in cursor.fetchall():
            found.setdefault(table, {})[relation] = size
    return found


def grown(before: Sizes, after: Sizes, count: int, *, without: Sequence[str]) -> dict[str, float]:
    """Bytes by table with its indexes, for each of `count`."""
    return {
        table: round(grew / count, 1)
        for table, parts in sorted(after.items())
        if table not in without and (grew := sum(parts.values()) - sum(before.get(table, {}).values())) > 0
    }
