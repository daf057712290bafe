"""Another session holds a lock that requests need: each is answered in time, and the next ones work."""

import time
from contextlib import closing, contextmanager

import pytest

from tests.faults import processes
from tests.faults.conftest import IN_TIME_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)
READS_AND_WRITES = ("/memory/query", "/context", "/memories")


@pytest.fixture
def post(serve):
    with serve(LOCK_SECONDS="1") as _post:
        assert _post("/memory/query", "Is it there?", timeout=processes.PATIENCE_SECONDS)[0] == 200
        yield _post


@contextmanager
def held(table):
    """Every row of the table, as somebody holds them who is about to delete them."""
    with closing(processes.connect()) as other, other.transaction():
        other.execute("SELECT set_config('app.workspace_id', (SELECT id::text FROM workspaces_workspace), true)")
        assert other.execute(f"SELECT id FROM {table} FOR UPDATE").fetchall()
        yield


def test_a_held_person_makes_no_request_wait_for_long(post):
    with held("workspaces_person"):
        for path in READS_AND_WRITES:
            began = time.monotonic()
            status, problem = post(path, f"While somebody holds them: {path}")
            assert (status, problem["type"]) == (503, "/problems/busy")
            assert time.monotonic() - began < IN_TIME_SECONDS / 2
    assert [post(path, "Let go of")[0] for path in READS_AND_WRITES] == [200, 200, 201]


def test_a_receipt_that_fails_at_its_commit_spoils_no_later_answer(post):
    """The check of a receipt's workspace is deferred: it fails when all statements have been answered."""
    with held("workspaces_workspace"):
        assert post("/memory/query", "While somebody holds it")[0] == 503
    assert [post("/memory/query", f"Let go of {number}") for number in range(8)] == [(200, [])] * 8
    assert post("/memories", "She likes to sail.")[0] == 201
    assert post("/memory/query", "What does she like?")[1][0]["content"] == "She likes to sail."
