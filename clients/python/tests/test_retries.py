"""What both clients send again, and what they do not; a fake server says when to fail."""

import asyncio
import socket

import pytest
from memory_server import (
    AsyncMemoryClient,
    Conflict,
    MemoryClient,
    ProblemError,
    Throttled,
    Unavailable,
    Unreachable,
)
from memory_server.calls import segment

USER = {
    "id": "01890000-0000-7000-8000-000000000000",
    "name": "Ana",
    "external_id": None,
    "namespace": [],
    "default_thread_id": "t",
    "created_at": "2026-01-01T00:00:00Z",
}


@pytest.fixture
def pauses(monkeypatch):
    """How long the client waited each time."""
    waited = []

    async def wait(seconds):
        waited.append(seconds)

    monkeypatch.setattr("memory_server.client.time.sleep", waited.append)
    monkeypatch.setattr("memory_server.async_client.asyncio.sleep", wait)
    return waited


class InLoop:
    """The client for asyncio, whose calls are waited for."""

    def __init__(self, runner, client):
        self.runner, self.client = runner, client

    def __getattr__(self, name):
        return lambda *args, **fields: self.runner.run(getattr(self.client, name)(*args, **fields))


@pytest.fixture(params=["waiting", "asyncio"])
def connect(request, pauses):
    """Makes clients of the fake server."""
    opened = []
    with asyncio.Runner() as runner:

        def make(url, **options):
            if request.param == "waiting":
                client = MemoryClient(url, "mem_x", **options)
            else:
                client = InLoop(runner, AsyncMemoryClient(url, "mem_x", **options))
            opened.append(client)
            return client

        yield make
        for client in opened:
            client.aclose() if isinstance(client, InLoop) else client.close()


@pytest.fixture
def client(httpserver, connect):
    return connect(httpserver.url_for(""))


def problem(httpserver, kind, status, headers=None):
    body = {"type": f"/problems/{kind}", "title": kind, "status": status, "detail": "Not now."}
    httpserver.expect_ordered_request("/api/v1/users").respond_with_json(body, status=status, headers=headers or {})


def test_a_passing_failure_is_sent_again_under_the_same_key(client, httpserver, pauses):
    problem(httpserver, "throttled", 429, {"Retry-After": "3"})
    problem(httpserver, "busy", 503)
    httpserver.expect_ordered_request("/api/v1/users").respond_with_json(USER, status=201)
    assert client.add_user("Ana").name == "Ana"
    keys = {request.headers["Idempotency-Key"] for request, _ in httpserver.log}
    assert len(httpserver.log) == 3 and len(keys) == 1
    assert pauses[0] == 3.0 and 0 < pauses[1] <= 1


def test_two_writes_have_two_keys(client, httpserver):
    httpserver.expect_request("/api/v1/users").respond_with_json(USER, status=201)
    client.add_user("Ana"), client.add_user("Ana")
    assert len({request.headers["Idempotency-Key"] for request, _ in httpserver.log}) == 2


def test_it_gives_up_after_five_attempts(client, httpserver, pauses):
    for _ in range(5):
        problem(httpserver, "unavailable", 503, {"Retry-After": "900"})
    with pytest.raises(Unavailable, match="Not now"):
        client.add_user("Ana")
    assert pauses == [30.0] * 4


@pytest.mark.parametrize(
    ("kind", "status", "error"), [("too-many-proposals", 429, Throttled), ("conflict", 409, Conflict)]
)
def test_what_waiting_does_not_mend_is_sent_once(client, httpserver, pauses, kind, status, error):
    problem(httpserver, kind, status)
    with pytest.raises(error):
        client.add_user("Ana")
    assert pauses == []


def test_a_proxy_s_answer_without_a_problem_is_understood(client, httpserver, pauses):
    for _ in range(5):
        httpserver.expect_ordered_request("/api/v1/users").respond_with_data("<html>Bad gateway</html>", status=502)
    with pytest.raises(Unavailable) as raised:
        client.add_user("Ana")
    assert raised.value.status == 502 and len(pauses) == 4


def test_an_answer_of_a_newer_server_is_understood(client, httpserver):
    httpserver.expect_request("/api/v1/users").respond_with_json(USER | {"nickname": "A"}, status=201)
    assert client.add_user("Ana").name == "Ana"


def test_what_stands_in_a_path_or_a_query_arrives_as_it_was(client, httpserver):
    thread, name = "a/b c%2F?ü", "1+1=2 & so on"
    httpserver.expect_request(f"/api/v1/users/x/checkpoints/{thread}").respond_with_json({})
    client.request("GET", f"/users/x/checkpoints/{segment(thread)}", query={"checkpoint_ns": name})
    request = httpserver.log[0][0]
    assert request.path == f"/api/v1/users/x/checkpoints/{thread}" and request.args["checkpoint_ns"] == name


def test_a_redirect_is_no_success_and_is_not_followed(client, httpserver):
    httpserver.expect_request("/api/v1/users").respond_with_data("", status=302, headers={"Location": "/elsewhere"})
    with pytest.raises(ProblemError) as raised:
        client.add_user("Ana")
    assert raised.value.status == 302 and len(httpserver.log) == 1


def test_a_server_that_says_nothing_is_unreachable(connect, pauses):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(Unreachable, match="does not answer"):
            connect(url, timeout=0.05).add_user("Ana")
    assert len(pauses) == 4


def test_headers_of_one_s_own_go_along_with_the_key(connect, httpserver):
    httpserver.expect_request("/api/v1/users").respond_with_json(USER, status=201)
    connect(httpserver.url_for(""), headers={"X-Team": "blue"}).add_user("Ana")
    sent = httpserver.log[0][0].headers
    assert (sent["X-Team"], sent["Authorization"]) == ("blue", "Bearer mem_x")
