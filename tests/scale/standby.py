"""A streaming replica of the suite's own database server."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import psycopg
from django.conf import settings
from django.db import connection

from memory_project.embedded.binaries import folder_for
from memory_project.embedded.cluster import SUPERUSER
from memory_project.embedded.home import PORT, find_home

OPTIONS = "-c listen_addresses= -c unix_socket_directories={folder} -c shared_buffers=32MB -c max_connections=100"

READS = "SELECT coalesce(sum(seq_scan + idx_scan), 0)::bigint FROM pg_stat_user_tables WHERE relname ~ '^memories_'"


class Standby:
    """Its replay can be held back, and its processes stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        home = find_home(settings.DATA_DIR)
        assert home
        self.account, self.programs = home.account, folder_for(home.account)
        self.cluster = folder / "cluster"

    def start(self) -> None:
        connection.ensure_connection()
        primary = connection.settings_dict["HOST"]
        self._run("pg_basebackup", "-h", primary, "-p", PORT, "-U", SUPERUSER, "-c", "fast", "-R", "-D", self.cluster)
        self.restart()

    def restart(self) -> None:
        options = OPTIONS.format(folder=self.folder)
        self._run("pg_ctl", "-w", "-D", self.cluster, "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        self.account.run(self.programs / "pg_ctl", "-w", "-D", self.cluster, "-m", "immediate", "stop")

    @property
    def database(self) -> dict[str, object]:
        """As one of `settings.READ_DATABASES`."""
        return connection.settings_dict | {"HOST": str(self.folder), "PORT": PORT, "EMBEDDED": False}

    @property
    def variables(self) -> dict[str, str]:
        """The settings of a process that reads from it."""
        ours = connection.settings_dict
        return {"READ_DATABASE_URLS": f"postgres:///{self.folder}/{ours['NAME']}", "PGUSER": ours["USER"]}

    def reads(self) -> int:
        """How often memories were read here since it started."""
        return int(str(self.execute(READS)))

    def execute(self, sql: str) -> object:
        """As the administrator."""
        name = connection.settings_dict["NAME"]
        with psycopg.connect(
            f"host={self.folder} port={PORT} user={SUPERUSER} dbname={name}", autocommit=True
        ) as driver:
            cursor = driver.execute(sql)
            return cursor.fetchone()[0] if cursor.description else None

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """It gets the primary's log and does not replay it."""
        self.execute("SELECT pg_wal_replay_pause()")
        try:
            yield
        finally:
            self.execute("SELECT pg_wal_replay_resume()")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Its processes stand still: they accept connections and statements, and answer nothing."""
        postmaster = psutil.Process(int((self.cluster / "postmaster.pid").read_text().split()[0]))
        processes = [postmaster, *postmaster.children()]
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    def _run(self, program: str, *arguments: object) -> None:
        done = self.account.run(self.programs / program, *(str(one) for one in arguments))
        assert done.returncode == 0, done.stdout


@contextmanager
def standby() -> Iterator[Standby]:
    folder = Path(tempfile.mkdtemp(prefix="standby-", dir="/tmp"))
    found = Standby(folder)
    shutil.chown(folder, found.account.uid, found.account.gid)
    try:
        found.start()
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder)
