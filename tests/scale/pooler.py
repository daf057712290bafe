"""A PgBouncer in transaction mode before the suite's own database server."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from memory_project.embedded.home import find_home
from tests.faults.processes import until
from tests.memory_project.running import free_port

CONFIGURATION = """
[databases]
* = host={host} port={server_port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
admin_users = memory
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 200
"""
PREPARING = "max_prepared_statements = 200\n"
KEEPS_PREPARED = (1, 22)


def program() -> str:
    """PGBOUNCER names another than the one that is installed. Skips the test where there is none."""
    found = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if not found:
        pytest.skip("There is no pgbouncer here; Debian's package pgbouncer has it.")
    return found


def version() -> tuple[int, ...]:
    said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(part) for part in said.split()[1].split(".")[:2])


class Pooler:
    """`sessions` are those with the server that all clients of one database share."""

    def __init__(self, folder: Path, *, sessions: int, is_preparing: bool) -> None:
        self.folder, self.port = folder, free_port()
        home = find_home(settings.DATA_DIR)
        assert home
        self.account = home.account
        connection.ensure_connection()
        server = connection.settings_dict
        text = CONFIGURATION.format(
            host=server["HOST"], server_port=server["PORT"], port=self.port, folder=folder, sessions=sessions
        )
        (folder / "ini").write_text(text + (PREPARING if is_preparing else ""))
        (folder / "users").write_text(f'"{server["USER"]}" ""\n')

    @property
    def variables(self) -> dict[str, str]:
        """The settings of a process that uses it."""
        name, user = connection.settings_dict["NAME"], connection.settings_dict["USER"]
        return {"DATABASE_URL": f"postgres://{user}@127.0.0.1:{self.port}/{name}", "POOLED": "true"}

    def start(self) -> None:
        is_root = os.geteuid() == 0
        self.process = subprocess.Popen(
            [program(), "-q", str(self.folder / "ini")],
            user=self.account.uid if is_root else None,
            group=self.account.gid if is_root else None,
            extra_groups=[] if is_root else None,
            stderr=(self.folder / "log").open("a"),
        )
        until(self.answers)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def answers(self) -> bool:
        assert self.process.poll() is None, (self.folder / "log").read_text()
        try:
            self.ask("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def ask(self, sql: str, name: str = "") -> Sequence[tuple]:
        """The rows of a statement sent through it, `name` being another database than the test's."""
        address = f"host=127.0.0.1 port={self.port} user={connection.settings_dict['USER']}"
        database = name or connection.settings_dict["NAME"]
        with psycopg.connect(f"{address} dbname={database}", autocommit=True, prepare_threshold=None) as driver:
            return psycopg.ClientCursor(driver).execute(sql).fetchall()


@contextmanager
def pooler(*, sessions: int, is_preparing: bool = False) -> Iterator[Pooler]:
    program()
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer-", dir="/tmp"))
    made = Pooler(folder, sessions=sessions, is_preparing=is_preparing)
    shutil.chown(folder, made.account.uid, made.account.gid)
    for file in folder.iterdir():
        shutil.chown(file, made.account.uid, made.account.gid)
    try:
        made.start()
        yield made
    finally:
        made.kill()
        shutil.rmtree(folder)
