"""Creating a cluster: initdb, then what only a superuser may do."""

from pathlib import Path

from memory_project.embedded import prepared
from memory_project.embedded.errors import EmbeddedDatabaseError
from memory_project.embedded.home import Home

SUPERUSER = "postgres"
APPLICATION_ROLE = "memory"
DATABASE = "memory"

# C.UTF-8 without ICU, which the wheel lacks. Under plain C the full-text parser takes typographic quotes and
# dashes for letters.
INITDB_OPTIONS = (
    f"--username={SUPERUSER}",
    "--auth=trust",  # only the socket, and its folder is closed to everyone else
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
)
# Test databases are copies of template1 and inherit it all. Without LEAKPROOF row-level security keeps `@@` from
# becoming an index condition; both functions only compare, they neither raise nor print what they see.
TEMPLATE_SQL = """\
CREATE EXTENSION vector
ALTER FUNCTION ts_match_vq(tsvector, tsquery) LEAKPROOF
ALTER FUNCTION ts_match_qv(tsquery, tsvector) LEAKPROOF
"""
DATABASE_SQL = f"""\
CREATE ROLE {APPLICATION_ROLE} LOGIN CREATEDB NOSUPERUSER NOBYPASSRLS
CREATE DATABASE {DATABASE} OWNER {APPLICATION_ROLE}
"""


def create_cluster(home: Home, programs: Path, *, migrated: bool) -> None:
    """Create the cluster of `home`; a rename at the end makes it appear whole or not at all.

    With `migrated` it is a copy of the one that set-up prepared, where there is one for this code.
    """
    draft = home.path / "cluster.new"
    run(home, "rm", "-rf", draft)
    if not (migrated and prepared.unpack(home, programs, draft)):
        run(home, "rm", "-rf", draft)
        initialise(home, programs, draft)
    run(home, "mv", draft, home.cluster)


def initialise(home: Home, programs: Path, draft: Path) -> None:
    run(home, programs / "initdb", "-D", draft, *INITDB_OPTIONS)
    run_single_user(home, programs, draft, database="template1", sql=TEMPLATE_SQL)
    run_single_user(home, programs, draft, database="postgres", sql=DATABASE_SQL)


def run_single_user(home: Home, programs: Path, cluster: Path, *, database: str, sql: str) -> None:
    """Run SQL, one statement a line, without a server: nobody can connect before all is ready."""
    options = ("-c", "exit_on_error=on", "-c", "listen_addresses=")
    run(home, programs / "postgres", "--single", "-D", cluster, *options, database, stdin=sql)


def run(home: Home, *command: str | Path, stdin: str = "") -> None:
    done = home.account.run(*command, stdin=stdin)
    if done.returncode != 0:
        raise EmbeddedDatabaseError(
            f"Creating the embedded database in {home.path} as {home.account.name} failed: "
            f"{Path(command[0]).name} said: {done.stdout.strip()[-2000:]}"
        )
