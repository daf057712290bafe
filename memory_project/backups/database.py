"""PostgreSQL's own pg_dump and pg_restore, as a role that sees every row."""

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psycopg
from django.conf import settings
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory_project import embedded

OWNER_SQL = "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()"
TABLES_SQL = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
SEES_ALL_SQL = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
AS_A_SCRIPT = ("--file=-", "--no-owner", "--no-privileges", "--no-comments")
SINCE_17 = b"SET transaction_timeout = 0;\n"
NO_TLS = "SSL support is not compiled in"


class BackupFailed(RuntimeError):
    """The backup or the restoration did not succeed; the message says why and what to do."""


def address() -> str:
    """How to reach the database with every row: BACKUP_DATABASE_URL, or the embedded server's superuser.

    Raises BackupFailed.
    """
    if settings.DATABASES["default"]["EMBEDDED"]:
        return embedded.superuser_address(settings.DATA_DIR)
    if not settings.BACKUP_DATABASE_URL:
        raise BackupFailed(
            "Set BACKUP_DATABASE_URL to a role that row-level security does not bind: a superuser, or one with "
            "BYPASSRLS. The application's own role sees no rows."
        )
    return str(settings.BACKUP_DATABASE_URL)


def dump(file: Path) -> None:
    """Write the whole database as of one moment. Raises BackupFailed."""
    with psycopg.connect(address()) as connection:
        if not _answer(connection, SEES_ALL_SQL):
            raise BackupFailed("The role of BACKUP_DATABASE_URL does not see every row: give it BYPASSRLS.")
    _run("pg_dump", "--format=custom", f"--file={file}")


def restore(file: Path) -> None:
    """Fill the empty database from a dump, all of it or nothing. Raises BackupFailed."""
    with psycopg.connect(address()) as connection:
        if _answer(connection, TABLES_SQL):
            raise BackupFailed("This database is not empty. Restore into a new data folder or a new database.")
        owner = _answer(connection, OWNER_SQL)
    script = [str(embedded.program("pg_restore")), *AS_A_SCRIPT, f"--role={owner}", str(file)]
    command, environment = _command("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1")
    with (
        tempfile.TemporaryFile("w+") as complaints,
        subprocess.Popen(script, stdout=subprocess.PIPE, stderr=complaints) as source,  # noqa: S603 -- a fixed program
        subprocess.Popen(  # noqa: S603 -- a fixed program
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints, env=environment
        ) as target,
    ):
        assert source.stdout and target.stdin
        with suppress(BrokenPipeError), target.stdin:  # psql ends at the first error and says which
            _pass_on(source.stdout, target.stdin)
        if target.wait() != 0 or source.wait() != 0:
            complaints.seek(0)
            raise BackupFailed(f"The database was not restored: {_explained(complaints.read())}")


def _pass_on(script: IO[bytes], target: IO[bytes]) -> None:
    """Copy a script of pg_restore without the setting that PostgreSQL before 17 does not know."""
    for line in script:
        if line == SINCE_17:
            break
        target.write(line)
    shutil.copyfileobj(script, target)


def _answer(connection: psycopg.Connection, sql: str) -> object:
    row = connection.execute(sql.encode()).fetchone()
    return row[0] if row else None


def _run(program: str, *options: str) -> None:
    command, environment = _command(program, *options)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 -- a fixed program
    if done.returncode != 0:
        raise BackupFailed(f"{program} failed: {_explained(done.stderr)}")


def _explained(complaint: str) -> str:
    """What a program complains of, with what to do about the one thing that is ours."""
    hint = (
        " Install PostgreSQL's own pg_dump and psql on this machine; ours speak no TLS." if NO_TLS in complaint else ""
    )
    return complaint.strip()[-2000:] + hint


def _command(program: str, *options: str) -> tuple[list[str], dict[str, str]]:
    """Arguments and environment of a program that works on the database."""
    parameters: dict[str, Any] = conninfo_to_dict(address())
    password = str(parameters.pop("password", ""))  # not among the arguments, which every account can read
    connecting = ["--no-password", f"--dbname={make_conninfo(**parameters)}"]
    return [_path_of(program), *connecting, *options], os.environ | {"PGPASSWORD": password}


def _path_of(program: str) -> str:
    """The machine's own, unless it is older than the server; else the embedded server's, which speaks no TLS."""
    own = None if settings.DATABASES["default"]["EMBEDDED"] else shutil.which(program)
    if own:
        with psycopg.connect(address()) as connection:
            major = connection.info.server_version // 10_000
        said = subprocess.run([own, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 -- of PATH
        number = re.search(r"\d+", said)
        if number and int(number[0]) >= major:
            return own
    return str(embedded.program(program))
