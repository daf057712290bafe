"""A database that accepts statements and never answers: requests end, probes answer, and then all is well."""

import os
import signal
import time
from contextlib import closing, contextmanager

import httpx
import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
BACKENDS_SQL = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND NOT pid = ANY(%s)"


def backends(*, but=()):
    with closing(processes.connect()) as other:
        known = [*but, other.info.backend_pid]
        return [pid for (pid,) in other.execute(BACKENDS_SQL, [known])]


@contextmanager
def silenced(pids):
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def test_a_silent_database_holds_no_request_for_ever(serve):
    before = backends()
    with serve(STATEMENT_SECONDS="1", WEB_PROCESSES="1") as post:
        assert post("/memory/query", "Is it there?", timeout=processes.PATIENCE_SECONDS)[0] == 200
        with silenced(backends(but=before)):
            began = time.monotonic()
            status, problem = post("/memory/query", "Is it still there?")
            assert (status, problem["type"]) == (503, "/problems/unavailable")
            assert time.monotonic() - began < 20
            assert httpx.get(f"http://127.0.0.1:{post.port}/healthz", timeout=2).status_code == 200
        assert post("/memory/query", "Is it back?")[0] == 200


def test_a_statement_that_takes_too_long_is_ended_by_the_server(serve):
    with serve(STATEMENT_SECONDS="1", LOCK_SECONDS="0", WEB_PROCESSES="1") as post:
        assert post("/memories", "She sails.", timeout=processes.PATIENCE_SECONDS)[0] == 201
        with closing(processes.connect()) as other, other.transaction():
            other.execute("LOCK TABLE memories_memory IN ACCESS EXCLUSIVE MODE")
            status, problem = post("/memories", "She rows.")
            assert (status, problem["type"]) == (503, "/problems/unavailable")
        assert post("/memories", "She rows.")[0] == 201
