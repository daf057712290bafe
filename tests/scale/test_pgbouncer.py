"""PgBouncer in transaction mode: each transaction may get another session, and nothing of ours stays with one."""

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from operations import queue
from operations.models import JobRun
from tests.faults import processes
from tests.scale.pooler import KEEPS_PREPARED, pooler, version

pytestmark = pytest.mark.django_db(transaction=True)
# Fewer than the threads of a web process: their transactions share them.
SESSIONS = 3
LEFT = "SELECT current_setting('jit'), current_setting('lock_timeout'), current_setting('statement_timeout')"
PREPARED = "SELECT count(*) FROM pg_prepared_statements"
ADVISORY = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
HOLD = (
    processes.SETUP
    + """
import time
from operations.queue import advisory_lock
with advisory_lock("sailing") as acquired:
    print(acquired, flush=True)
    time.sleep(float(sys.argv[2]))
"""
)


@pytest.fixture(params=["unprepared", "prepared"])
def pgbouncer(request):
    is_preparing = request.param == "prepared"
    if is_preparing and version() < KEEPS_PREPARED:
        pytest.skip(f"This PgBouncer keeps no prepared statements; {'.'.join(map(str, KEEPS_PREPARED))} and newer do.")
    with pooler(sessions=SESSIONS, is_preparing=is_preparing) as made:
        made.settings = made.variables | ({"PREPARE_STATEMENTS": "true"} if is_preparing else {})
        yield made


@pytest.fixture
def hold(pgbouncer):
    """Processes that take one lock, and what they say of it."""
    holders = []

    def _hold(seconds):
        environment = os.environ | pgbouncer.settings
        holders.append(processes.start(HOLD, str(seconds), env=environment, stdout=subprocess.PIPE, text=True))
        return holders[-1], holders[-1].stdout.readline().strip()

    yield _hold
    for holder in holders:
        holder.kill()
        holder.wait()


def write_and_ask(post, number):
    """The statuses of some requests of one caller, and whether it found what it wrote."""
    text = f"She has sailed {number} times."
    patience = processes.PATIENCE_SECONDS
    written, _ = post("/memories", text, timeout=patience)
    asked, found = post("/memory/query", text, timeout=patience)
    listed, _ = post.send("GET", f"/memories?user_id={post.user_id}&limit=20", None, timeout=patience)
    return [written, asked, listed], any(item["content"] == text for item in found)


def test_requests_share_sessions_and_leave_nothing_there(pgbouncer, serve):
    with serve(**pgbouncer.settings, WEB_PROCESSES="1") as post, ThreadPoolExecutor(8) as callers:
        told = list(callers.map(lambda number: write_and_ask(post, number), range(40)))
        assert [statuses for statuses, _ in told] == [[201, 200, 200]] * 40
        assert all(found for _, found in told)
        with ThreadPoolExecutor(SESSIONS) as askers:
            assert set(askers.map(lambda _: pgbouncer.ask(LEFT)[0], range(20))) == {("on", "0", "0")}
        is_preparing = "PREPARE_STATEMENTS" in pgbouncer.settings
        assert (pgbouncer.ask(PREPARED) != [(0,)]) == is_preparing


def test_a_job_runs_and_its_lock_ends(pgbouncer):
    worker = processes.start(processes.WORKER, env=os.environ | pgbouncer.settings)
    try:
        runs = [queue.enqueue("prune_job_runs") for _ in range(5)]
        processes.until(lambda: JobRun.objects.finished().count() == len(runs))
    finally:
        processes.stop(worker)
    processes.until(lambda: pgbouncer.ask(ADVISORY) == [(0,)])


def test_a_lock_is_one_process_s_until_it_dies(pgbouncer, hold):
    first, acquired = hold(600)
    assert acquired == "True"
    assert hold(0)[1] == "False"
    os.kill(first.pid, signal.SIGKILL)
    processes.until(lambda: pgbouncer.ask(ADVISORY) == [(0,)])
    assert hold(0)[1] == "True"
