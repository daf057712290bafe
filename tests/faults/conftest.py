"""A web process of a test's own."""

import http.client
import json
import os
import socket
from contextlib import closing, contextmanager

import pytest

from tests.faults import processes

IN_TIME_SECONDS = 30


@pytest.fixture
def serve(home):
    """Run a web process with these settings; posts to it yield an answer's status and body."""

    @contextmanager
    def _serve(**settings):
        with socket.create_server(("127.0.0.1", 0), backlog=128) as server:
            program, descriptor = processes.WEB, server.fileno()
            process = processes.start(program, str(descriptor), pass_fds=[descriptor], env=os.environ | settings)
            try:
                yield poster(home, server.getsockname()[1])
            finally:
                process.kill()
                process.wait()

    return _serve


def poster(home, port):
    headers = {"Authorization": f"Bearer {home.api_keys['supervisor']}", "Content-Type": "application/json"}

    def post(path, text, *, timeout=IN_TIME_SECONDS):
        body = {"user_id": str(home.user_id), "content" if path == "/memories" else "query": text}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)) as client:
            client.request("POST", f"/api/v1{path}", json.dumps(body), headers)
            answer = client.getresponse()
            return answer.status, json.loads(answer.read())

    post.port = port
    return post
