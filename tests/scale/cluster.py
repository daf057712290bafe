"""A Citus cluster of a coordinator and two workers, from a build of PostgreSQL and Citus (docs/scale.md)."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.conf import settings

from memory_project.embedded.account import Account, unprivileged_account
from tests.memory_project.own_databases import PROJECT
from tests.memory_project.running import free_port

INITDB = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=builtin"]
CONFIGURATION = """
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = {port}
shared_buffers = '{shared_buffers}'
max_connections = 200
max_prepared_transactions = 200
wal_level = logical
citus.propagate_set_commands = 'local'
citus.enable_unsafe_triggers = on
citus.enable_stat_counters = on
citus.shard_count = 4
citus.node_conninfo = 'sslmode=disable'
citus.enable_version_checks = off
"""
VECTOR = ("CREATE EXTENSION vector",)
PREPARE = (
    *VECTOR,
    "ALTER FUNCTION ts_match_vq(tsvector, tsquery) LEAKPROOF",
    "ALTER FUNCTION ts_match_qv(tsquery, tsvector) LEAKPROOF",
)


class Cluster:
    """`ports` are the coordinator's, then the workers'."""

    def __init__(self, programs: Path, folder: Path, *, shared_buffers: str = "64MB") -> None:
        self.programs, self.folder, self.shared_buffers = programs, folder, shared_buffers
        self.account = unprivileged_account() if os.geteuid() == 0 else Account.current()
        self.ports = [free_port() for _ in range(3)]

    def start(self) -> None:
        for port in self.ports:
            cluster = self.folder / str(port)
            self._run("initdb", "-D", cluster, *INITDB, "--builtin-locale=C.UTF-8")
            (cluster / "postgresql.auto.conf").write_text(self._configuration(port))
            self._run("pg_ctl", "-w", "-D", cluster, "-l", self.folder / f"{port}.log", "start")
            self.execute(port, "CREATE ROLE memory LOGIN NOSUPERUSER NOBYPASSRLS", *VECTOR, database="postgres")
        self.add_database("memory")

    def add_database(self, name: str) -> None:
        """An empty one of that name on each node, as one cluster."""
        for port in self.ports:
            self.execute(port, f"CREATE DATABASE {name} OWNER memory", database="postgres")
            self.execute(port, *PREPARE, "CREATE EXTENSION citus", database=name)
        coordinator, *workers = self.ports
        self.execute(coordinator, f"SELECT citus_set_coordinator_host('127.0.0.1', {coordinator})", database=name)
        for worker in workers:
            self.execute(coordinator, f"SELECT citus_add_node('127.0.0.1', {worker})", database=name)

    def distribute(self, name: str = "memory") -> None:
        """Give the database the product's tables, spread over the nodes."""
        self.says("manage.py", "migrate", "-v0", database=name)
        self.says("manage.py", "distribute", database=name)

    def _configuration(self, port: int) -> str:
        return CONFIGURATION.format(port=port, shared_buffers=self.shared_buffers)

    def stop(self) -> None:
        for port in self.ports:
            self.account.run(self.programs / "pg_ctl", "-w", "-D", self.folder / str(port), "-m", "immediate", "stop")

    def execute(self, port: int, *statements: str, database: str = "memory", user: str = "postgres") -> list[tuple]:
        """The rows of the last one."""
        address = f"host=127.0.0.1 port={port} user={user} dbname={database}"
        with psycopg.connect(address, autocommit=True) as driver:
            for sql in statements:
                cursor = driver.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def says(self, *command: str, database: str = "memory") -> str:
        """What a process of ours prints that uses the cluster."""
        env = self.environment(database)
        done = subprocess.run(
            [sys.executable, *command], cwd=PROJECT, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr
        return done.stdout.strip()

    def environment(self, database: str = "memory") -> dict[str, str]:
        """Of a process of ours that uses the cluster."""
        data_dir = self.folder / "data"
        data_dir.mkdir(exist_ok=True)
        models = settings.DATA_DIR / "models"
        models.mkdir(exist_ok=True)
        if not (data_dir / "models").exists():
            (data_dir / "models").symlink_to(models)
        return os.environ | {
            "DATABASE_URL": f"postgres://memory@127.0.0.1:{self.ports[0]}/{database}",
            "CITUS": "true",
            "DATA_DIR": str(data_dir),
            "ALLOWED_HOSTS": "testserver",
            "DJANGO_SETTINGS_MODULE": "memory_project.settings",
        }

    def _run(self, program: str, *arguments: object) -> None:
        done = self.account.run(self.programs / program, *(str(one) for one in arguments))
        assert done.returncode == 0, done.stdout


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """With the tables of the product."""
    with started(programs) as found:
        found.distribute()
        yield found


@contextmanager
def started(programs: Path, *, shared_buffers: str = "64MB") -> Iterator[Cluster]:
    """Three nodes with an empty database `memory`."""
    folder = Path(tempfile.mkdtemp(prefix="citus-", dir="/tmp"))
    found = Cluster(programs, folder, shared_buffers=shared_buffers)
    shutil.chown(folder, found.account.uid, found.account.gid)
    try:
        found.start()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder)
