"""What a PostgreSQL named by DATABASE_URL must be like."""

from typing import Any

OLDEST_SERVER = 15
OLDEST_PGVECTOR = (0, 8)

FACTS_SQL = """
SELECT current_database(), role.rolname, role.rolsuper, role.rolbypassrls,
       available.default_version, installed.extversion
FROM pg_roles AS role
LEFT JOIN pg_available_extensions AS available ON available.name = 'vector'
LEFT JOIN pg_extension AS installed ON installed.extname = 'vector'
WHERE role.rolname = session_user
"""
LEAKPROOF_SQL = "ALTER FUNCTION ts_match_vq(tsvector, tsquery) LEAKPROOF"
IS_LEAKPROOF_SQL = "SELECT proleakproof FROM pg_proc WHERE oid = 'ts_match_vq(tsvector, tsquery)'::regprocedure"
# A failing statement is logged with its literals, which may be what somebody said.
QUIET_LOG_SQL = "ALTER ROLE {role} SET log_min_error_statement = 'panic'"
IS_LOG_QUIET_SQL = "SELECT current_setting('log_min_error_statement') IN ('fatal', 'panic'), current_user"


def find_problems(connection: Any) -> list[str]:
    """Return why the server of `connection` (psycopg's) will not do, with what to do about it."""
    database, role, superuser, bypasses, available, installed = connection.execute(FACTS_SQL).fetchone()
    connection.rollback()
    return [
        *version_problems(connection.info.server_version // 10_000),
        *role_problems(role, database, superuser=superuser, bypasses=bypasses),
        *pgvector_problems(database, available=available, installed=installed),
    ]


def version_problems(server_version: int) -> list[str]:
    if server_version >= OLDEST_SERVER:
        return []
    return [
        f"The server of DATABASE_URL is PostgreSQL {server_version}; the memory server needs {OLDEST_SERVER} "
        "or newer. Upgrade it, or unset DATABASE_URL to use the embedded one."
    ]


def role_problems(role: str, database: str, *, superuser: bool, bypasses: bool) -> list[str]:
    if not superuser and not bypasses:
        return []
    kind = "is a superuser" if superuser else "has BYPASSRLS"
    return [
        f"The role {role} of DATABASE_URL {kind}: row-level security would not keep the workspaces apart. "
        f"Give the memory server a role of its own and name it in DATABASE_URL. As an administrator: "
        f"CREATE ROLE memory LOGIN PASSWORD '...' NOSUPERUSER NOBYPASSRLS; "
        f'ALTER DATABASE "{database}" OWNER TO memory;'
    ]


def pgvector_problems(database: str, *, available: str | None, installed: str | None) -> list[str]:
    needed = ".".join(map(str, OLDEST_PGVECTOR))
    if installed and as_numbers(installed) >= OLDEST_PGVECTOR:
        return []
    if not available or as_numbers(available) < OLDEST_PGVECTOR:
        return [
            f"The server of DATABASE_URL offers pgvector {available or '(none)'}; the memory server needs "
            f"{needed} or newer. Install it beside that PostgreSQL (https://github.com/pgvector/pgvector#installation)."
        ]
    if installed:
        return [
            f"The database {database} has pgvector {installed}; the memory server needs {needed} or newer. "
            f"As an administrator, connected to {database}: ALTER EXTENSION vector UPDATE;"
        ]
    return [
        f"The database {database} lacks the extension pgvector. As an administrator, connected to {database} "
        "(and to template1, if tests run there): CREATE EXTENSION vector;"
    ]


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
