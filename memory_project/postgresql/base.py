import atexit
import functools
import os
import select
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.backends.postgresql import base, client, features, operations
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper
from psycopg import adapters

from memory_project import embedded
from memory_project.embedded.binaries import INSTALLATION, wheel_folder
from memory_project.postgresql.requirements import find_problems
from memory_project.postgresql.validation import DatabaseValidation

# A vector is sent as it is stored, which is quicker than its text; the text serves where SQL is written out.
for dumper in (HalfVectorDumper, HalfVectorBinaryDumper):
    adapters.register_dumper(HalfVector, dumper)

found_fit: set[tuple[Any, ...]] = set()


class Restarts:
    """Starts the embedded server again for all threads of the process.

    Where it cannot start, on a full disk for instance, no thread waits for an attempt of its own: after a failed one,
    connections fail at once for some seconds.
    """

    PAUSE_SECONDS = 5.0

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._not_before = 0.0

    def start(self, data_dir: Path) -> None:
        """Raises EmbeddedDatabaseError."""
        with self._lock:
            if time.monotonic() < self._not_before:
                raise embedded.EmbeddedDatabaseError("The embedded PostgreSQL could not be started a moment ago.")
            try:
                embedded.start(data_dir)
            except embedded.EmbeddedDatabaseError:
                self._not_before = time.monotonic() + self.PAUSE_SECONDS
                raise


restarts = Restarts()


class DatabaseFeatures(features.DatabaseFeatures):
    # `requirements` accepts nothing older than PostgreSQL 15; asking the server would have models' checks connect.
    supports_nulls_distinct_unique_constraints = True


class DatabaseOperations(operations.DatabaseOperations):
    compiler_module = "memory_project.postgresql.compiler"


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell`, with the wheel's psql for the embedded server."""

    connection: "DatabaseWrapper"

    def runshell(self, parameters: Iterable[str]) -> None:
        if self.connection.is_embedded:
            self.connection.fill_in_settings()
            type(self).executable_name = str(wheel_folder() / INSTALLATION / "bin" / "psql")
        super().runshell(parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """Makes sure that there is a server behind each new connection, and none before the first is asked for.

    `settings.DATABASES[...]["EMBEDDED"]` true: the server of `settings.DATA_DIR` is started on the first
    connection of a process and again when a later one fails. False: the server must meet `requirements`, else
    ImproperlyConfigured.
    """

    client_class = DatabaseClient
    features_class = DatabaseFeatures
    ops_class = DatabaseOperations
    validation_class = DatabaseValidation

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.each_transaction: dict[str, str] = {}

    @property
    def is_embedded(self) -> bool:
        return bool(self.settings_dict.get("EMBEDDED"))

    def fill_in_settings(self) -> None:
        server = start_once(settings.DATA_DIR)
        self.settings_dict.update(HOST=server.host, PORT=str(server.port), USER=server.user)

    def get_connection_params(self) -> dict[str, Any]:
        if self.is_embedded:
            self.fill_in_settings()
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        try:
            connection = super().get_new_connection(conn_params)
        except self.Database.OperationalError:
            if not self.is_embedded:
                raise
            restarts.start(settings.DATA_DIR)  # it was killed or stopped since
            connection = super().get_new_connection(conn_params)
        if not self.is_embedded:
            self.check_server(connection)
        return connection

    def init_connection_state(self) -> None:
        """Compiling plans (`jit`) takes longer than any of our statements runs.

        A statement whose process died ends within a second, also while it waits for a lock: its key of idempotency, and
        whatever it holds, are free again.
        """
        super().init_connection_state()
        self.keep(jit="off", client_connection_check_interval="1s")
        if self.is_embedded:
            self.lower_priority()

    def keep(self, **values: str) -> None:
        """Have these settings of the server's hold for all that is sent from now on.

        A pooler would hand a session's settings to its next client: there each transaction of `scope` makes them.
        """
        if self.settings_dict.get("POOLED"):
            self.each_transaction |= values
            return
        calls = ", ".join(["set_config(%s, %s, false)"] * len(values))
        with self.connection.cursor() as cursor:
            cursor.execute(f"SELECT {calls}", [part for pair in values.items() for part in pair])

    def lower_priority(self) -> None:
        """Have the server work for this process at the process's own priority: half of what a job costs is there."""
        niceness, server_process = os.nice(0), self.connection.info.backend_pid
        with suppress(PermissionError, ProcessLookupError):  # another account's server; one that was just killed
            if niceness > os.getpriority(os.PRIO_PROCESS, server_process):
                os.setpriority(os.PRIO_PROCESS, server_process, niceness)

    def _set_autocommit(self, autocommit: bool) -> None:
        """The driver takes a connection that was lost for one within a transaction, which would be our mistake."""
        if self.connection.closed:
            with self.wrap_database_errors:
                raise self.Database.OperationalError("The connection to the database was lost.")
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs leave it out

    def is_usable(self) -> bool:
        """Whether the server has not hung up. Its farewell would be waiting to be read: no round trip is needed."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.fileno(), select.POLLIN)
        return not waiting.poll(0)

    def check_server(self, connection: Any) -> None:
        """Raise ImproperlyConfigured unless the server is suitable; checked once per process and database."""
        key = tuple(self.settings_dict[name] for name in ("HOST", "PORT", "USER", "NAME"))
        if key not in found_fit:
            problems = find_problems(connection)
            if problems:
                connection.close()
                raise ImproperlyConfigured("\n".join(problems))
            found_fit.add(key)


@functools.cache
def start_once(data_dir: Path) -> embedded.ConnectionParameters:
    """Start the server of `data_dir`; a process that had to do so stops it at its end unless it is used."""
    was_running = embedded.is_running(data_dir)
    server = embedded.start(data_dir)
    if not was_running:
        atexit.register(leave, data_dir)
    return server


def leave(data_dir: Path) -> None:
    connections.close_all()
    embedded.stop_if_unused(data_dir)


if TYPE_CHECKING:
    from memory_project.postgresql.base import DatabaseWrapper
