"""`manage.py up`, from outside: it serves, mends what dies, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import settings
from django.core.management.base import CommandError

from memory_project import embedded
from memory_project.large_requests import JSON_BYTES
from memory_project.supervisor.address import DEFAULT_PORT, listen
from tests.memory_project.own_databases import folder_with_database, pid_file, server_pid
from tests.memory_project.running import PATIENCE_SECONDS, PROJECT, Up, until

LARGE = b"a" * (JSON_BYTES + 1)


def alive(pids: set[int]) -> set[int]:
    return {pid for pid in pids if psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE}


@pytest.fixture(scope="session")
def prepared_data_dir(closed_data_dir: Path) -> Path:
    """A data folder with the suite's own embedding model: exporting one takes a quarter of a minute."""
    models = settings.DATA_DIR / "models"
    models.mkdir(parents=True, exist_ok=True)
    (closed_data_dir / "models").symlink_to(models)
    return closed_data_dir


@pytest.fixture
def up(prepared_data_dir: Path, tmp_path: Path) -> Iterator[Up]:
    running = Up(prepared_data_dir, tmp_path / "log")
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture(scope="module")
def lasting(prepared_data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One for the tests that leave it running, with a folder of its own."""
    with folder_with_database(0o700) as data_dir:
        (data_dir / "models").symlink_to(prepared_data_dir / "models")
        running = Up(data_dir, tmp_path_factory.mktemp("lasting") / "log")
        yield running
        running.stop()


def test_it_serves_until_ctrl_c_and_leaves_nothing_behind(up: Up) -> None:
    assert (up.get("/healthz"), up.get("/accounts/login/")) == (200, 200)
    assert up.post("/api/v1/memories", LARGE) == 401
    pids = up.pids()
    assert len(pids) > 4
    assert up.stop(signal.SIGINT) == 0
    assert alive(pids) == set()
    assert up.said().index("Stopping web and worker") < up.said().index("Stopping the database")


def test_it_is_warm_when_it_says_that_it_is_ready(up: Up) -> None:
    assert 'memory_embedded_texts_total{where="here"}' in metrics_of(up), "the model has embedded a text"


def test_links_in_mail_lead_to_its_own_address(lasting: Up) -> None:
    (worker,) = lasting.children("qcluster")
    assert psutil.Process(worker).environ()["PUBLIC_URL"] == lasting.address()


def test_it_starts_again_what_is_killed(lasting: Up) -> None:
    up = lasting
    webs, workers = up.children("supervisor.web"), up.children("qcluster")
    assert (len(webs), len(workers)) == (settings.WEB_PROCESSES + 1, 1), "one for large requests"
    before = *webs, *workers, server_pid(up.data_dir)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    until(lambda: len(up.children("supervisor.web")) == len(webs) and up.children("qcluster"))
    assert up.get("/accounts/login/") == 200
    assert not set(before) & up.pids()


def test_a_stopped_web_process_is_replaced_and_its_restart_counted(lasting: Up) -> None:
    """D12: requests that it had accepted would wait for ever."""
    up = lasting
    stopped = up.children("supervisor.web")[0]
    until(lambda: up.get("/healthz") == 200)
    until(lambda: is_missed(up, stopped))
    until(lambda: stopped not in up.children("supervisor.web"))
    restarts = 'memory_process_restarts_total{cause="silent",process="web"} 1.0'
    until(lambda: restarts in metrics_of(up))


def is_missed(up: Up, stopped: int) -> bool:
    """Stop a process for longer than the watchdog's patience. Before its first sign of life nobody misses it."""
    with suppress(ProcessLookupError):
        os.kill(stopped, signal.SIGSTOP)
    for _ in range(15):
        if "given no sign of life" in up.said():
            return True
        time.sleep(1)
    with suppress(ProcessLookupError):
        os.kill(stopped, signal.SIGCONT)
    time.sleep(2)
    return False


def metrics_of(up: Up) -> str:
    with urllib.request.urlopen(f"{up.address()}/metrics", timeout=30) as answer:
        return answer.read().decode()


def test_a_database_that_cannot_start_is_tried_again_until_it_can(up: Up) -> None:
    configuration = pid_file(up.data_dir).parent / "postgresql.conf"
    aside = configuration.rename(configuration.with_suffix(".aside"))
    os.kill(server_pid(up.data_dir), signal.SIGKILL)
    until(lambda: "Trying again in" in up.said())
    assert up.process.poll() is None and up.get("/healthz") == 200
    aside.rename(configuration)
    until(lambda: is_ready(up))
    assert up.stop() == 0


def is_ready(up: Up) -> bool:
    with suppress(urllib.error.HTTPError):
        return up.get("/readyz") == 200
    return False


def test_a_killed_supervisor_takes_all_along_and_the_next_one_works(up: Up, tmp_path: Path) -> None:
    pids = up.pids()
    up.process.kill()
    until(lambda: not alive(pids))
    following = Up(up.data_dir, tmp_path / "following")
    assert "Migrating" not in following.said()
    assert following.get("/healthz") == 200
    assert following.stop() == 0


def test_the_database_stays_for_others_that_use_it(up: Up) -> None:
    server = embedded.start(up.data_dir)
    with psycopg.connect(host=server.host, user=server.user, dbname=server.name) as connection:
        assert up.stop() == 0
        assert "The database keeps running" in up.said()
        assert connection.execute("SELECT 1").fetchone() == (1,)
    until(lambda: embedded.stop_if_unused(up.data_dir))  # A connection that was closed may still be leaving.


def test_a_worker_told_to_stop_while_it_starts_stops(prepared_data_dir: Path) -> None:
    program = """
import os, signal, django
django.setup()
from memory_project.management.commands.qcluster import StoppableCluster
cluster = StoppableCluster()
os.kill(os.getpid(), signal.SIGTERM)
cluster.start()
print("stopped" if cluster.has_stopped else "runs on", flush=True)
"""
    environment = {
        "DATABASE_URL": "",
        "DATA_DIR": str(prepared_data_dir),
        "DJANGO_SETTINGS_MODULE": "memory_project.settings",
    }
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=PROJECT, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "stopped\n"


def test_a_taken_port_is_refused_when_asked_for_and_passed_over_when_not() -> None:
    said: list[str] = []
    with listen("127.0.0.1", None, said.append) as first, listen("127.0.0.1", None, said.append) as second:
        ports = first.getsockname()[1], second.getsockname()[1]
        assert ports[0] != ports[1] != DEFAULT_PORT
        with pytest.raises(CommandError, match="Choose another by --host or --port"):
            listen("127.0.0.1", ports[0], said.append)
    assert said[-1] == f"Port {DEFAULT_PORT} is taken; using {ports[1]}."


def test_the_socket_that_systemd_holds_is_taken(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as held:
        monkeypatch.setattr("memory_project.supervisor.address.FIRST_INHERITED", os.dup(held.fileno()))
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        with listen("127.0.0.1", None, print) as taken:
            assert taken.getsockname() == held.getsockname()


@pytest.mark.parametrize("command", ["up", "check"])
def test_a_secret_that_cannot_be_read_is_named(tmp_path, command):
    environment = os.environ | {"SECRET_KEY_FILE": str(tmp_path / "none")}
    command = [sys.executable, "manage.py", command]
    ended = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 1
    assert str(tmp_path / "none") in ended.stderr and "SECRET_KEY_FILE" in ended.stderr


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path):
    """A file stands in its way: root may write into any folder."""
    (tmp_path / "file").touch()
    command = [sys.executable, "manage.py", "up", "--data-dir", str(tmp_path / "file" / "data")]
    ended = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 1
    assert str(tmp_path / "file") in ended.stderr and "--data-dir" in ended.stderr
