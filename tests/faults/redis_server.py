"""A Redis of a test's own."""

import shutil
import subprocess
from pathlib import Path

import pytest
import redis

from tests.faults import processes


class Redis:
    """On a socket. Skips the test where there is none."""

    def __init__(self, socket: Path) -> None:
        if not shutil.which("redis-server"):
            pytest.skip("There is no redis-server here; Debian's package redis-server has it.")
        self.url = f"unix://{socket}"
        self.command = [shutil.which("redis-server") or "", "--port", "0", "--unixsocket", str(socket), "--save", ""]
        self.client = redis.Redis.from_url(self.url)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        processes.until(self.answers)

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
