"""Workers killed by SIGKILL in the middle of a job: exactly one effect per job, and the queue goes on.

The job is `forget_expired` on one memory more than it forgets in a transaction. The test holds the lock of the last
one's address, so the worker has done part of the job and waits when it is killed.
"""

import os
import signal
from datetime import timedelta

import pytest
from django.db.models import Count
from django.test import Client
from django.utils import timezone
from django_q.models import OrmQ
from django_q.models import Schedule as Tick

from consent.changes import WriteMemory
from consent.gate import submit_many
from memories.drafts import MemoryDraft
from memories.maintenance.forget_memories import BATCH
from memories.models import History, Memory
from operations import queue
from operations.models import JobRun
from operations.models.job import JobState
from tests.faults import processes
from workspaces import scope
from workspaces.actions.create_workspace import create_workspace
from workspaces.actors import system_actor
from workspaces.models import Account

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker():
    """A django-q cluster on the test's database; the ticks are the test's own."""
    Tick.objects.all().delete()
    OrmQ.objects.all().delete()
    process = processes.start(processes.WORKER)
    yield process
    processes.stop(process)


@pytest.fixture
def block():
    """Stand in the way of forgetting a memory until the connection that is returned is closed."""
    connections = []

    def _block(workspace_id, path, key):
        other = processes.connect()
        connections.append(other)
        name = f"{workspace_id}/{path}\x1f{key}"
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [name])
        return other

    yield _block
    for other in connections:
        other.close()


class Case:
    """A workspace with one run of the job: as many expired memories as one batch holds, and one more."""

    def __init__(self, number, block):
        made = create_workspace(name=f"W{number}", username=f"u{number}", person_name="Ana")
        self.workspace_id, self.block = made.workspace_id, block
        self.owner = Account.objects.get(username=made.username)
        self.last = ("memories", str(made.user_id)), f"k{BATCH:03}"
        now = timezone.now()
        drafts = [self.draft(f"k{n:03}", now - timedelta(hours=BATCH + 1 - n)) for n in range(BATCH + 1)]
        actor = system_actor(self.workspace_id, "test")
        submit_many([WriteMemory(draft=draft) for draft in drafts], actor=actor, now=now)
        later = now + timedelta(days=1)
        self.run_id = JobRun.objects.create(job="forget_expired", workspace_id=self.workspace_id, run_at=later).id

    def retry(self):
        """As the workspace's owner does, on the admin's page of jobs."""
        browser = Client()
        browser.force_login(self.owner)
        assert browser.post("/admin/jobs/retry/", {"run": str(self.run_id)}).status_code == 302

    def draft(self, key, expires_at):
        return MemoryDraft(namespace=self.last[0], key=key, content="A note.", expires_at=expires_at)

    def run(self):
        return JobRun.objects.get(id=self.run_id)

    def kill(self, attempt):
        """Kill the worker when it has done the first batch and waits in the second; then take the run up."""
        path, key = self.last
        way = self.block(self.workspace_id, "/".join(path), key)
        self.deliver()
        processes.until(lambda: waits_for(way))
        run = self.run()
        assert (run.state, run.attempts, self.forgotten()) == (JobState.RUNNING, attempt, BATCH)
        os.kill(int(run.worker.rpartition(":")[2]), signal.SIGKILL)
        way.close()
        processes.until(lambda: queue.recover(now=timezone.now()))

    def deliver(self):
        """Hand the run to the worker without waiting for its time."""
        now = timezone.now()
        JobRun.objects.filter(id=self.run_id).update(run_at=now)
        queue.deliver_due(now=now)

    def forgotten(self):
        with scope.enter(self.workspace_id):
            return Memory.objects.filter(state="soft_deleted").count()

    def effects(self):
        """How often each memory was forgotten."""
        with scope.enter(self.workspace_id):
            rows = History.objects.filter(event="TTL").values_list("memory_id").annotate(times=Count("id"))
            return [times for _, times in rows]


def waits_for(way):
    """Whether some other connection waits for the lock that this one holds."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))"
    return way.execute(waiting, [way.info.backend_pid]).fetchone()[0]


@pytest.mark.usefixtures("worker")
def test_each_job_has_one_effect(block, figure):
    figure(check_kills(2, block))


@pytest.mark.prove
@pytest.mark.usefixtures("worker")
def test_each_of_fifty_has(block, figure):
    figure(check_kills(50, block))


def check_kills(count, block):
    cases = [Case(number, block) for number in range(count)]
    for case in cases:
        case.kill(attempt=1)
    for case in cases:
        case.deliver()
    for case in cases:
        processes.until(lambda case=case: case.run().state == JobState.DONE)
        assert (case.run().state, case.run().attempts) == (JobState.DONE, 2)
        assert case.effects() == [1] * (BATCH + 1)
    return f"{count} workers killed in mid-job: {count * (BATCH + 1)} memories forgotten, each once"


@pytest.mark.usefixtures("worker")
def test_a_job_that_kills_its_worker_is_given_up_and_the_next_one_runs(block):
    poison = Case(1, block)
    for attempt in (1, 2, 3):
        poison.kill(attempt)
    assert poison.run().state == JobState.DEAD
    sound = queue.enqueue("prune_job_runs")
    processes.until(lambda: JobRun.objects.get(id=sound.id).state == JobState.DONE)
    assert queue.deliver_due(now=timezone.now() + timedelta(days=1)) == 0
    poison.retry()
    processes.until(lambda: poison.run().state == JobState.DONE)
    assert poison.effects() == [1] * (BATCH + 1)
