"""One replica, as a process sees it."""

import os
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.utils import ConnectionHandler

SILENT_SECONDS = 0.6
POLL_SECONDS = 0.2
# A standby alone has the primary's rows, policies and roles; what was promoted or filled otherwise may not be read.
STATE = """
SELECT pg_is_in_recovery(), coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint
"""


class Replica:
    """Asked in a thread of its own how far it is: it counts as dead when no answer came for SILENT_SECONDS."""

    def __init__(self, database: Mapping[str, Any]) -> None:
        """`database` as in `settings.DATABASES`; what it leaves out is Django's default."""
        self._connections = ConnectionHandler({DEFAULT_DB_ALIAS: dict(database)})
        self._drivers: WeakSet[Any] = WeakSet()
        self._lock = threading.Lock()
        self.position = 0  # all of the log up to here is replayed
        self._answered_at = -SILENT_SECONDS

    @property
    def is_alive(self) -> bool:
        return time.monotonic() - self._answered_at < SILENT_SECONDS

    def new_connection(self) -> Any:
        """A connection of Django's that takes the place of the default one."""
        return self._connections.create_connection(DEFAULT_DB_ALIAS)

    def opened(self, driver: Any) -> None:
        """Remember a connection, to hang up when the replica falls silent."""
        with self._lock:
            self._drivers.add(driver)

    def follow(self, ended: threading.Event) -> None:
        """Ask how far it is, until `ended`; run in a thread of its own."""
        while not ended.wait(POLL_SECONDS):
            with suppress(psycopg.Error, OSError), self._connect() as driver:
                while self._ask(driver) and not ended.wait(POLL_SECONDS):
                    pass

    def _connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(**connection_parameters(self.new_connection()))

    def _ask(self, driver: psycopg.Connection[Any]) -> bool:
        """Whether it is a standby."""
        row = driver.execute(STATE, prepare=False).fetchone()
        if row is None or not row[0]:
            return False
        self.position, self._answered_at = int(row[1]), time.monotonic()
        return True

    def hang_up(self) -> None:
        """End the connections that threads may be waiting at; they go to the primary then."""
        with self._lock:
            drivers, self._drivers = list(self._drivers), WeakSet()
        for driver in drivers:
            with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(driver.fileno())) as shared:
                shared.shutdown(socket.SHUT_RDWR)


def connection_parameters(wrapper: Any) -> dict[str, Any]:
    """For a connection of psycopg's beside those of Django."""
    found: dict[str, Any] = wrapper.get_connection_params()
    kept = {name: value for name, value in found.items() if name not in ("context", "cursor_factory")}
    return kept | {"autocommit": True, "connect_timeout": 2}
