"""A request whose process was killed: its Idempotency-Key is free at once, and the repeat has one effect."""

import socket
import subprocess

import pytest

from interfaces.models import IdempotencyRecord
from memories.models import Memory
from tests.faults import processes
from tests.faults.conftest import poster, serving
from tests.faults.test_held_locks import held
from workspaces import scope

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = "She likes to sail."
PATIENT = {"LOCK_SECONDS": "0", "STATEMENT_SECONDS": "0"}


@pytest.fixture
def server():
    """A listening socket that outlives the web processes; requests wait while there is none."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as made:
        yield made


def waiting():
    """Statements that wait for a lock."""
    with processes.connect() as other:
        sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return other.execute(sql).fetchone()[0]


def sent_by_a_process_of_its_own(post, path, key):
    """A request that nobody waits for: its server is about to be killed."""
    address = f"http://127.0.0.1:{post.port}/api/v1{path}"
    named = post.headers | {"Idempotency-Key": key}
    headers = [argument for pair in named.items() for argument in ("-H", ": ".join(pair))]
    body = f'{{"user_id": "{post.user_id}", "content": "{NOTE}"}}'
    return subprocess.Popen(["curl", "-s", "-o", "/dev/null", address, *headers, "-d", body])


def test_its_key_is_free_at_once_also_while_its_statement_still_waits_for_a_lock(home, server):
    post = poster(home, server.getsockname()[1])
    with serving(server, **PATIENT) as process:
        assert post("/memories", "She has a boat.", timeout=processes.PATIENCE_SECONDS)[0] == 201
        with held("workspaces_person"):
            client = sent_by_a_process_of_its_own(post, "/memories", "attempt-1")
            processes.until(waiting)
            process.kill()
            process.wait()
            client.wait()
            processes.until(lambda: not waiting())
    with serving(server):
        status, answer = post("/memories", NOTE, timeout=processes.PATIENCE_SECONDS, **{"Idempotency-Key": "attempt-1"})
        assert status == 201
        again = post("/memories", NOTE, **{"Idempotency-Key": "attempt-1"})
        assert again == (201, answer)
    with scope.enter(home.workspace_id):
        assert Memory.objects.filter(current__content=NOTE).count() == 1
        assert IdempotencyRecord.objects.get().status == 201
