"""What machines ask of the server, over real sockets: whatever the load, within seconds, and of whom it is due."""

import threading
import time

import httpx
import pytest

from memory_project import probes
from memory_project.connection_guard import ConnectionGuard
from memory_project.in_threads import InThreads
from memory_project.probes import Probes, may_scrape
from memory_project.threads import LatestFirst
from operations.monitoring.health import Verdict
from tests.memory_project.listening import listening

THREADS = 2


@pytest.fixture
def released():
    """Until it is set, requests hold their threads."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def found(monkeypatch):
    """What the checks find; a test may change it."""
    checks = {
        "database": lambda: [
            Verdict("database", True, is_vital=True),
            Verdict("schema", True),
            Verdict("worker", True),
        ],
        "machine": lambda: [Verdict("disk", True)],
    }
    monkeypatch.setattr(probes, "CHECKS", checks)
    monkeypatch.setattr(probes, "FIGURES", {"database": list, "machine": list})
    monkeypatch.setattr(probes, "PROBE_SECONDS", 0.5)
    return checks


@pytest.fixture
def url(found, released):
    def application(environ, start_response):
        released.wait(20)
        start_response("200 OK", [])
        return [b""]

    served = InThreads(application, LatestFirst(THREADS, "test"))
    with listening(Probes(ConnectionGuard(served, max_body_bytes=1_000))) as address:
        yield address
        released.set()


def checks_of(url, status):
    answer = httpx.get(f"{url}/readyz", timeout=5)
    assert answer.status_code == status
    return answer.json()


def test_they_answer_while_every_thread_is_taken(url):
    for number in range(2 * THREADS):
        headers = {"Authorization": f"Bearer {number}"}
        threading.Thread(target=httpx.get, args=[f"{url}/wait"], kwargs={"headers": headers, "timeout": 20}).start()
    time.sleep(0.5)
    assert httpx.get(f"{url}/healthz", timeout=2).json() == {"status": "ok"}
    assert checks_of(url, 200)["status"] == "ready"
    assert httpx.get(f"{url}/metrics", timeout=5).status_code == 200


def test_each_check_has_its_verdict(url, found):
    found["machine"] = lambda: [Verdict("disk", False, "3 MB are free.")]
    told = checks_of(url, 200)
    assert told["status"] == "degraded"
    assert told["checks"]["disk"] == {"is_well": False, "detail": "3 MB are free."}
    found["machine"] = lambda: [Verdict("model", False, is_vital=True)]
    assert checks_of(url, 503)["status"] == "not ready"


def test_a_silent_database_makes_it_not_ready_and_hides_no_other_check(url, found, released):
    found["database"] = lambda: [Verdict("database", released.wait(20))]
    for _ in range(2):
        told = checks_of(url, 503)
        assert told["checks"] == {
            "database": {"is_well": False, "detail": "It does not answer."},
            "disk": {"is_well": True, "detail": ""},
        }
    metrics = httpx.get(f"{url}/metrics", timeout=5).text
    assert 'memory_check{check="database"} 0.0' in metrics and 'memory_check{check="disk"} 1.0' in metrics
    assert httpx.get(f"{url}/healthz", timeout=2).status_code == 200


def scrape(address="127.0.0.1", **headers):
    return {"client": (address, 1), "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}


def test_without_a_token_only_programs_of_this_machine_see_metrics(settings):
    settings.METRICS_TOKEN = ""
    assert may_scrape(scrape()) and may_scrape(scrape("::1"))
    assert not may_scrape(scrape("192.0.2.1"))
    assert not may_scrape(scrape(**{"x-forwarded-for": "192.0.2.1"})), "a proxy of this machine asks for somebody else"
    assert not may_scrape(scrape(forwarded="for=192.0.2.1"))


def test_a_token_opens_them_to_whoever_has_it(settings):
    settings.METRICS_TOKEN = "secret"
    assert may_scrape(scrape("192.0.2.1", authorization="Bearer secret"))
    assert not may_scrape(scrape()) and not may_scrape(scrape(authorization="Bearer other"))


def test_others_are_refused(url, settings):
    settings.METRICS_TOKEN = "secret"
    assert httpx.get(f"{url}/metrics").status_code == 403
