"""The supervisor's hold on the embedded database."""

import shutil
import subprocess
import sys
import time

import psycopg
from django.conf import settings

from memory_project import embedded
from memory_project.supervisor.children import LONGEST_DELAY_SECONDS, PROJECT
from memory_project.supervisor.progress import Progress

FULL_DISK_MB = 64  # PostgreSQL needs room for a few segments of its log, of 16 MB each


class DatabaseHold:
    """Keeps the embedded server running, and stops it at the end unless others use it.

    Its idle connection shows other processes that the server is in use. A keeper process stops the server if the
    supervisor is killed.
    """

    def __init__(self) -> None:
        self.connection: psycopg.Connection | None = None
        self.failures = 0
        self.retry_at = 0.0
        self.keeper = subprocess.Popen(  # noqa: S603 -- our own module, no shell
            [sys.executable, "-m", "memory_project.supervisor.keeper", str(settings.DATA_DIR)],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def connect(self) -> psycopg.Connection:
        """Raises psycopg.OperationalError, of which EmbeddedDatabaseError is one."""
        server = embedded.start(settings.DATA_DIR, migrated=True)
        address = f"host={server.host} port={server.port} user={server.user} dbname={server.name}"
        self.connection = psycopg.connect(address, application_name="memory-server up", autocommit=True)
        return self.connection

    def tend(self, progress: Progress) -> None:
        """Start the server again if it went away; where it cannot start, say why and try again later."""
        if time.monotonic() < self.retry_at:
            return
        had_connection = self.connection is not None
        try:
            (self.connection or self.connect()).execute("SELECT 1")
            self.failures = 0
        except psycopg.OperationalError as problem:
            self.connection = None
            if had_connection:
                progress("The database ended; starting it again.")
            else:
                self.put_off(progress, problem)

    def put_off(self, progress: Progress, problem: Exception) -> None:
        self.failures += 1
        delay = min(2.0**self.failures, LONGEST_DELAY_SECONDS)
        self.retry_at = time.monotonic() + delay
        free_mb = shutil.disk_usage(settings.DATA_DIR).free // 2**20
        disk = f" The disk of {settings.DATA_DIR} is full: free some space." if free_mb < FULL_DISK_MB else ""
        progress(f"{problem}{disk} Trying again in {delay:.0f} s.")

    def close(self, progress: Progress) -> None:
        progress("Stopping the database")
        self.keeper.kill()
        self.keeper.wait()
        if self.connection:
            self.connection.close()
        if not embedded.stop_if_unused(settings.DATA_DIR):
            progress("The database keeps running: other processes use it.")
