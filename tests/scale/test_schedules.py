"""However many workers there are, each schedule runs once at its time."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ
from django_q.models import Schedule as Tick

from operations import queue
from operations.models import JobRun, Schedule
from operations.models.job import JobState
from operations.schedules import TICK
from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS, TICKS = 2, 4
MINUTES = 60


@contextmanager
def workers():
    """Workers of two hosts, with more ticks than there ever are: both have one at the same moment."""
    Tick.objects.all().delete()
    for number in range(TICKS):
        Tick.objects.create(name=f"tick {number}", func=TICK, schedule_type=Tick.MINUTES, minutes=1)
    started = [processes.start(processes.WORKER) for _ in range(WORKERS)]
    try:
        yield
    finally:
        for process in started:
            processes.stop(process)


def test_two_workers_run_each_schedule_once():
    Schedule.objects.filter(is_per_workspace=True).delete()
    Schedule.objects.update(next_run_at=timezone.now(), every_seconds=86_400)
    jobs = set(Schedule.objects.values_list("job", flat=True))
    with workers():
        processes.until(lambda: jobs <= set(JobRun.objects.finished().values_list("job", flat=True)))
        processes.until(lambda: not Tick.objects.filter(next_run__lte=timezone.now()).exists())
        processes.until(lambda: not OrmQ.objects.exists() and not JobRun.objects.unfinished().exists())
    assert Counter(JobRun.objects.values_list("job", flat=True)) == dict.fromkeys(jobs, 1)
    assert set(JobRun.objects.values_list("attempts", flat=True)) == {1}


def test_ticks_at_the_same_moment_make_one_run_each(now):
    """An hour of four workers' ticks, each minute at once."""
    Schedule.objects.filter(is_per_workspace=True).delete()
    Schedule.objects.update(next_run_at=now)
    wanted = {row.job: max(1, MINUTES * 60 // max(row.every_seconds, 60)) for row in Schedule.objects.all()}
    together = threading.Barrier(4, action=lambda: JobRun.objects.update(state=JobState.DONE))

    def tick(_number):
        for minute in range(MINUTES):
            together.wait(processes.PATIENCE_SECONDS)
            queue.enqueue_due(now=now + timedelta(minutes=minute))
        connection.close()

    with ThreadPoolExecutor(4) as ticking:
        list(ticking.map(tick, range(4)))
    assert Counter(JobRun.objects.values_list("job", flat=True)) == {
        job: max(1, times) for job, times in wanted.items()
    }
