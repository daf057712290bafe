"""One host alone, started again while its address stays open, as with memory-server.socket: requests wait."""

import http.client
import os
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest

from tests.faults import processes, proxies
from tests.faults.conftest import serving
from tests.faults.installation import UNTHROTTLED, data_folder
from tests.faults.ledger import PATIENCE_SECONDS, Ledger, new_home
from tests.memory_project.running import Up

SETTINGS = UNTHROTTLED | {"DRAIN_SECONDS": "1"}


@pytest.fixture
def held():
    """A socket that stays open whoever serves on it."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as server:
        yield server


class WebProcess:
    def __init__(self, server: socket.socket) -> None:
        descriptor = server.fileno()
        self.process = processes.start(processes.WEB, str(descriptor), pass_fds=[descriptor], env=os.environ | SETTINGS)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def check_restarts(
    count: int,
    home: dict[str, str],
    server: socket.socket,
    start: Callable[[int], WebProcess | Up],
    *,
    may_be_cut_off: bool = False,
) -> str:
    """No write fails, none is lost or doubled. `may_be_cut_off`: some may be answered 503, to be sent again."""
    ledger = Ledger(home, lambda: f"http://127.0.0.1:{server.getsockname()[1]}", is_patient=False)
    for writer in ledger.writers:
        writer.timeout_seconds = PATIENCE_SECONDS
    with ExitStack() as stack:
        serving_now = start(0)
        with ledger:
            for number in range(1, count + 1):
                ledger.goes_on()
                serving_now.stop()
                serving_now = start(number)
            ledger.goes_on()
        stack.callback(serving_now.stop)
        assert set(ledger.failures) <= ({"503"} if may_be_cut_off else set()), ledger.failures
        return f"{count} restarts: {ledger.check()}"


@pytest.mark.django_db(transaction=True)
def test_requests_wait_while_the_web_process_is_started_again(home, held, figure):
    known = {"user_id": str(home.user_id), "key": home.api_keys["supervisor"]}
    figure(check_restarts(1, known, held, lambda _: WebProcess(held)))


@pytest.mark.prove
def test_they_wait_while_the_whole_server_is_ten_times(held, tmp_path: Path, figure):
    """`manage.py up`, which is handed the socket as by systemd."""
    with data_folder() as data_dir:
        first = Up(data_dir, tmp_path / "first", listening=held, **SETTINGS)
        home = new_home(data_dir)
        first.stop()
        start = lambda number: Up(data_dir, tmp_path / str(number), listening=held, **SETTINGS)  # noqa: E731
        figure(check_restarts(10, home, held, start, may_be_cut_off=True))


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.mark.django_db(transaction=True)
def test_a_write_that_a_restart_cuts_off_is_told_so(home, held):
    body = {"user_id": str(home.user_id), "content": "She sails."}
    headers = {"Authorization": f"Bearer {home.api_keys['supervisor']}", "Idempotency-Key": "once"}

    def write() -> httpx.Response:
        address = f"http://127.0.0.1:{held.getsockname()[1]}/api/v1/memories"
        return httpx.post(address, json=body, headers=headers, timeout=PATIENCE_SECONDS)

    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(1))
        process = stack.enter_context(serving(held, FINISH_SECONDS="1", LOCK_SECONDS="0"))
        with closing(processes.connect()) as other, closing(processes.connect()) as looking, other.transaction():
            other.execute("LOCK TABLE memories_memory IN ACCESS EXCLUSIVE MODE")
            written = pool.submit(write)
            processes.until(lambda: looking.execute(WAITING).fetchone()[0])
            process.terminate()
            answer = written.result()
        problem = answer.json()
        assert (answer.status_code, problem["type"]) == (503, "/problems/interrupted")
        assert (int(answer.headers["Retry-After"]), answer.headers["Connection"]) == (2, "close")


@pytest.mark.django_db(transaction=True)
def test_a_request_that_is_on_its_way_when_a_process_refuses_others_is_answered(home):
    with ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = server.getsockname()[1]
        process = stack.enter_context(serving(server, DRAIN_SECONDS="0.2"))
        server.close()
        processes.until(lambda: proxies.is_ready(port))
        client = stack.enter_context(closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)))
        client.connect()
        process.send_signal(signal.SIGTERM)
        processes.until(lambda: is_refused(port))
        client.request("GET", "/healthz")
        answer = client.getresponse()
        assert (answer.status, answer.headers["Connection"]) == (200, "close")


def is_refused(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) != 0
