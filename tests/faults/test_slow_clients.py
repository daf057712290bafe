"""Clients that begin a request and never finish it: the server goes on answering everybody else."""

import socket
import time
from contextlib import ExitStack

import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
UNFINISHED = 40
QUICK_SECONDS = 5


@pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/memories"])
def test_unfinished_bodies_freeze_nobody(serve, path):
    with serve() as post, ExitStack() as clients:
        assert post("/memory/query", "Is it there?", timeout=processes.PATIENCE_SECONDS)[0] == 200
        for _ in range(UNFINISHED):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", post.port)))
            client.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{{".encode())
        time.sleep(0.5)
        began = time.monotonic()
        assert post("/memories", "She likes to sail.")[0] == 201
        assert post("/memory/query", "What does she like?")[0] == 200
        assert time.monotonic() - began < QUICK_SECONDS
