"""`manage.py up` as a process of a test's own, and what it did so far."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil

from tests.memory_project.own_databases import server_pid

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 90
# What systemd does for a service with a socket: sd_listen_fds(3).
AS_SYSTEMD = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


class Up:
    """A running `manage.py up` and what it said so far; with `listening` it is handed its socket as by systemd."""

    def __init__(self, data_dir: Path, log: Path, *, listening: socket.socket | None = None, **variables: str) -> None:
        self.data_dir, self.log = data_dir, log
        handed = ("-c", AS_SYSTEMD, str(listening.fileno())) if listening else ()
        options = ("--no-demo", "--port", str(free_port()), "--data-dir", str(data_dir))
        self.process = subprocess.Popen(
            [sys.executable, *handed, "manage.py", "up", *options],
            pass_fds=[listening.fileno()] if listening else [],
            cwd=PROJECT,
            env=os.environ | {"DATABASE_URL": "", "PUBLIC_URL": "", "WATCHDOG_SECONDS": "10"} | variables,
            stdout=log.open("w"),
            stderr=subprocess.STDOUT,
        )
        try:
            until(lambda: "Ctrl-C stops it" in self.said() or self.process.poll() is not None)
        except AssertionError:
            self.stop()
            raise
        assert self.process.poll() is None, self.said()

    def said(self) -> str:
        return self.log.read_text()

    def get(self, path: str) -> int:
        with urllib.request.urlopen(f"{self.address()}{path}", timeout=30) as answer:
            return answer.status

    def post(self, path: str, body: bytes) -> int:
        return httpx.post(f"{self.address()}{path}", content=body, timeout=PATIENCE_SECONDS).status_code

    def address(self) -> str:
        return self.said().partition("Address   ")[2].split()[0].rstrip("/")

    def pids(self) -> set[int]:
        """Of the supervisor, everything below it, and the database."""
        process = psutil.Process(self.process.pid)
        return {server_pid(self.data_dir), process.pid, *(child.pid for child in process.children(recursive=True))}

    def children(self, part: str) -> list[int]:
        """The children whose command line has `part`."""
        try:
            commands = {child.pid: child.cmdline() for child in psutil.Process(self.process.pid).children()}
        except psutil.NoSuchProcess:  # one ended while we looked
            return []
        return [pid for pid, command in commands.items() if part in " ".join(command)]

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
