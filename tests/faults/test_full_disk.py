"""A file system that is full, for all data and for the database's log alone: writes are answered 503, nothing is lost,
and all goes on when there is room."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from memory_project import embedded
from memory_project.embedded.home import find_home
from tests.faults import processes
from tests.faults.installation import Installation, link_models
from tests.faults.ledger import Ledger, manage

MEGABYTE = 2**20
DATA_MB, LOG_MB = 600, 96
SEGMENTS = LOG_MB // 16
ROOT_ONLY = "Only root can mount a file system of the test's own."


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[None]:
    """A file system of this size in a folder."""
    options = f"size={megabytes}m,mode=0755"
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=False).returncode:
        pytest.skip(ROOT_ONLY)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def data_on_a_disk() -> Iterator[tuple[Path, Path]]:
    """A data folder all of which is on a small disk; both."""
    parent = Path(tempfile.mkdtemp(prefix="memory disk "))
    parent.chmod(0o755)
    with disk(parent, DATA_MB):
        data_dir = parent / "data"
        data_dir.mkdir()
        link_models(data_dir)
        try:
            yield data_dir, parent
        finally:
            embedded.discard(data_dir)
    parent.rmdir()


@contextmanager
def log_on_a_disk() -> Iterator[tuple[Path, Path]]:
    """A data folder of whose database only the write-ahead log is on a small disk."""
    parent = Path(tempfile.mkdtemp(prefix="memory log "))
    parent.chmod(0o755)
    data_dir = parent / "data"
    data_dir.mkdir()
    link_models(data_dir)
    embedded.start(data_dir, migrated=True)
    embedded.stop(data_dir)
    home = find_home(data_dir)
    assert home
    log, aside = home.cluster / "pg_wal", home.cluster / "aside"
    log.rename(aside)
    log.mkdir()
    with disk(log, LOG_MB):
        subprocess.run(["cp", "-a", f"{aside}/.", str(log)], check=True)
        try:
            yield data_dir, log
        finally:
            embedded.stop(data_dir)
    embedded.discard(data_dir)
    shutil.rmtree(parent)


def fill(folder: Path) -> Path:
    """Write a file until there is no room for a byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (MEGABYTE, 4096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
    return filler


def use_up_log(data_dir: Path) -> None:
    """Have the database go through what it has of its log: under little load that takes minutes."""
    with suppress(psycopg.OperationalError), psycopg.connect(embedded.superuser_address(data_dir)) as superuser:
        superuser.autocommit = True
        for _ in range(SEGMENTS):
            superuser.execute("SELECT pg_logical_emit_message(true, 'test', 'A line.'), pg_switch_wal()")


def check(place, tmp_path: Path, *, times: int, seconds: float) -> str:
    """Fill the disk so many times, each time for so long after the first write was refused."""
    with ExitStack() as stack:
        data_dir, full = stack.enter_context(place())
        installation = Installation(data_dir, tmp_path)
        stack.callback(installation.up.stop)
        with Ledger(installation.home, installation.address) as ledger:
            for _ in range(times):
                ledger.goes_on()
                refused = ledger.failures.total()
                filler = fill(full)
                use_up_log(data_dir)
                processes.until(lambda refused=refused: ledger.failures.total() > refused + 3)
                time.sleep(seconds)
                assert installation.up.get("/healthz") == 200
                assert httpx.get(f"{installation.address()}/readyz", timeout=30).status_code in {200, 503}
                assert installation.up.process.poll() is None
                filler.unlink()
                ledger.goes_on()
        assert ledger.failures.keys() <= {"503", "ReadTimeout"}  # a busy machine is long about each start that fails
        figures = ledger.check()
        assert "BROKEN" not in manage(data_dir, "verify_history")
        return f"{times} times full for {seconds:.0f} s: {figures} without 500; the history holds"


def test_nothing_is_lost_and_all_goes_on(tmp_path, figure):
    figure(check(log_on_a_disk, tmp_path, times=1, seconds=0))


@pytest.mark.prove
def test_five_times_for_all_data(tmp_path, figure):
    figure(check(data_on_a_disk, tmp_path, times=5, seconds=10))


@pytest.mark.prove
def test_half_a_minute_for_the_log(tmp_path, figure):
    """Once: a log that has grown keeps its size, so that the next filler would have no room to give back."""
    figure(check(log_on_a_disk, tmp_path, times=1, seconds=30))
