"""Jobs in the admin: pause, run now, and another try for dead letters; by POST only."""

import pytest

from operations.models import JobRun, Schedule
from operations.models.job import JobState
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
SCHEDULES, RUNS = "operations/schedule", "operations/jobrun"


@pytest.fixture
def schedule():
    return Schedule.objects.get(job="expire_proposals")


@pytest.fixture
def dead(home):
    return JobRun.objects.create(job="purge_chunks", workspace_id=home.workspace_id, state=JobState.DEAD, attempts=3)


def test_a_superuser_pauses_and_resumes(act, superuser, schedule):
    act(SCHEDULES, "pause", schedule.id, client=superuser)
    schedule.refresh_from_db()
    assert schedule.is_paused
    act(SCHEDULES, "resume", schedule.id, client=superuser)
    schedule.refresh_from_db()
    assert not schedule.is_paused


def test_run_now_queues_one_run(act, superuser, schedule, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        act(SCHEDULES, "run_now", schedule.id, client=superuser)
        act(SCHEDULES, "run_now", schedule.id, client=superuser)
    (run,) = JobRun.objects.filter(job="expire_proposals")
    assert run.delivered_at is not None


def test_run_now_reaches_each_workspace_at_once(act, superuser, home, elsewhere):
    act(SCHEDULES, "run_now", Schedule.objects.get(job="purge_chunks").id, client=superuser)
    runs = JobRun.objects.filter(job="purge_chunks")
    assert {run.workspace_id for run in runs} == {home.workspace_id, elsewhere.workspace_id}
    assert len({run.run_at for run in runs}) == 1


@pytest.mark.parametrize("action", ["pause", "run_now"])
def test_nobody_else_may(act, owner, schedule, action):
    act(SCHEDULES, action, schedule.id, client=owner)
    schedule.refresh_from_db()
    assert not schedule.is_paused and not JobRun.objects.exists()


def test_a_link_decides_nothing(superuser, schedule):
    superuser.get(f"/admin/{SCHEDULES}/", {"action": "pause", "_selected_action": schedule.id})
    schedule.refresh_from_db()
    assert not schedule.is_paused


def test_an_owner_tries_a_dead_letter_again(act, owner, dead):
    act(RUNS, "retry", dead.id)
    dead.refresh_from_db()
    assert (dead.state, dead.attempts) == (JobState.QUEUED, 0)


def test_what_has_ended_well_is_not_tried_again(act, owner, dead):
    JobRun.objects.update(state=JobState.DONE)
    act(RUNS, "retry", dead.id)
    dead.refresh_from_db()
    assert dead.state == JobState.DONE


def test_a_viewer_and_a_stranger_may_not(act, login, outsider, dead):
    for client in (login(Role.VIEWER), outsider):
        act(RUNS, "retry", dead.id, client=client)
    dead.refresh_from_db()
    assert dead.state == JobState.DEAD


def test_runs_for_all_workspaces_are_the_superuser_s(act, owner, superuser):
    run = JobRun.objects.create(job="index_turns", state=JobState.DEAD, attempts=3)
    act(RUNS, "retry", run.id)
    assert JobRun.objects.dead().count() == 1
    act(RUNS, "retry", run.id, client=superuser)
    assert JobRun.objects.dead().count() == 0
