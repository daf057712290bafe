"""A real server for the whole run, started from the project's own environment."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from memory_server import AsyncMemoryClient, MemoryClient
from memory_server.models import User

ROOT = Path(__file__).resolve().parents[3]
PYTHON = ROOT / ".venv" / "bin" / "python"
PATIENCE_SECONDS = 180
OWN_SETTINGS = {"DATABASE_URL": "", "THROTTLE_RATE": "1000000/minute", "WEB_PROCESSES": "1"}


@dataclass
class Server:
    """`manage.py up` on a port of its own, with an empty database in `data`."""

    data: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | OWN_SETTINGS | {"DATA_DIR": str(self.data), "PUBLIC_URL": self.url}

    def start(self) -> None:
        command = [PYTHON, "manage.py", "up", "--no-demo", "--port", str(self.port), "--data-dir", str(self.data)]
        with (self.data.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        until(self.answers)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE_SECONDS)

    def answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None, (self.data.parent / "server.log").read_text()
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def manage(self, *arguments: str) -> str:
        command = [PYTHON, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, check=True, capture_output=True, text=True
        ).stdout


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("server") / "data"
    data.mkdir()
    # Preparing the model takes longer than anything else here; the project's own tests have done it.
    if (ROOT / "var" / "models").exists():
        shutil.copytree(ROOT / "var" / "models", data / "models")
    server = Server(data, free_port())
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def key(server: Server) -> str:
    """The supervisor's, who may write about everyone in a workspace of this run."""
    made = json.loads(server.manage("create_workspace", "Clients", "--json"))
    return str(made["api_keys"]["supervisor"])


@pytest.fixture
def memory(server: Server, key: str) -> Iterator[MemoryClient]:
    with MemoryClient(server.url, key) as client:
        yield client


@pytest.fixture
def ana(memory: MemoryClient) -> User:
    """A person whom nobody else writes about."""
    return memory.user(f"ana-{uuid4()}", name="Ana")


@pytest.fixture
def in_loop(server: Server, key: str) -> Callable[[Callable[[AsyncMemoryClient], Coroutine[Any, Any, Any]]], Any]:
    """Runs a coroutine function with an asynchronous client."""

    def run(body: Callable[[AsyncMemoryClient], Coroutine[Any, Any, Any]]) -> Any:
        async def main() -> Any:
            async with AsyncMemoryClient(server.url, key) as client:
                return await body(client)

        return asyncio.run(main())

    return run
