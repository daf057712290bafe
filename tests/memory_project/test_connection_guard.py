"""Slow and greedy clients keep nobody else waiting: a real server, real sockets."""

import socket
import threading
import time
from contextlib import ExitStack

import httpx
import pytest

from memory_project import connection_guard
from memory_project.connection_guard import ConnectionGuard
from memory_project.in_threads import InThreads
from memory_project.threads import LatestFirst
from tests.memory_project.listening import listening

THREADS = 2
MAX_BODY_BYTES = 4 * 2**20
LARGE_ANSWER = b"a" * 30 * 2**20


class Application:
    """Echoes bodies; /wait holds its thread until `released`, /large answers more than any socket buffers, /parts the
    same while it is made."""

    def __init__(self):
        self.released = threading.Event()

    def __call__(self, environ, start_response):
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length)
        if environ["PATH_INFO"] == "/wait":
            self.released.wait(20)
        start_response("200 OK", [("Content-Type", "text/plain")])
        if environ["PATH_INFO"] == "/parts":
            return (LARGE_ANSWER[start : start + 2**20] for start in range(0, len(LARGE_ANSWER), 2**20))
        return [LARGE_ANSWER if environ["PATH_INFO"] == "/large" else body]


@pytest.fixture
def application():
    return Application()


@pytest.fixture
def url(application):
    served = InThreads(application, LatestFirst(THREADS, "test"))
    guard = ConnectionGuard(served, max_body_bytes=MAX_BODY_BYTES)
    with listening(guard) as address:
        yield address
        application.released.set()


def connect(url):
    _, _, port = url.rpartition(":")
    return socket.create_connection(("127.0.0.1", int(port)), timeout=10)


def begin(url, *, length=1_000, sent=b"{", path="/", accept="*/*"):
    """A request whose body stays unfinished."""
    client = connect(url)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\nContent-Length: {length}\r\n\r\n"
    client.sendall(head.encode() + sent)
    return client


def begin_large_form(url):
    """One of a browser, which is answered by a page."""
    return begin(url, length=MAX_BODY_BYTES + 1, accept="text/html")


def test_unfinished_bodies_take_no_thread(url):
    with ExitStack() as open_sockets:
        for _ in range(40):
            open_sockets.enter_context(begin(url))
        assert httpx.post(url, content=b"whole", timeout=2).content == b"whole"


def test_a_body_that_stops_coming_is_refused(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "GRACE_SECONDS", 0.2)
    with begin(url) as client:
        answer = b"".join(iter(lambda: client.recv(4_096), b""))
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"/problems/body-too-slow" in answer


def test_a_body_that_comes_steadily_is_waited_for(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(connection_guard, "LEAST_RATE", 1_000)
    with begin(url, length=2_000, sent=b"") as client:
        for _ in range(10):
            client.sendall(b"a" * 200)
            time.sleep(0.1)
        assert client.recv(4_096).startswith(b"HTTP/1.1 200 ")


def test_an_address_may_leave_so_many_bodies_unfinished(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "UNFINISHED_BODIES_PER_ADDRESS", 3)
    with ExitStack() as open_sockets:
        for _ in range(3):
            open_sockets.enter_context(begin(url))
        time.sleep(0.2)
        answer = httpx.post(url, content=b"one more")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert answer.json()["type"] == "/problems/too-many-requests-at-once"


def test_a_large_form_that_stops_coming_is_waited_for_no_longer_than_another_body(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "GRACE_SECONDS", 0.2)
    with begin_large_form(url) as client:
        assert client.recv(4_096).startswith(b"HTTP/1.1 200 ")


def test_a_large_form_counts_as_unfinished_while_it_comes(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "UNFINISHED_BODIES_PER_ADDRESS", 2)
    with begin_large_form(url), begin_large_form(url):
        time.sleep(0.2)
        assert httpx.post(url, content=b"one more").status_code == 429
    time.sleep(0.2)
    assert httpx.post(url, content=b"one more").status_code == 200


def test_a_body_declared_too_large_is_not_read(url):
    with begin(url, length=MAX_BODY_BYTES + 1, sent=b"") as client:
        assert client.recv(4_096).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_grows_too_large_in_chunks_is_refused(url):
    answer = httpx.post(url, content=(b"a" * 2**18 for _ in range(20)))
    assert answer.status_code == 413


@pytest.mark.parametrize("size", [0, 1, 2**18, 2**18 + 1, 3 * 2**20])
def test_bodies_arrive_unchanged(url, size):
    body = bytes(number % 251 for number in range(size))
    assert httpx.post(url, content=body).content == body


def test_a_chunked_body_arrives_with_its_length(url):
    assert httpx.post(url, content=iter([b"a" * 100_000, b"b"])).content == b"a" * 100_000 + b"b"


@pytest.mark.parametrize("path", ["/large", "/parts"])
def test_a_large_answer_arrives_unchanged(url, path):
    assert httpx.get(f"{url}{path}").content == LARGE_ANSWER


@pytest.mark.parametrize("path", ["/large", "/parts"])
def test_an_answer_that_nobody_reads_takes_no_thread(url, path):
    with ExitStack() as open_sockets:
        for _ in range(2 * THREADS):
            open_sockets.enter_context(begin(url, length=0, sent=b"", path=path))
        time.sleep(0.5)
        assert httpx.post(url, content=b"next", timeout=10).content == b"next"


def test_a_client_that_does_not_read_is_hung_up_on(url, monkeypatch):
    monkeypatch.setattr(connection_guard, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(connection_guard, "LEAST_RATE", 2**30)
    with begin(url, length=0, sent=b"", path="/large") as client:
        time.sleep(1)
        received = 0
        while piece := client.recv(2**20):
            received += len(piece)
    assert received < len(LARGE_ANSWER)


def test_a_caller_leaves_a_thread_for_others(url, application):
    def wait(_=None):
        httpx.get(f"{url}/wait", headers={"Authorization": "Bearer greedy"}, timeout=20)

    greedy = [threading.Thread(target=wait, daemon=True) for _ in range(2 * THREADS)]
    for thread in greedy:
        thread.start()
    time.sleep(0.5)
    assert httpx.get(url, headers={"Authorization": "Bearer modest"}, timeout=2).status_code == 200
    application.released.set()
    for thread in greedy:
        thread.join(10)
