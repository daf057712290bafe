"""The web process killed by SIGKILL in mid-save: each thread stands at an acknowledged or newer state (001 §15)."""

import http.client
import json
import os
import signal
import socket
import threading
import time
from contextlib import closing

import pytest

from conversations.models import Checkpoint
from tests.faults import processes
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 4
BYTES = 20_000
# One key saves as fast as the process answers, and each process that is killed takes its lease of the rate with it.
UNTHROTTLED = os.environ | {"THROTTLE_RATE": "10000000/minute"}


class Saver(threading.Thread):
    """Saves one state after another in a thread of its own; knows which was acknowledged last, and sent last."""

    def __init__(self, number, home, port):
        super().__init__(daemon=True)
        self.name_of_thread, self.home, self.port = f"t{number}", home, port
        self.sent = self.acknowledged = self.lost = 0
        self.is_stopped = False
        self.refused = ""

    def run(self):
        while not self.is_stopped and not self.refused:
            self.sent += 1
            try:
                self.refused = self.save(self.sent)
            except (OSError, http.client.HTTPException):
                self.lost += 1
                time.sleep(0.01)
            else:
                self.acknowledged = self.acknowledged if self.refused else self.sent

    def save(self, number):
        """Why the state was not taken; empty when it was."""
        body = json.dumps({"checkpoint": {"n": number, "text": "x" * BYTES}})
        headers = {
            "Authorization": f"Bearer {self.home.api_keys['supervisor']}",
            "Content-Type": "application/json",
            "Host": "localhost",
        }
        path = f"/api/v1/users/{self.home.user_id}/checkpoints/{self.name_of_thread}"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as client:
            client.request("PUT", path, body, headers)
            answer = client.getresponse()
            said = answer.read()
            return "" if answer.status in (200, 201) else f"{answer.status}: {said!r}"

    def stop(self):
        self.is_stopped = True
        self.join(processes.PATIENCE_SECONDS)


@pytest.fixture
def server():
    """A listening socket that outlives the web processes; requests wait while there is none."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as made:
        yield made


@pytest.fixture
def web(server):
    """Start a web process on the socket; what is left of them ends with the test."""
    started = []

    def _web():
        process = processes.start(processes.WEB, str(server.fileno()), pass_fds=[server.fileno()], env=UNTHROTTLED)
        started.append(process)
        return process

    yield _web
    for process in started:
        process.kill()
        process.wait()


def check_kills(count, home, server, web):
    savers = [Saver(number, home, server.getsockname()[1]) for number in range(THREADS)]
    process = web()
    for saver in savers:
        saver.start()
    for kill in range(count):
        target = [saver.acknowledged + 1 + kill % 3 for saver in savers]
        processes.until(lambda target=target: has_reached(savers, target))
        process.send_signal(signal.SIGKILL)
        process.wait()
        check_states(home, savers)
        process = web()
    for saver in savers:
        saver.stop()
    check_states(home, savers)
    acknowledged, lost = (sum(getattr(saver, name) for saver in savers) for name in ("acknowledged", "lost"))
    assert lost >= count
    return f"{count} kills: {acknowledged} states acknowledged, none lost or torn; {lost} requests failed"


def has_reached(savers, target):
    """Whether one of them was acknowledged so many states; a refusal would make that a long wait for nothing."""
    assert not [saver.refused for saver in savers if saver.refused]
    return any(saver.acknowledged >= least for saver, least in zip(savers, target, strict=True))


def check_states(home, savers):
    """No state lies behind the last acknowledged one, and each is whole."""
    acknowledged = {saver.name_of_thread: saver.acknowledged for saver in savers}
    with scope.enter(home.workspace_id):
        states = dict(Checkpoint.objects.values_list("thread_id", "checkpoint"))
    for name, least in acknowledged.items():
        if least:
            assert states[name]["n"] >= least and len(states[name]["text"]) == BYTES
    for saver in savers:
        assert states.get(saver.name_of_thread, {"n": 0})["n"] <= saver.sent


def test_two_kills(home, server, web, figure):
    figure(check_kills(2, home, server, web))


@pytest.mark.prove
def test_two_hundred_kills(home, server, web, figure):
    figure(check_kills(200, home, server, web))
