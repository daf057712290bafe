"""Each request leaves one line: an id, a route, a status, a time and a workspace; no path, no key, no content."""

import logging
import time
from uuid import UUID

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError, connections

from memory_project.connection_guard import ConnectionGuard
from memory_project.in_threads import InThreads
from memory_project.threads import LatestFirst
from telemetry.metrics import exposition
from telemetry.requests import RequestLog
from tests.memory_project.listening import listening

pytestmark = pytest.mark.django_db(transaction=True)
FACT = "/api/v1/users/{}/facts/identity/city"


@pytest.fixture
def url():
    """The whole way in, and Django behind it."""
    threads = LatestFirst(2, "test")
    served = InThreads(WSGIHandler(), threads)
    with listening(RequestLog(ConnectionGuard(served, max_body_bytes=10_000))) as address:
        yield address
    threads.submit(connections.close_all).result()


@pytest.fixture
def lines(caplog):
    """The lines of the requests so far. An answer is there a moment before its line."""
    caplog.set_level(logging.INFO, logger="memory.requests")

    def told():
        ends = time.monotonic() + 5
        while not (found := [one for one in caplog.records if one.name == "memory.requests"]):
            assert time.monotonic() < ends
            time.sleep(0.01)
        return found

    return told


@pytest.fixture
def headers(home):
    return {"Authorization": f"Bearer {home.api_keys['supervisor']}"}


def test_a_request_is_one_line_by_its_route(url, lines, home, headers):
    path = FACT.format(home.user_id)
    answer = httpx.put(f"{url}{path}", json={"value": "Faro"}, headers=headers | {"X-Request-ID": "0123-abcd"})
    (line,) = lines()
    assert (line.method, line.status, line.workspace) == ("PUT", answer.status_code, str(home.workspace_id))
    assert line.route.startswith("/api/v1/users/<") and line.milliseconds > 0
    assert answer.headers["x-request-id"] == "0123-abcd"
    told = str(vars(line))
    assert not any(each in told for each in ("Faro", str(home.user_id), headers["Authorization"]))
    counted = f'memory_http_requests_total{{method="PUT",route="{line.route}",status="{line.status}"}}'
    assert counted in exposition().decode()


@pytest.mark.parametrize("sent", ["", "short", "a b c d e f g h", "mem_0123456789abcdef", "x" * 65])
def test_an_id_that_could_be_anything_else_is_not_taken_over(url, lines, sent):
    answer = httpx.get(f"{url}/api/v1/users", headers={"X-Request-ID": sent})
    assert UUID(answer.headers["x-request-id"])


def test_an_address_that_is_no_route_is_not_told(url, lines):
    httpx.request("PROPFIND", f"{url}/ana/lives/in/lisbon?q=faro")
    (line,) = lines()
    assert (line.method, line.route, line.status) == ("unknown", "unknown", 404)


def test_what_never_reaches_django_is_told_too(url, lines):
    httpx.post(f"{url}/api/v1/memories", content=b"a" * 10_001)
    assert [(line.route, line.status) for line in lines()] == [("unknown", 413)]


def test_a_503_tells_its_cause_by_class(url, lines, headers, monkeypatch):
    def away(*_, **__):
        try:
            raise ConnectionError("Ana lives in Lisbon")
        except ConnectionError as cause:
            raise DatabaseAway("Ana lives in Lisbon") from cause

    class DatabaseAway(OperationalError):
        sqlstate = "08006"

    monkeypatch.setattr("interfaces.rest.authentication.authenticate_key", away)
    assert httpx.get(f"{url}/api/v1/users", headers=headers).status_code == 503
    (line,) = lines()
    assert (line.error, line.levelname) == ("DatabaseAway 08006: ConnectionError", "WARNING")


def test_a_500_tells_its_cause_on_pages_too(url, lines, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr("allauth.account.views.LoginView.get", broken)
    assert httpx.get(f"{url}/accounts/login/").status_code == 500
    (line,) = lines()
    assert (line.route, line.error) == ("/accounts/login/", "ZeroDivisionError")
