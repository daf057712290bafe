"""A number for each process that keeps metrics, free again when it ends.

Prometheus' client would name files by process ids: they grow with each restart, and all are read at each scrape. A
process that takes over a number goes on counting where the one before it ended.
"""

import fcntl
import os
from itertools import count
from pathlib import Path

_taken: list[tuple[int, int]] = []  # this process's slot, and the lock that holds it


def slot() -> int:
    """This process's number; a fork takes one of its own. Asked for with each figure: no system call."""
    if not _taken:
        _taken.append(_take(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])))
    return _taken[0][0]


os.register_at_fork(after_in_child=_taken.clear)


def _take(folder: Path) -> tuple[int, int]:
    folder.mkdir(parents=True, exist_ok=True)
    for number in count():
        lock = os.open(folder / f"{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return number, lock
    raise AssertionError("unreachable: some number is free")


def clear_unused() -> None:
    """Forget what processes counted that have ended. For a fresh start of all: counters begin at 0 again."""
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    for path in folder.glob("*.lock"):
        with path.open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            for counted in folder.glob(f"*_{path.stem}.db"):
                counted.unlink()
