"""Web processes, worker, PostgreSQL and supervisor killed under load: nothing acknowledged is lost, nothing doubled."""

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.faults.installation import Installation, data_folder
from tests.faults.ledger import Ledger, manage


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with data_folder() as data_dir:
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
