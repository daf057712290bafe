"""Another session holds a lock that requests need: each is answered in time, and the next ones work."""

import http.client
import json
import os
import socket
import time
from contextlib import closing, contextmanager

import pytest

from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
IMPATIENT = os.environ | {"LOCK_SECONDS": "1"}
IN_TIME_SECONDS = 30  # without the bound they wait until the lock is let go, which is later
READS_AND_WRITES = ("/memory/query", "/context", "/memories")


@pytest.fixture
def post(home):
    """Ask a web process of one's own; its answer's status and body."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as server:
        process = processes.start(processes.WEB, str(server.fileno()), pass_fds=[server.fileno()], env=IMPATIENT)
        headers = {"Authorization": f"Bearer {home.api_keys['supervisor']}", "Content-Type": "application/json"}
        port = server.getsockname()[1]

        def _post(path, text):
            body = {"user_id": str(home.user_id), "content" if path == "/memories" else "query": text}
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=IN_TIME_SECONDS)) as client:
                client.request("POST", f"/api/v1{path}", json.dumps(body), headers)
                answer = client.getresponse()
                return answer.status, json.loads(answer.read())

        try:
            processes.until(lambda: post_answers(_post))
            yield _post
        finally:
            process.kill()
            process.wait()


def post_answers(post):
    try:
        return post("/memory/query", "ready?")[0] == 200
    except OSError:
        return False


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
