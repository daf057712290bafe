"""Two hosts behind a proxy, restarted one after the other under load: no request fails."""

import os
import signal
import socket
import time
from contextlib import ExitStack

import pytest

from tests.faults import processes, proxies
from tests.faults.ledger import Ledger
from tests.memory_project.running import free_port

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = {"DRAIN_SECONDS": "5", "THROTTLE_RATE": "10000000/minute", "PROCESSOR_RATE": "10000000/minute"}


class Host:
    """A web process with its own listening socket on a port that stays the same."""

    def __init__(self):
        self.port = free_port()
        self.start()

    def start(self):
        with socket.create_server(("127.0.0.1", self.port), backlog=128) as server:
            descriptor = server.fileno()
            environment = os.environ | SETTINGS
            self.process = processes.start(processes.WEB, str(descriptor), pass_fds=[descriptor], env=environment)
        processes.until(lambda: proxies.is_ready(self.port))

    def restart(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.start()

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def hosts():
    with ExitStack() as stack:
        made = []
        for _ in range(2):
            made.append(Host())
            stack.callback(made[-1].stop)
        yield made


def restarts(proxy, hosts, home, folder, rounds):
    """Restart each host so often under load; returns the ledger."""
    port = free_port()
    known = {"user_id": str(home.user_id), "key": home.api_keys["supervisor"]}
    with proxy(port, [host.port for host in hosts], folder):
        with Ledger(known, lambda: f"http://127.0.0.1:{port}", is_patient=False) as ledger:
            ledger.goes_on()
            for host in hosts * rounds:
                host.restart()
                time.sleep(3)  # a host that comes back is asked by the proxy every two seconds
                ledger.goes_on()
        return ledger, ledger.check()


def test_no_request_fails(hosts, home, tmp_path, figure):
    ledger, figures = restarts(proxies.plain, hosts, home, tmp_path, rounds=1)
    figure(f"2 restarts: {figures}")
    assert ledger.failures == {}


@pytest.mark.prove
def test_none_fails_behind_caddy(hosts, home, tmp_path, figure):
    ledger, figures = restarts(proxies.caddy, hosts, home, tmp_path, rounds=5)
    figure(f"10 restarts: {figures}")
    assert ledger.failures == {}


@pytest.mark.prove
def test_behind_nginx_at_most_one_write_a_restart_has_to_be_repeated(hosts, home, tmp_path, figure):
    """It asks no host whether it is ready, and repeats no write itself."""
    ledger, figures = restarts(proxies.nginx, hosts, home, tmp_path, rounds=5)
    figure(f"10 restarts: {figures}; {dict(ledger.failures)}")
    assert set(ledger.failures) <= {"502"} and ledger.failures.total() <= 10
