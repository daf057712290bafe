"""What the client sends again, and what it does not; a fake server says when to fail."""

import pytest
from memory_server import Conflict, MemoryClient, Throttled, Unavailable

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
    monkeypatch.setattr("memory_server.client.time.sleep", waited.append)
    return waited


@pytest.fixture
def client(httpserver, pauses):
    with MemoryClient(httpserver.url_for(""), "mem_x") as made:
        yield made


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
