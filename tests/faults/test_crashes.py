"""Web processes, worker, PostgreSQL and supervisor killed under load: nothing acknowledged is lost, nothing doubled."""

import os
import signal
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from django.conf import settings

from tests.faults.ledger import Ledger, manage, new_home
from tests.memory_project.own_databases import folder_with_database, server_pid
from tests.memory_project.running import Up

UNTHROTTLED = {"THROTTLE_RATE": "10000000/minute", "PROCESSOR_RATE": "10000000/minute"}


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with folder_with_database(0o755) as made:
        models = settings.DATA_DIR / "models"
        models.mkdir(parents=True, exist_ok=True)
        (made / "models").symlink_to(models)
        yield made


class Installation:
    """A running server, and the ways to kill a part of it."""

    def __init__(self, data_dir: Path, logs: Path) -> None:
        self.data_dir, self.logs, self.starts = data_dir, logs, 0
        self.start()
        self.home = new_home(data_dir)

    def start(self) -> None:
        self.starts += 1
        self.up = Up(self.data_dir, self.logs / str(self.starts), **UNTHROTTLED)

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


@pytest.fixture
def installation(data_dir: Path, tmp_path: Path) -> Iterator[Installation]:
    made = Installation(data_dir, tmp_path)
    yield made
    made.up.stop()


def check_crashes(count: int, installation: Installation) -> str:
    parts = ("supervisor.web", "qcluster", "PostgreSQL", "supervisor")
    with Ledger(installation.home, installation.address) as ledger:
        ledger.goes_on()
        for part in islice(cycle(parts), count):
            installation.kill(part)
            ledger.goes_on()
    figures, starts = ledger.check(), installation.starts
    assert "BROKEN" not in manage(installation.data_dir, "verify_history")
    return f"{count} crashes, {starts - 1} of them of the supervisor: {figures}; the history holds"


def test_a_crash_of_each_part_loses_nothing(installation, figure):
    figure(check_crashes(4, installation))


@pytest.mark.prove
def test_350_crashes_lose_nothing(installation, figure):
    figure(check_crashes(350, installation))
