"""Prometheus with the shipped rules watches a running server: what goes wrong raises its alert within a minute."""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
import yaml
from django.conf import settings

from tests.faults.test_full_disk import fill, use_up_log
from tests.memory_project.own_databases import folder_with_database
from tests.memory_project.running import Up, free_port, until

pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(shutil.which("prometheus") is None, reason="prometheus is not at hand"),
]
ALERTS = Path(settings.BASE_DIR) / "deploy/prometheus/alerts.yaml"
SMALL_DISK_MB, LEFT_MB = 1_500, 900  # enough for a new database; less than a gigabyte is an alert


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A file system of its own in `folder`, in memory."""
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK_MB}m,mode=755", "tmpfs", str(folder)]
    done = subprocess.run(mounted, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture(scope="module")
def up(tmp_path_factory) -> Iterator[Up]:
    """A server whose data folder is a small disk."""
    models = settings.DATA_DIR / "models"
    with folder_with_database(0o755) as made, ExitStack() as stack:
        stack.enter_context(small_disk(made.parent))
        made.mkdir()
        (made / "models").symlink_to(models)
        running = Up(made, tmp_path_factory.mktemp("up") / "log", WATCHDOG_SECONDS="20", WEB_PROCESSES="2")
        yield running
        running.stop()


class Prometheus:
    """As docs/monitoring.md sets it up, on a port of its own."""

    def __init__(self, folder: Path, target: str) -> None:
        self.port = free_port()
        scraped = {"job_name": "memory", "scrape_interval": "15s", "static_configs": [{"targets": [target]}]}
        file = folder / "prometheus.yaml"
        file.write_text(yaml.safe_dump({"scrape_configs": [scraped], "rule_files": [str(ALERTS)]}))
        options = [f"--config.file={file}", f"--storage.tsdb.path={folder}/data"]
        address = f"--web.listen-address=127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            ["prometheus", *options, address], stdout=subprocess.DEVNULL, stderr=(folder / "log").open("w")
        )

    def ask(self, path: str) -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{path}", timeout=10) as answer:
            return json.load(answer)["data"]

    def is_firing(self, alert: str) -> bool:
        found = self.ask("alerts")["alerts"]
        return any(one["labels"]["alertname"] == alert and one["state"] == "firing" for one in found)

    def sees(self, series: str) -> bool:
        with suppress(OSError):
            return bool(self.ask(f"query?query={series}")["result"])
        return False


@pytest.fixture(scope="module")
def prometheus(up, tmp_path_factory) -> Iterator[Prometheus]:
    started = Prometheus(tmp_path_factory.mktemp("prometheus"), up.address().removeprefix("http://"))
    try:
        for series in ("up", "memory_worker_seen_seconds", "memory_process_restarts_total"):
            until(lambda series=series: started.sees(series))
        yield started
    finally:
        started.process.terminate()
        started.process.wait()


def stop_web(up: Up) -> None:
    os.kill(up.children("supervisor.web")[0], signal.SIGSTOP)


def fill_disk(up: Up) -> None:
    free = shutil.disk_usage(up.data_dir).free
    with (up.data_dir / "filler").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free - LEFT_MB * 2**20)


def use_up_disk(up: Up) -> None:
    """To the last byte, and what the database has left of its log, without which it does not start again."""
    fill(up.data_dir)
    use_up_log(up.data_dir)


def kill_worker(up: Up) -> None:
    """The worker with its children, and whichever is started in its place."""
    for pid in up.children("qcluster"):
        with suppress(psutil.NoSuchProcess):
            worker = psutil.Process(pid)
            for one in [*worker.children(recursive=True), worker]:
                one.kill()


@pytest.mark.parametrize(
    ("alert", "harm", "goes_on"),
    [
        ("MemoryDiskFull", fill_disk, False),
        ("MemoryProcessReplaced", stop_web, False),
        ("MemoryWorkerDead", kill_worker, True),
        ("MemoryNotReady", use_up_disk, False),
    ],
)
def test_it_fires_within_a_minute(up, prometheus, figure, alert, harm, goes_on):
    assert not prometheus.is_firing(alert)
    began = time.monotonic()
    harm(up)
    while not prometheus.is_firing(alert):
        assert time.monotonic() - began < 120, up.said()[-2000:]
        time.sleep(0.2)
        if goes_on:
            harm(up)
    seconds = time.monotonic() - began
    figure(f"{alert} fires after {seconds:.0f} s")
    assert seconds < 60
