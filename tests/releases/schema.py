"""What a database looks like, in lines that do not depend on the order in which it was made."""

import re
from typing import Any

NOISE = re.compile(r"::(character varying|text)(\[\])?|[()]")

QUERIES = {
    "table": "SELECT relname, relpersistence, relrowsecurity, relforcerowsecurity FROM pg_class "
    "JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'public' AND relkind = 'r'",
    "column": "SELECT table_name, column_name, udt_name, character_maximum_length, is_nullable, column_default, "
    "generation_expression, collation_name FROM information_schema.columns WHERE table_schema = 'public'",
    "storage": "SELECT attrelid::regclass::text, attname, attstorage::text FROM pg_attribute "
    "JOIN pg_class c ON c.oid = attrelid "
    "JOIN pg_namespace n ON n.oid = relnamespace "
    "WHERE nspname = 'public' AND relkind = 'r' AND attnum > 0 "
    "AND NOT attisdropped",
    # A vector's index is built for the model in use, not by a migration.
    "index": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE 'embedding_hnsw_%'",
    "constraint": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",
    "policy": "SELECT tablename, policyname, roles::text, cmd, qual, with_check FROM pg_policies "
    "WHERE schemaname = 'public'",
    "trigger": "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "function": "SELECT pg_get_functiondef(p.oid) FROM pg_proc p WHERE pronamespace = 'public'::regnamespace "
    "AND prokind = 'f' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
}


def describe(database: Any) -> set[tuple[Any, ...]]:
    """Tables, columns, indexes, constraints, policies, triggers and functions; `database` is a cursor or connection."""
    found = set()
    for kind, sql in QUERIES.items():
        rows = database.execute(sql)
        found |= {(kind, *map(plain, row)) for row in (rows or database).fetchall()}
    return found


def plain(value: Any) -> Any:
    """Without casts and brackets, which PostgreSQL writes otherwise once an expression went through a dump."""
    return NOISE.sub("", value) if isinstance(value, str) else value
