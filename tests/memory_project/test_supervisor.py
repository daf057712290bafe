"""The supervisor's parts, without a server: children and their pauses, ports and addresses, what it prints."""

import json
import os
import signal
import socket
import sys
import time
from pathlib import Path

import psutil
import pytest
from django.core.checks import Error, Warning
from django.core.management.base import CommandError
from django.db import connection

from memory_project.supervisor import children as processes
from memory_project.supervisor import prepare as preparation
from memory_project.supervisor import run as running
from memory_project.supervisor.address import allowed_host, answers, listen, open_socket, url_of
from memory_project.supervisor.children import Child, spawn, stop_all, task
from memory_project.supervisor.prepare import MigratedApps, check_database, read_demo
from memory_project.supervisor.progress import Progress
from tests.faults import processes as processes_on_this_database

SLEEP = ("-c", "import time; time.sleep(60)")
STUBBORN = (
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)",
)
DEMO = {"username": "ana", "password": "p", "api_key": "key", "user_id": "u"}


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def progress(lines: list[str]) -> Progress:
    return Progress(lines.append)


@pytest.fixture
def child():
    """A child that runs a command; whatever is left of it ends with the test."""
    made: list[Child] = []

    def _child(*command: str, **fields) -> Child:
        made.append(Child("web", command, **fields))
        made[-1].start()
        return made[-1]

    yield _child
    for one in made:
        processes.end_group(one.process)
        one.process.wait()


def ended(one: Child) -> None:
    one.process.wait(20)


def test_a_running_child_is_left_alone(child, progress, lines):
    one = child(*SLEEP)
    pid = one.process.pid
    one.tend(progress)
    assert (one.process.pid, one.restart_at, lines) == (pid, None, [])


def test_an_ended_child_starts_again_after_its_pause(child, progress, lines):
    one = child("-c", "raise SystemExit(3)")
    ended(one)
    one.tend(progress)
    assert "The web process ended (exit code 3); starting it again in 1 s." in lines[0]
    first = one.process.pid
    one.tend(progress)
    assert one.process.pid == first, "the pause is not over"
    one.restart_at = time.monotonic()
    one.tend(progress)
    assert one.process.pid != first and one.restart_at is None


BEATS = """
import time
from telemetry import watchdog
while True:
    watchdog.beat()
    time.sleep(0.05)
"""


def test_a_process_that_falls_silent_is_replaced(child, progress, lines):
    one = child("-c", BEATS, most_silent=0.5)
    first = one.process.pid
    tend_until(lambda: one.watch._heard_at, one, progress)
    os.kill(first, signal.SIGSTOP)
    tend_until(lambda: lines, one, progress)
    assert "given no sign of life for 1 s; replacing it" in lines[0]
    tend_until(lambda: one.process.pid != first, one, progress)
    tend_until(lambda: one.watch._heard_at, one, progress)
    assert len(lines) == 2, "the new one is heard, and left alone"


def test_a_process_that_has_not_begun_to_tell_is_waited_for(child, progress, lines):
    one = child(*SLEEP, most_silent=0.01)
    time.sleep(0.1)
    one.tend(progress)
    assert (one.has_ended(), lines) == (False, [])


def tend_until(condition, one, progress):
    ends = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < ends
        one.tend(progress)
        time.sleep(0.02)


def test_pauses_double_up_to_half_a_minute(child, progress):
    one = child("-c", "pass")
    ended(one)
    pauses = []
    for _ in range(8):
        one.plan_restart(progress)
        pauses.append(round(one.restart_at - time.monotonic()))
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]


def test_a_child_that_ran_for_long_has_its_failures_forgiven(child, progress):
    one = child("-c", "pass", failures=5)
    ended(one)
    one.started_at -= processes.STABLE_SECONDS + 1
    one.plan_restart(progress)
    assert one.failures == 0 and one.restart_at - time.monotonic() < 1


def test_a_held_child_works_once_it_is_released_and_its_successors_at_once(tmp_path, progress):
    work = tmp_path / "work"
    code = f"import sys, pathlib; sys.stdin.read(); pathlib.Path({str(work)!r}).open('a').write('.')"
    one = Child("web", ("-c", code))
    one.start(held=True)
    time.sleep(0.5)
    assert not one.has_ended() and not work.exists()
    one.release()
    ended(one)
    assert work.read_text() == "."
    one.start()
    ended(one)
    assert work.read_text() == ".."


def test_releasing_what_was_not_started_starts_it():
    one = Child("worker", SLEEP)
    one.release()
    assert not one.has_ended()
    stop_all([one])


def test_a_signal_is_named(child):
    one = child(*SLEEP)
    one.process.kill()
    ended(one)
    assert one.ending() == "SIGKILL"


def test_stopping_asks_all_at_once_and_kills_whoever_does_not_obey(child, monkeypatch, settings):
    settings.FINISH_SECONDS = 0
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.5)
    obedient, stubborn = child(*SLEEP), child(*STUBBORN, options={"stdout": -1})
    assert stubborn.process.stdout.readline() == "1\n"
    stop_all([obedient, stubborn])
    assert (obedient.process.returncode, stubborn.process.returncode) == (-signal.SIGTERM, -signal.SIGKILL)


def test_stopping_what_never_started_or_has_ended_is_no_error(child):
    done = child("-c", "pass")
    ended(done)
    stop_all([Child("worker", SLEEP), done])


def test_a_child_leads_a_session_of_its_own_in_the_project(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    looks = "os.getsid(0) == os.getpid(), os.path.exists('manage.py'), os.environ.get('PYTHONDONTWRITEBYTECODE')"
    code = f"import os; print({looks})"
    with task("-c", code, stdout=-1) as process:
        assert process.stdout.read() == "True True None\n"


def test_a_child_is_niced_and_has_its_own_environment(monkeypatch):
    monkeypatch.setenv("MALLOC_ARENA_MAX", "7")
    code = "import os; print(os.nice(0), os.environ['EMBEDDING_THREADS'], os.environ['MALLOC_ARENA_MAX'])"
    with task("-c", code, stdout=-1, environment={"EMBEDDING_THREADS": "1"}, niceness=3) as process:
        assert process.stdout.read() == f"{os.nice(0) + 3} 1 7\n"


def test_leaving_a_task_early_ends_it_with_its_children():
    begin = f"subprocess.Popen([{sys.executable!r}, *{SLEEP!r}])"
    code = f"import subprocess, time; print({begin}.pid, flush=True); time.sleep(60)"
    with pytest.raises(KeyboardInterrupt), task("-c", code, stdout=-1) as process:
        grandchild = psutil.Process(int(process.stdout.readline()))
        raise KeyboardInterrupt
    assert process.returncode == -signal.SIGKILL
    assert psutil.wait_procs([grandchild], timeout=10)[1] == []


def test_the_listening_socket_is_open_to_children():
    with open_socket("127.0.0.1", 0) as server:
        assert server.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
        with socket.create_connection(server.getsockname(), timeout=5):
            pass


def test_a_host_that_is_not_ours_is_refused_with_what_to_do():
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1.*--host or --port"):
        listen("192.0.2.1", None, print)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "::"])
def test_an_address_to_open_in_a_browser(host: str):
    with open_socket(host, 0) as server:
        name = "[::1]" if ":" in host else "127.0.0.1"
        assert url_of(server) == f"http://{name}:{server.getsockname()[1]}"


@pytest.mark.parametrize(
    ("hosts", "name"),
    [(["memory.example"], "memory.example"), ([".example"], "example"), (["*"], "localhost"), ([], "localhost")],
)
def test_the_probe_names_a_host_that_the_server_allows(settings, hosts, name):
    settings.ALLOWED_HOSTS = hosts
    assert allowed_host() == name


@pytest.mark.parametrize(("status", "is_up"), [(200, True), (404, True), (503, False)])
def test_any_answer_but_a_server_error_means_that_it_is_up(httpserver, status, is_up):
    httpserver.expect_request("/healthz").respond_with_data("", status=status)
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert answers(_Named(httpserver.host, httpserver.port)) is is_up
    assert answers(_Named("127.0.0.1", port)) is False


class _Named:
    """A socket as far as its name goes."""

    def __init__(self, host: str, port: int) -> None:
        self.name = (host, port)

    def getsockname(self) -> tuple[str, int]:
        return self.name


def test_a_web_process_that_ends_before_it_answers_is_an_error(child):
    one = child("-c", "raise SystemExit(1)")
    ended(one)
    with open_socket("127.0.0.1", 0) as server:
        server.close()
        with pytest.raises(CommandError, match=r"The web process ended \(exit code 1\)"):
            running.await_answer(_Named("127.0.0.1", 9), [one, Child("worker", SLEEP)])


def test_a_web_process_that_never_answers_is_an_error(child, monkeypatch):
    monkeypatch.setattr(running, "READY_SECONDS", 0.3)
    with pytest.raises(CommandError, match="did not answer GET /healthz"):
        running.await_answer(_Named("127.0.0.1", 9), [child(*SLEEP), Child("worker", SLEEP)])


def test_the_operator_s_own_public_address_stays(monkeypatch):
    with open_socket("127.0.0.1", 0) as server:
        monkeypatch.setenv("PUBLIC_URL", "https://memory.example")
        running.name_address(server)
        assert os.environ["PUBLIC_URL"] == "https://memory.example"
        monkeypatch.setenv("PUBLIC_URL", "")
        running.name_address(server)
        assert os.environ["PUBLIC_URL"] == url_of(server)


def test_a_ready_server_says_where_it_is_and_how_to_begin(lines):
    running.announce(lines.append, address="http://127.0.0.1:8000", demo=None, seconds=2.34)
    said = "\n".join(lines)
    assert "ready after 2.3 s" in said and "http://127.0.0.1:8000/api/docs/" in said
    assert "create_workspace" in said and "Sign in" not in said


def test_with_the_demo_it_gives_login_key_and_a_command_to_try(lines):
    running.announce(lines.append, address="http://127.0.0.1:8000", demo=DEMO, seconds=1)
    said = "\n".join(lines)
    assert "ana  password  p" in said and "create_workspace" not in said
    command = said.partition("-d '")[2].partition("'")[0]
    assert json.loads(command) == {"user_id": "u", "query": "What does she like to eat?"}
    assert "Authorization: Bearer key" in said
    assert "export MEMORY_URL=http://127.0.0.1:8000 MEMORY_KEY=key PERSON=u" in said and "Kitchen helper" in said


def test_progress_has_the_seconds_since_the_start(lines):
    Progress(lines.append, began=time.monotonic() - 12.34)("Migrating")
    assert lines == ["  12.3 s  Migrating"]


def test_migrations_are_reported_once_an_app(lines, progress):
    output = MigratedApps(progress)
    for text in (
        "Operations to perform:\n",
        "  Applying memories.0001_initial...",
        " OK\n",
        "  Applying memories.0002_x...",
        "  Applying consent.0001_initial...",
    ):
        assert output.write(text) == len(text)
    assert [line.split("s  ")[1] for line in lines] == ["Migrating memories", "Migrating consent"]


def test_a_second_start_waits_for_the_first(settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path / "new"
    code = f"import fcntl; fcntl.flock(open({str(tmp_path / 'new/up.lock')!r}, 'w'), fcntl.LOCK_EX); print('mine')"
    with preparation.one_at_a_time():
        process = spawn(["-c", code], stdout=-1)
        time.sleep(0.5)
        assert process.poll() is None
    assert process.communicate(timeout=20)[0] == "mine\n"


@pytest.mark.django_db(transaction=True)
def test_a_host_waits_for_another_that_prepares_the_same_database(progress, lines, monkeypatch):
    with processes_on_this_database.connect() as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended('migrate', 0))")
        monkeypatch.setattr(preparation.time, "sleep", lambda _: other.execute("SELECT pg_advisory_unlock_all()"))
        preparation.prepare_database(progress)
    assert len(lines) == 1 and "Waiting for another host" in lines[0]


@pytest.mark.django_db
def test_a_demo_counts_only_if_it_is_whole_and_in_this_database(settings, tmp_path: Path, home):
    settings.DATA_DIR = tmp_path
    path = tmp_path / "demo.json"
    assert read_demo() is None
    facts = {"is_loaded": False, "workspace_id": str(home.workspace_id)}
    path.write_text(json.dumps(facts))
    assert read_demo() is None
    path.write_text(json.dumps(facts | {"is_loaded": True}))
    assert read_demo() == facts | {"is_loaded": True}
    path.write_text(json.dumps({"is_loaded": True, "workspace_id": "01a205c3-174a-758b-867d-b80d628d0000"}))
    assert read_demo() is None


@pytest.mark.django_db
def test_a_database_with_an_error_is_refused_and_warnings_are_printed(progress, lines, monkeypatch):
    problems = [Warning("Slow search.", hint="Run this."), Error("No pgvector.", hint="Install it.")]
    monkeypatch.setattr(connection.validation, "check", lambda **_: problems)
    with pytest.raises(CommandError, match=r"No pgvector\. Install it\."):
        check_database(progress)
    assert "Warning: Slow search. Run this." in lines[-1]
