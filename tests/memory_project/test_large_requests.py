"""Large requests are answered by another process, as if it had been asked itself: real servers, real sockets."""

import asyncio
import json
import socket
import threading
import time
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

from memory_project.connection_guard import ConnectionGuard
from memory_project.large_requests import BATCH_BYTES, JSON_BYTES, STATE_BYTES, STATE_TYPE, OtherProcess, as_it_came

LARGE = b"a" * (JSON_BYTES + 1)


def tells(name):
    """An application that answers who it is, what it was asked, and how much it was sent."""

    async def application(scope, receive, send):
        if scope["type"] != "http":
            return
        size, has_more = 0, True
        while has_more:
            message = await receive()
            size, has_more = size + len(message["body"]), message["more_body"]
        headers = {key.decode(): value.decode() for key, value in scope["headers"]}
        asked = {"by": name, "path": scope["raw_path"].decode(), "query": scope["query_string"].decode()}
        told = asked | {"client": scope["client"][0], "scheme": scope["scheme"], "headers": headers, "size": size}
        start = {"type": "http.response.start", "status": 201, "headers": [(b"x-answer", b"1"), (b"x-answer", b"2")]}
        await send(start)
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})

    return application


def guarded(name, for_large=None):
    return ConnectionGuard(tells(name), max_body_bytes=2**22, for_large=for_large)


@contextmanager
def serving(application, listener):
    server = uvicorn.Server(uvicorn.Config(application, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def private(tmp_path_factory):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path_factory.mktemp("s") / "large"))
        listener.listen()
        yield listener


@pytest.fixture
def url(private):
    application = guarded("web", OtherProcess(private.getsockname()))
    with socket.create_server(("127.0.0.1", 0)) as listener, serving(application, listener):
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture
def other(private):
    with serving(as_it_came(guarded("other")), private):
        yield


def test_only_large_requests_are_forwarded(url, other):
    state = {"Content-Type": STATE_TYPE.decode()}

    assert httpx.post(url, content=LARGE[:-1]).json()["by"] == "web"
    assert httpx.post(url, content=LARGE).json()["by"] == "other"
    assert httpx.post(url, content=LARGE, headers=state).json()["by"] == "web"
    assert httpx.post(url, content=b"a" * (STATE_BYTES + 1), headers=state).json()["by"] == "other"


@pytest.mark.parametrize("path", ["/api/v1/memories/batch", "/mem0/v1/batch/"])
def test_a_batch_is_large_with_some_thirty_memories(url, other, path):
    assert httpx.post(url + path, content=LARGE[:BATCH_BYTES]).json()["by"] == "web"
    assert httpx.post(url + path, content=LARGE[: BATCH_BYTES + 1]).json()["by"] == "other"


def test_a_forwarded_request_and_its_answer_arrive_unchanged(url, other):
    answer = httpx.put(
        f"{url}/a%2Fb%20c?d=%7B1%7D&e", content=iter([LARGE, b"b"]), headers={"Authorization": "Bearer k"}
    )
    told = answer.json()

    assert (answer.status_code, answer.headers.get_list("x-answer")) == (201, ["1", "2"])
    assert (told["path"], told["query"], told["size"]) == ("/a%2Fb%20c", "d=%7B1%7D&e", len(LARGE) + 1)
    assert told["headers"]["authorization"] == "Bearer k"


def test_it_is_told_who_the_client_is_and_believes_nobody_else(url, other):
    lie = {"X-Came-From": '[["10.0.0.1", 1], "https"]'}

    for content in (b"small", LARGE):
        told = httpx.post(url, content=content, headers=lie).json()
        assert (told["client"], told["scheme"]) == ("127.0.0.1", "http")


def test_where_that_process_ends_the_caller_is_told(url, private):
    def hang_up():
        connection, _ = private.accept()
        connection.recv(1_000)
        connection.close()

    threading.Thread(target=hang_up, daemon=True).start()
    answer = httpx.post(url, content=LARGE)

    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/interrupted")
    assert int(answer.headers["retry-after"]) > 0
