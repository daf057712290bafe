"""One key that takes all it can get: it is stopped, and others are answered."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import psutil
import pytest

from tests.faults import processes
from tests.faults.conftest import poster

pytestmark = pytest.mark.django_db(transaction=True)
AS_STATE = {"Content-Type": "application/vnd.checkpoint+json"}
KEPT_BYTES = 300 * 2**20


def test_a_key_that_used_up_its_processor_time_leaves_others_theirs(serve, elsewhere):
    numbers = count()
    with serve(PROCESSOR_RATE="1/day") as hostile:
        # Whoever is first pays for what a process loads late.
        assert hostile("/memories", "The first note.", timeout=processes.PATIENCE_SECONDS)[0] == 201
        other = poster(elsewhere, hostile.port)
        assert other("/memories", "She likes to sail.")[0] == 201

        processes.until(lambda: hostile("/memories", f"Note {next(numbers)} of many.")[0] == 429)

        assert hostile("/memory/query", "Notes?")[0] == 429
        assert other("/memory/query", "What does she like?")[0] == 200


def largest(who, number):
    """The costliest requests of a key, smaller: states of lists, a source's text full of labels, many turns."""
    state = b'{"checkpoint": {"all": [' + b",".join([b"[]"] * 300_000) + b"]}}"
    body = "city: Zagreb\n" * 2_000 + "The build of the app failed.\n" * 2_000
    payload = {"type": "issue", "number": number, "repository": "acme/app", "body": body}
    source = {"user_id": who.user_id, "source_id": f"acme/app#{number}", "title": "Issue", "payload": payload}
    _, session = who.send("POST", "/sessions", json.dumps({"user_id": who.user_id}), timeout=300)
    turns = {"turns": [{"role": "user", "content": "I like to sail. " * 60}] * 90}
    yield who.send("PUT", f"/users/{who.user_id}/checkpoints/t{number}", state, timeout=300, **AS_STATE)
    yield who.send("POST", "/sources/github/objects", json.dumps(source), timeout=300)
    yield who.send("POST", f"/sessions/{session['id']}/turns", json.dumps(turns), timeout=300)


def test_the_largest_requests_of_one_key_stop_nobody_and_leave_no_memory(serve, for_large, elsewhere):
    process, path = for_large
    with serve(LARGE_REQUESTS_SOCKET=path, PROCESSOR_RATE="1000000/day") as hostile, ThreadPoolExecutor(2) as pool:
        other = poster(elsewhere, hostile.port)
        assert other("/memories", "She likes to sail.", timeout=processes.PATIENCE_SECONDS)[0] == 201
        assert hostile("/memories", "Note. " * 20_000, timeout=processes.PATIENCE_SECONDS)[0] == 422
        before = psutil.Process(process.pid).memory_info().rss

        loads = [pool.submit(lambda number: [status for status, _ in largest(hostile, number)], n) for n in range(2)]
        asked = [other("/memory/query", "What does she like?")[0] for _ in range(5)]

        assert asked == [200] * 5
        assert {status for load in loads for status in load.result()} <= {201, 202}, "stored, or asked about"
        processes.until(lambda: psutil.Process(process.pid).memory_info().rss < before + KEPT_BYTES)
