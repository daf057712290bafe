"""A Redis that nobody started, and one that goes away and comes back: whatever is stored is answered as stored, jobs go
on, and nothing waits for a restart."""

import os

import pytest

from operations import queue
from operations.models import JobRun
from operations.models.job import JobState
from tests.faults import processes
from tests.faults.redis_server import Redis

pytestmark = pytest.mark.django_db(transaction=True)


def test_writes_are_stored_answered_and_followed_up(serve, tmp_path):
    with serve(REDIS_URL=f"unix://{tmp_path}/nobody", WEB_PROCESSES="1") as post:
        patience = processes.PATIENCE_SECONDS
        answers = [post("/memories", f"She has sailed {number} times.", timeout=patience)[0] for number in range(20)]
        assert answers == [201] * 20
        assert post("/memory/query", "How often has she sailed?")[0] == 200
    assert JobRun.objects.filter(job="link_neighbours", delivered_at__isnull=False).exists()


@pytest.fixture
def redis_server(tmp_path_factory):
    made = Redis(tmp_path_factory.mktemp("r") / "s")
    yield made
    made.kill()


@pytest.fixture
def worker(redis_server):
    process = processes.start(processes.WORKER, env=os.environ | {"REDIS_URL": redis_server.url})
    yield process
    processes.stop(process)


def check_rounds(count: int, redis_server: Redis, serve) -> str:
    """How often Redis went and came back, and what was answered meanwhile."""
    answered = 0
    with serve(REDIS_URL=redis_server.url) as post:

        def write_and_read() -> None:
            nonlocal answered
            status, made = post("/memories", f"She has sailed {answered} times.", timeout=processes.PATIENCE_SECONDS)
            assert status == 201
            for _ in range(2):
                assert post.send("GET", f"/memories/{made['memory_id']}", None)[0] == 200
            answered += 3

        for _ in range(count):
            write_and_read()
            assert redis_server.client.dbsize(), "nothing is cached"
            redis_server.kill()
            write_and_read()
            run = queue.enqueue("prune_job_runs")
            processes.until(lambda run=run: JobRun.objects.get(id=run.id).state == JobState.DONE)
            redis_server.start()
            assert not redis_server.client.dbsize()
            processes.until(lambda: write_and_read() or redis_server.client.dbsize())
    return f"{count} times away and back: {answered} requests answered, none failed; {count} jobs run meanwhile"


@pytest.mark.usefixtures("worker")
def test_it_goes_and_comes_back(redis_server, serve, figure):
    figure(check_rounds(1, redis_server, serve))


@pytest.mark.prove
@pytest.mark.usefixtures("worker")
def test_a_hundred_times(redis_server, serve, figure):
    figure(check_rounds(100, redis_server, serve))
