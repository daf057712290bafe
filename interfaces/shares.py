"""Which workspaces write more than their share of a host, counted over all of its web processes (ADR 0027).

A token bucket of processor time for each workspace, in memory shared by the processes. As in stochastic fair queueing
(McKenney, 1990), workspaces are assigned to buckets by a digest of their ids: two in one bucket share an allowance.
"""

import mmap
import time
from functools import lru_cache
from pathlib import Path
from uuid import UUID

import numpy as np
from django.conf import settings

BUCKETS = 4_096
BURST_SECONDS = 0.2  # of processor time that may be used in one burst
MOST_OWED_SECONDS = 1.0  # limits the debt, so that a workspace that stops writing is soon within its share again
OTHERS_SECONDS = 5.0  # time after its last request in which a workspace counts as being served
MOST_CALLERS = 10_000  # callers stored at the same time
SIZE = 3 * BUCKETS * 8


class Shares:
    """`rate`: seconds of processor time that a workspace may use per second. Times are those of `time.monotonic`, which
    all processes of a host share. Of two simultaneous counts, one may be lost."""

    def __init__(self, path: Path | None, *, rate: float) -> None:
        """`path`: the file shared by the processes of a host; None for a single process."""
        self._rate = rate
        self._bucket_of: dict[int, int] = {}  # workspaces by the hash of a caller's credentials
        rows = np.frombuffer(_shared(path), np.float64).reshape(3, BUCKETS)
        self._seen_at, self._owed, self._counted_at = rows

    def note(self, caller: str, workspace_id: UUID) -> None:
        """Note a request of the workspace, by this caller."""
        bucket = workspace_id.int % BUCKETS
        self._seen_at[bucket] = time.monotonic()
        if len(self._bucket_of) > MOST_CALLERS:
            self._bucket_of.clear()
        self._bucket_of[hash(caller)] = bucket

    def charge(self, workspace_id: UUID, seconds: float) -> None:
        """Count the time of a write of the workspace."""
        bucket = workspace_id.int % BUCKETS
        self._owed[bucket] = min(self._owed_by(bucket) + seconds, MOST_OWED_SECONDS)
        self._counted_at[bucket] = time.monotonic()

    def is_over(self, caller: str) -> bool:
        """Whether the caller's workspace has used more than its share while others are served."""
        bucket = self._bucket_of.get(hash(caller))
        return bucket is not None and self._owed_by(bucket) > BURST_SECONDS and self._are_others_served(bucket)

    def is_beside_others(self, workspace_id: UUID) -> bool:
        """Whether other workspaces are being served."""
        return self._are_others_served(workspace_id.int % BUCKETS)

    def _owed_by(self, bucket: int) -> float:
        since = time.monotonic() - self._counted_at[bucket]
        return max(0.0, float(self._owed[bucket]) - self._rate * float(since))

    def _are_others_served(self, bucket: int) -> bool:
        served = self._seen_at > time.monotonic() - OTHERS_SECONDS
        return bool(np.count_nonzero(served) > served[bucket])


@lru_cache
def shares() -> Shares:
    """Return the shares of this process's host."""
    path = Path(settings.SHARES_FILE) if settings.SHARES_FILE else None
    return Shares(path, rate=settings.WRITES_SHARE * settings.WEB_PROCESSES)


def _shared(path: Path | None) -> mmap.mmap:
    if path is None:
        return mmap.mmap(-1, SIZE)
    with path.open("a+b") as file:
        file.truncate(SIZE)
        return mmap.mmap(file.fileno(), SIZE)
