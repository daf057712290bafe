"""Which replicas may be read from: alive, and no further behind than READ_STALENESS_SECONDS.

How far a replica is behind is measured by our own clock: the primary is asked for its position again and again, and a
replica is as old as the last moment whose position it has passed. Neither clocks of other hosts nor rights of an
administrator are needed, and a replica that gets nothing from its primary any more grows old.
"""

import os
import random
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from workspaces.replicas.replica import POLL_SECONDS, Replica, connection_parameters

WRITTEN = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
REMEMBERED = 600


class Watch:
    """The replicas of a process."""

    def __init__(self, replicas: Sequence[Replica]) -> None:
        self._replicas, self._ended = replicas, threading.Event()
        # When the primary was asked, and where it was. Moments are those before the question: never too new.
        self._written: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)

    def start(self) -> None:
        """Threads that end with the process."""
        for work in (self._follow_primary, self._end_silence, *(replica.follow for replica in self._replicas)):
            threading.Thread(target=work, args=(self._ended,), name="replicas", daemon=True).start()

    def end(self) -> None:
        self._ended.set()

    def choose(self, after: int) -> Replica | None:
        """One of those that are fit and have replayed the log up to `after`."""
        fit = [one for one in self._replicas if one.is_alive and one.position >= after and self._is_fresh(one)]
        return random.choice(fit) if fit else None  # noqa: S311 -- no secret

    def _is_fresh(self, replica: Replica) -> bool:
        reached = (moment for moment, position in reversed(self._written.copy()) if position <= replica.position)
        return bool(time.monotonic() - next(reached, float("-inf")) <= settings.READ_STALENESS_SECONDS)

    def _follow_primary(self, ended: threading.Event) -> None:
        while not ended.wait(POLL_SECONDS):
            with suppress(psycopg.Error, OSError), _connect() as driver:
                while not ended.wait(POLL_SECONDS):
                    moment, row = time.monotonic(), driver.execute(WRITTEN, prepare=False).fetchone()
                    self._written.append((moment, int(row[0]) if row else 0))

    def _end_silence(self, ended: threading.Event) -> None:
        while not ended.wait(POLL_SECONDS):
            for replica in self._replicas:
                if not replica.is_alive:
                    replica.hang_up()


def _connect() -> psycopg.Connection[Any]:
    return psycopg.connect(**connection_parameters(connections[DEFAULT_DB_ALIAS]))


_lock = threading.Lock()
_of_process: dict[int, Watch] = {}


def watch() -> Watch:
    """This process's; begun at the first question. A fork has no threads of its parent's."""
    with _lock:
        if os.getpid() not in _of_process:
            _of_process[os.getpid()] = Watch([Replica(database) for database in settings.READ_DATABASES])
            _of_process[os.getpid()].start()
        return _of_process[os.getpid()]


def forget() -> None:
    """Begin anew at the next question, with what the settings name then."""
    with _lock:
        if found := _of_process.pop(os.getpid(), None):
            found.end()
