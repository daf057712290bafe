"""Clients that begin a request and never finish it: the server goes on answering everybody else."""

import socket
import time
from contextlib import ExitStack

import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
UNFINISHED, WITH_KEY = 200, 40


@pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/memories"])
def test_unfinished_bodies_freeze_nobody(serve, path):
    with serve() as post, ExitStack() as clients:
        assert post("/memory/query", "Is it there?", timeout=processes.PATIENCE_SECONDS)[0] == 200
        begin = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
        for number in range(UNFINISHED + WITH_KEY):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", post.port)))
            key = f"Authorization: {post.headers['Authorization']}\r\n" if number < WITH_KEY else ""
            client.sendall(f"{begin}{key}\r\n{{".encode())
        time.sleep(0.5)
        assert post("/memories", "She likes to sail.")[0] == 201
        assert post("/memory/query", "What does she like?")[0] == 200
