"""When runs are made, handed to the queue, tried again and given up."""

from datetime import timedelta
from itertools import pairwise

import psycopg
import pytest
from django.db import connection
from django_q.conf import Conf
from django_q.models import OrmQ
from django_q.models import Schedule as Tick
from django_q.signing import BadSignature, SignedPackage

from operations import queue
from operations.broker import Broker
from operations.models import JobRun, Schedule
from operations.models.job import BACKOFF, LOST, JobState
from operations.schedules import TICK

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def boom(workspace_id):
    raise ValueError


@pytest.fixture
def schedule(now):
    """The only schedule there is, due now."""
    Schedule.objects.all().delete()

    def _schedule(every=60, **fields):
        return Schedule.objects.create(job="x", every_seconds=every, next_run_at=now, **fields)

    return _schedule


@pytest.fixture
def elsewhere_held():
    """Hold a run as another worker would, by a connection of its own."""
    opened = []

    def _hold(run):
        settings = connection.get_connection_params()
        names = ("host", "port", "user", "password", "dbname")
        other = psycopg.connect(**{name: settings[name] for name in names if settings.get(name)}, autocommit=True)
        opened.append(other)
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [f"job/{run.id}"])
        return other

    yield _hold
    for other in opened:
        other.close()


@pytest.mark.parametrize("jitter", [0.0, 0.4, 1.7, 19.0, -0.4, -5.0])
def test_a_schedule_of_a_minute_misses_no_tick(schedule, now, jitter):
    """A tick comes now late, now early: 60 ticks make 60 runs."""
    schedule()
    for minute in range(60):
        late = jitter if minute % 2 else 0.0
        assert queue.enqueue_due(now=now + minute * MINUTE + timedelta(seconds=late)) == 1
        JobRun.objects.update(state=JobState.DONE)


def test_what_was_missed_while_nothing_ran_is_made_up_once(schedule, now):
    row = schedule(3600)
    assert queue.enqueue_due(now=now + timedelta(hours=5, minutes=10)) == 1
    row.refresh_from_db()
    assert row.next_run_at == now + timedelta(hours=6)


def test_a_clock_that_is_set_back_stops_no_schedule(schedule, now):
    row, back = schedule(), now - timedelta(hours=1)
    assert queue.enqueue_due(now=now) == 1
    JobRun.objects.update(state=JobState.DONE)
    assert queue.enqueue_due(now=back) == 1
    row.refresh_from_db()
    assert row.next_run_at == now - timedelta(minutes=59)


def test_nor_what_was_planned_or_handed_over_before(now):
    back = now - timedelta(hours=1)
    JobRun.objects.create(job="planned", run_at=now)
    JobRun.objects.create(job="handed over", delivered_at=now)
    assert queue.deliver_due(now=back) == 2
    assert queue.deliver_due(now=back) == 0


def test_a_running_worker_ticks_at_once_after_it_was_set_back(now):
    ticks = Tick.objects.filter(func=TICK)
    ticks.update(next_run=now + MINUTE)
    Broker().set_stat("key", "status", 3)
    assert ticks.get().next_run == now + MINUTE
    ticks.update(next_run=now + timedelta(hours=1))
    Broker().set_stat("key", "status", 3)
    assert ticks.get().next_run < now + MINUTE


def test_a_run_that_has_not_ended_is_not_joined_by_another(schedule, now):
    schedule()
    assert queue.enqueue_due(now=now) == 1
    assert queue.enqueue_due(now=now + MINUTE) == 0


def test_each_workspace_is_consolidated_once_a_day_at_its_own_time(home, elsewhere):
    """001 §4, by the schedule that the server comes with."""
    Schedule.objects.exclude(job="consolidate").delete()
    first = Schedule.objects.get().next_run_at
    for hour in range(72):
        queue.enqueue_due(now=first + timedelta(hours=hour))
        JobRun.objects.update(state=JobState.DONE)
    times = {
        one: list(JobRun.objects.filter(workspace_id=one).order_by("run_at").values_list("run_at", flat=True))
        for one in (home.workspace_id, elsewhere.workspace_id)
    }
    for runs in times.values():
        assert len(runs) == 3
        assert {later - earlier for earlier, later in pairwise(runs)} == {timedelta(days=1)}
    assert not set(times[home.workspace_id]) & set(times[elsewhere.workspace_id])


def test_workspaces_have_their_turns_one_after_another(home, elsewhere, schedule, now):
    row = schedule(86_400, is_per_workspace=True, spread_seconds=3600)
    assert queue.enqueue_due(now=now) == 2
    runs = JobRun.objects.order_by("run_at")
    assert {run.workspace_id for run in runs} == {home.workspace_id, elsewhere.workspace_id}
    assert [run.run_at - now for run in runs] == sorted(
        row.offset_of(one) for one in (home.workspace_id, elsewhere.workspace_id)
    )
    assert runs[0].run_at != runs[1].run_at and runs[1].run_at < now + timedelta(hours=1)


def test_many_workspaces_are_spread_evenly(schedule):
    row = schedule(86_400, is_per_workspace=True, spread_seconds=3000)
    ids = [JobRun().id for _ in range(1000)]
    tenths = [row.offset_of(one).seconds // 300 for one in ids]
    assert all(60 <= tenths.count(part) <= 145 for part in range(10))


def test_a_run_is_handed_over_when_its_time_has_come(now):
    JobRun.objects.create(job="x", run_at=now + MINUTE)
    assert queue.deliver_due(now=now) == 0
    assert queue.deliver_due(now=now + MINUTE) == 1 == OrmQ.objects.count()
    assert queue.deliver_due(now=now + MINUTE) == 0


def test_one_that_the_queue_lost_is_handed_over_again(now):
    JobRun.objects.create(job="x", delivered_at=now)
    assert queue.deliver_due(now=now + LOST) == 0
    assert queue.deliver_due(now=now + LOST + MINUTE) == 1


@pytest.mark.parametrize("known", [True, False])
def test_one_that_was_handed_over_under_an_earlier_key_counts_where_that_is_known(monkeypatch, settings, known):
    monkeypatch.setattr(Conf, "SECRET_KEY", "earlier")
    broker = Broker()
    broker.enqueue(SignedPackage.dumps({"name": "x"}))
    monkeypatch.setattr(Conf, "SECRET_KEY", "new")
    settings.SECRET_KEY_FALLBACKS = ["another", "earlier"] if known else ["another"]
    ((_, payload),) = broker.dequeue()
    if known:
        assert SignedPackage.loads(payload) == {"name": "x"}
    else:
        with pytest.raises(BadSignature):
            SignedPackage.loads(payload)


def test_one_whose_callback_never_ran_is_found_by_the_tick(now):
    queue.enqueue("x")
    assert OrmQ.objects.count() == 0
    assert queue.deliver_due(now=now) == 1


def test_a_failed_run_is_tried_again_after_longer_and_longer_pauses(now):
    run = JobRun.objects.create(job="x", delivered_at=now)
    for pause in BACKOFF:
        with pytest.raises(queue.JobFailed):
            queue.carry_out(run.id, {"x": boom}, now=now)
        run.refresh_from_db()
        assert run.state == JobState.FAILED and queue.deliver_due(now=run.run_at - timedelta(seconds=1)) == 0
        assert run.run_at >= now + pause and queue.deliver_due(now=run.run_at) == 1


def test_a_job_tells_figures_of_its_work(now):
    run = JobRun.objects.create(job="x")
    queue.carry_out(run.id, {"x": lambda _: queue.Done(3, {"rate": 0.5})}, now=now)
    run.refresh_from_db()
    assert (run.items, run.figures) == (3, {"rate": 0.5})


def test_what_another_worker_carries_out_is_left_alone(now, elsewhere_held):
    run = JobRun.objects.create(job="x")
    elsewhere_held(run)
    queue.carry_out(run.id, {"x": boom}, now=now)
    run.refresh_from_db()
    assert (run.state, run.attempts) == (JobState.QUEUED, 0)


def test_a_run_is_taken_up_as_soon_as_its_worker_is_dead_and_no_sooner(now, elsewhere_held):
    run = JobRun.objects.create(job="x", state=JobState.RUNNING, attempts=1, started_at=now, delivered_at=now)
    worker = elsewhere_held(run)
    assert queue.recover(now=now + timedelta(days=1)) == 0
    worker.close()
    while not queue.recover(now=now):  # the server notices the end of a connection a moment later
        pass
    run.refresh_from_db()
    assert (run.state, run.error, run.delivered_at) == (JobState.FAILED, "WorkerLost", None)


def test_a_run_whose_worker_died_three_times_is_given_up(now):
    run = JobRun.objects.create(job="x", state=JobState.RUNNING, attempts=3)
    assert queue.recover(now=now) == 1
    run.refresh_from_db()
    assert run.state == JobState.DEAD


def test_a_dead_letter_may_be_tried_again(now):
    run = JobRun.objects.create(job="x", state=JobState.DEAD, attempts=3)
    run.retry(now=now)
    assert queue.deliver_due(now=now) == 1
    queue.carry_out(run.id, {"x": lambda _: 1}, now=now)
    run.refresh_from_db()
    assert (run.state, run.attempts) == (JobState.DONE, 1)


def test_a_poisoned_run_stops_no_other(now):
    poison, sound = JobRun.objects.create(job="x"), JobRun.objects.create(job="y")
    with pytest.raises(queue.JobFailed):
        queue.carry_out(poison.id, {"x": boom}, now=now)
    queue.carry_out(sound.id, {"y": lambda _: 1}, now=now)
    sound.refresh_from_db()
    assert sound.state == JobState.DONE
