"""A running server with a database of its own, and the ways to kill a part of it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tests.faults.ledger import new_home
from tests.memory_project.own_databases import folder_with_database, server_pid
from tests.memory_project.running import Up

UNTHROTTLED = {"THROTTLE_RATE": "10000000/minute", "PROCESSOR_RATE": "10000000/minute"}


@contextmanager
def data_folder() -> Iterator[Path]:
    """An empty data folder with the models of this one."""
    with folder_with_database(0o755) as made:
        link_models(made)
        yield made


def link_models(data_dir: Path) -> None:
    models = settings.DATA_DIR / "models"
    models.mkdir(parents=True, exist_ok=True)
    (data_dir / "models").symlink_to(models)


class Installation:
    """`manage.py up` on a data folder, with a workspace; each start has a log of its own in `logs`."""

    def __init__(self, data_dir: Path, logs: Path, **variables: str) -> None:
        self.data_dir, self.logs, self.variables, self.starts = data_dir, logs, UNTHROTTLED | variables, 0
        self.start()
        self.home = new_home(data_dir)

    def start(self) -> None:
        self.starts += 1
        self.up = Up(self.data_dir, self.logs / str(self.starts), **self.variables)

    def address(self) -> str:
        return self.up.address()

    def kill(self, part: str) -> None:
        if part == "supervisor":
            self.up.process.kill()
            self.up.process.wait()
            self.start()
        else:
            self.end_one(part)

    def end_one(self, part: str) -> None:
        pids = [server_pid(self.data_dir)] if part == "PostgreSQL" else self.up.children(part)
        for pid in pids[:1]:
            os.kill(pid, signal.SIGKILL)
