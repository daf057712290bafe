"""All kinds of requests at once for a while: none fails, and after the first minute neither memory nor connections
grow."""

import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg
import pytest

from memory_project import embedded
from tests.faults.installation import UNTHROTTLED, Installation, data_folder
from tests.faults.ledger import Ledger, manage

MEGABYTE = 2**20
READERS = 3
WARM_SECONDS, SECONDS, SAMPLE_SECONDS = 60, 540, 2
# Of what the processes hold after the first minute: caches of words and texts go on filling to their bounds.
GROWTH = 1.10
BACKENDS_SQL = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


class Reader(threading.Thread):
    """Asks all that an agent asks, one after the other, and now and then writes what is no memory."""

    def __init__(self, address: str, home: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.address, self.home, self.is_stopped = address, home, False
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        headers = {"Authorization": f"Bearer {self.home['key']}"}
        with httpx.Client(base_url=f"{self.address}/api/v1", headers=headers, timeout=120) as client:
            session = client.post("/sessions", json={"user_id": self.home["user_id"]}).json()["id"]
            for number in count():
                for method, path, body in requests(self.home["user_id"], session, number):
                    if self.is_stopped:
                        return
                    self.statuses[self.attempt(client, method, path, body)] += 1

    def attempt(self, client: httpx.Client, method: str, path: str, body: Any) -> int:
        return client.request(method, path, json=body).status_code


def requests(user_id: str, session: str, number: int) -> list[tuple[str, str, Any]]:
    about = {"user_id": user_id}
    turn = {"role": "user", "content": f"I sailed to island number {number}."}
    checkpoint = {"checkpoint": {"step": number, "said": [turn] * 20}}
    return [
        ("POST", "/memory/query", about | {"query": f"Who sails to island {number}?"}),
        ("POST", "/context", about | {"query": "What does she do?", "session_id": session}),
        ("GET", f"/memories?user_id={user_id}&limit=20", None),
        ("POST", f"/sessions/{session}/turns", {"turns": [turn]}),
        ("GET", f"/sessions/{session}/window", None),
        ("PUT", f"/users/{user_id}/facts/preference/colour_{number % 7}", {"value": f"blue {number}"}),
        ("GET", f"/users/{user_id}/facts", None),
        ("PUT", f"/users/{user_id}/checkpoints/load", checkpoint),
        ("GET", f"/users/{user_id}/checkpoints/load", None),
        ("GET", f"/proposals?user_id={user_id}", None),
    ]


@contextmanager
def read_by(readers: Sequence[Reader]) -> Iterator[Counter[int]]:
    """Yields what they were answered, which is complete after the block."""
    statuses: Counter[int] = Counter()
    for reader in readers:
        reader.start()
    try:
        yield statuses
    finally:
        for reader in readers:
            reader.is_stopped = True
        for reader in readers:
            reader.join(120)
            statuses += reader.statuses


class Gauge:
    """What the server's processes hold, apart from PostgreSQL, whose shared buffers fill by design."""

    def __init__(self, installation: Installation, superuser: psycopg.Connection) -> None:
        self.process, self.superuser = psutil.Process(installation.up.process.pid), superuser
        self.memory: list[float] = []
        self.connections: list[int] = []

    def watch(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.memory.append(self.held() / MEGABYTE)
            self.connections.extend(self.superuser.execute(BACKENDS_SQL).fetchone() or ())
            time.sleep(SAMPLE_SECONDS)

    def held(self) -> int:
        held = 0
        for each in [self.process, *self.process.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                held += each.memory_info().rss if "postgres" not in each.name() else 0
        return held


@pytest.mark.django_db(transaction=True)
def test_none_fails(home, serve, figure):
    known = {"user_id": str(home.user_id), "key": home.api_keys["supervisor"]}
    with serve(**UNTHROTTLED) as post:
        readers = [Reader(f"http://127.0.0.1:{post.port}", known) for _ in range(READERS)]
        with read_by(readers) as statuses:
            while any(reader.statuses.total() < 20 and reader.is_alive() for reader in readers):
                time.sleep(0.05)
    assert statuses.keys() <= {200, 201, 202}
    assert all(reader.statuses.total() >= 20 for reader in readers)
    figure(f"{statuses.total()} requests, none failed")


@pytest.mark.prove
def test_ten_minutes_without_growth(tmp_path: Path, figure):
    with data_folder() as data_dir, ExitStack() as stack:
        installation = Installation(data_dir, tmp_path)
        stack.callback(installation.up.stop)
        readers = [Reader(installation.address(), installation.home) for _ in range(READERS)]
        with psycopg.connect(embedded.superuser_address(data_dir), autocommit=True) as superuser:
            gauge = Gauge(installation, superuser)
            with Ledger(installation.home, installation.address, writers=2) as ledger, read_by(readers) as statuses:
                time.sleep(WARM_SECONDS)
                gauge.watch(SECONDS)
        figures = ledger.check()
        assert "BROKEN" not in manage(data_dir, "verify_history")
    part = WARM_SECONDS // SAMPLE_SECONDS
    early, late = (statistics.median(gauge.memory[place]) for place in (slice(part), slice(-part, None)))
    before, after = (max(gauge.connections[place]) for place in (slice(part), slice(-part, None)))
    figure(
        f"{statuses.total()} requests {dict(statuses)}; {figures}; {early:.0f} MB after the first minute, "
        f"{late:.0f} MB at the end; {before} connections, {after} at the end"
    )
    assert statuses.keys() <= {200, 201, 202}
    assert not ledger.failures
    assert late <= early * GROWTH
    assert after <= before
