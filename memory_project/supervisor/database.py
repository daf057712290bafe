"""The supervisor's hold on the embedded database."""

import subprocess
import sys

import psycopg
from django.conf import settings

from memory_project import embedded
from memory_project.supervisor.children import PROJECT
from memory_project.supervisor.progress import Progress


class DatabaseHold:
    """Keeps the embedded server running, and stops it at the end unless others use it.

    Its idle connection shows other processes that the server is in use. A keeper process stops the server if the
    supervisor is killed.
    """

    def __init__(self) -> None:
        self.connection: psycopg.Connection | None = None
        self.keeper = subprocess.Popen(  # noqa: S603 -- our own module, no shell
            [sys.executable, "-m", "memory_project.supervisor.keeper", str(settings.DATA_DIR)],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def connect(self) -> None:
        server = embedded.start(settings.DATA_DIR)
        address = f"host={server.host} port={server.port} user={server.user} dbname={server.name}"
        self.connection = psycopg.connect(address, application_name="memory-server up", autocommit=True)

    def tend(self, progress: Progress) -> None:
        """Start the server again if it went away."""
        try:
            if self.connection:
                self.connection.execute("SELECT 1")
        except psycopg.OperationalError:
            progress("The database ended; starting it again.")
            self.connect()

    def close(self, progress: Progress) -> None:
        progress("Stopping the database")
        self.keeper.kill()
        self.keeper.wait()
        if self.connection:
            self.connection.close()
        if not embedded.stop_if_unused(settings.DATA_DIR):
            progress("The database keeps running: other processes use it.")
