"""Web processes of a test's own."""

import http.client
import json
import os
import socket
import subprocess
from contextlib import closing, contextmanager

import pytest

from tests.faults import processes

IN_TIME_SECONDS = 30


@pytest.fixture
def serve(home):
    """Run a web process with these settings; posts to it yield an answer's status and body."""

    @contextmanager
    def _serve(**settings):
        with socket.create_server(("127.0.0.1", 0), backlog=128) as server, serving(server, **settings):
            yield poster(home, server.getsockname()[1])

    return _serve


@pytest.fixture
def for_large(home, tmp_path_factory):
    """The process for large requests, and the path of its socket."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path_factory.mktemp("s") / "large"))
        server.listen()
        with serving(server, ANSWERS_LARGE_REQUESTS="true") as process:
            yield process, server.getsockname()


@contextmanager
def serving(server, **settings):
    """A web process on a listening socket."""
    descriptor = server.fileno()
    process = processes.start(
        processes.WEB, str(descriptor), pass_fds=[descriptor], stdin=subprocess.DEVNULL, env=os.environ | settings
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def poster(home, port):
    headers = {"Authorization": f"Bearer {home.api_keys['supervisor']}", "Content-Type": "application/json"}

    def send(method, path, body, *, timeout=IN_TIME_SECONDS, **more):
        """From an address of its own: that of a test's slow clients is bounded."""
        address = ("127.0.0.2", 0)
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=timeout, source_address=address)) as client:
            client.request(method, f"/api/v1{path}", body, headers | more)
            answer = client.getresponse()
            return answer.status, json.loads(answer.read())

    def post(path, text, **options):
        body = {"user_id": str(home.user_id), "content" if path == "/memories" else "query": text}
        return send("POST", path, json.dumps(body), **options)

    post.port, post.send, post.user_id, post.headers = port, send, str(home.user_id), headers
    return post
