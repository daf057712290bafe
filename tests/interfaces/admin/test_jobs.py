"""Jobs in the admin: pause, run now, and another try for dead letters; by POST only."""

import pytest
from django.utils import timezone

from operations.models import JobRun, Schedule, Worker
from operations.models.job import JobState
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
SCHEDULES, RUNS = "operations/schedule", "operations/jobrun"
PAGE, RETRY = "/admin/jobs/", "/admin/jobs/retry/"


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


def test_what_has_ended_well_is_not_tried_again_and_the_page_says_so(act, owner, dead):
    JobRun.objects.update(state=JobState.DONE, items=1)
    page = act(RUNS, "retry", dead.id).content.decode()
    dead.refresh_from_db()
    assert dead.state == JobState.DONE
    assert "Nothing was retried" in page


def test_a_viewer_and_a_stranger_may_not(act, login, outsider, dead):
    for client in (login(Role.VIEWER), outsider):
        act(RUNS, "retry", dead.id, client=client)
    dead.refresh_from_db()
    assert dead.state == JobState.DEAD


def test_runs_for_all_workspaces_are_the_superuser_s(act, owner, superuser):
    run = JobRun.objects.create(job="index_turns", state=JobState.DEAD, attempts=3)
    page = act(RUNS, "retry", run.id).content.decode()
    assert JobRun.objects.dead().count() == 1
    assert "1 job was not retried: it is the whole server" in page
    act(RUNS, "retry", run.id, client=superuser)
    assert JobRun.objects.dead().count() == 0


def test_the_page_shows_the_last_run_of_each_job_and_its_error(owner, now):
    Schedule.objects.all().delete()
    Schedule.objects.create(job="seal_history", every_seconds=60, next_run_at=now)
    JobRun.objects.create(job="seal_history", state="done")
    JobRun.objects.create(job="seal_history", state="failed", error="OperationalError")

    [row] = owner.get(PAGE).context["jobs"]

    assert (row.title, row.interval) == ("Seal history", "Every minute")
    assert row.result == "Failed, will be tried again: OperationalError"


def test_another_workspace_s_runs_are_not_shown(owner, outsider, dead):
    assert "Purge old texts" in failed(owner)
    assert "Purge old texts" not in failed(outsider)


def test_the_page_offers_what_the_role_may_do_and_says_what_it_may_not(owner, login, superuser, home, dead):
    JobRun.objects.create(job="index_turns", state=JobState.DEAD, attempts=3)
    superuser.post("/admin/workspace/", {"workspace": str(home.workspace_id)})

    assert [failed(client).count(">Retry<") for client in (owner, login(Role.VIEWER), superuser)] == [1, 0, 2]
    assert "Ask the operator." in failed(owner)
    assert "An owner can retry it." in failed(login(Role.REVIEWER))


def test_one_failed_job_is_retried_from_the_page(owner, dead):
    page = owner.post(RETRY, {"run": str(dead.id)}, follow=True).content.decode()
    dead.refresh_from_db()
    assert dead.state == JobState.QUEUED
    assert "“Purge old texts” is queued again." in page


def test_all_failed_jobs_are_retried_but_those_of_the_server(owner, dead):
    JobRun.objects.create(job="index_turns", state=JobState.DEAD, attempts=3)
    page = owner.post(RETRY, follow=True).content.decode()
    assert list(JobRun.objects.dead().values_list("job", flat=True)) == ["index_turns"]
    assert "is queued again" in page and "1 job was not retried" in page


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_who_only_reads_retries_nothing(login, dead, role):
    assert login(role).post(RETRY, {"run": str(dead.id)}).status_code == 403
    dead.refresh_from_db()
    assert dead.state == JobState.DEAD


def test_an_outsider_retries_nothing_here(outsider, dead):
    outsider.post(RETRY, {"run": str(dead.id)})
    outsider.post(RETRY)
    dead.refresh_from_db()
    assert dead.state == JobState.DEAD


def failed(client):
    """The section of failed jobs."""
    return client.get(PAGE).content.decode().partition('id="recurring"')[0]


def test_jobs_stand_by_what_they_are_for(owner, now):
    Worker.see("host:1", now=now)
    response = owner.get(PAGE)

    sections = list(dict.fromkeys(row.section for row in response.context["jobs"]))
    assert sections[0] == "Remembering and forgetting" and sections[-1] == "Backup, history and cleaning up"
    assert response.content.decode().count('<tr class="section">') == len(sections)
    assert "only where one has failed" in response.content.decode()


def test_a_run_that_waits_is_not_the_last_one(owner, now):
    Schedule.objects.all().delete()
    Schedule.objects.create(job="seal_history", every_seconds=60, next_run_at=now)
    JobRun.objects.create(job="seal_history", state=JobState.QUEUED)
    [row] = owner.get(PAGE).context["jobs"]
    assert (row.ran, row.result) == ("never", "–")

    JobRun.objects.filter(job="seal_history").update(state=JobState.DONE)
    JobRun.objects.create(job="seal_history", state=JobState.QUEUED)
    [row] = owner.get(PAGE).context["jobs"]
    assert row.ran == "just now" and row.state == JobState.DONE


def test_the_list_of_schedules_says_what_each_does_and_how_it_went(owner, superuser, now):
    Schedule.objects.all().delete()
    Schedule.objects.create(job="seal_history", every_seconds=60, next_run_at=now)
    JobRun.objects.create(job="seal_history", state="failed", error="OperationalError")
    page = owner.get(f"/admin/{SCHEDULES}/").content.decode()

    for text in ("Seals and signs new rows", "Failed, will be tried again: OperationalError", "Only the server"):
        assert text in page
    assert "Run the selected jobs now” to run them early" in superuser.get(f"/admin/{SCHEDULES}/").content.decode()


def test_a_superuser_runs_one_job_from_its_page(superuser, owner, schedule):
    Worker.see("host:1", now=timezone.now())
    address, run = f"/admin/{SCHEDULES}/{schedule.id}/change/", f"/admin/{SCHEDULES}/{schedule.id}/run/"

    assert "Closes questions that nobody answered in time." in superuser.get(address).content.decode()
    assert run in superuser.get(address).content.decode() and run in superuser.get(PAGE).content.decode()
    assert run not in owner.get(address).content.decode() + owner.get(PAGE).content.decode()
    assert owner.post(run).status_code == superuser.get(run).status_code == 403
    assert not JobRun.objects.exists()
    superuser.post(run)
    assert JobRun.objects.filter(job="expire_proposals").count() == 1


def test_runs_that_found_nothing_to_do_are_hidden_until_they_are_asked_for(owner, home):
    for job, items in (("purge_chunks", 0), ("expire_proposals", 3)):
        JobRun.objects.create(job=job, workspace_id=home.workspace_id, state=JobState.DONE, items=items)
    JobRun.objects.create(job="seal_history", workspace_id=home.workspace_id)

    def shown(**query):
        return {row.job for row in owner.get("/admin/operations/jobrun/", query).context["cl"].result_list}

    assert shown() == {"expire_proposals", "seal_history"}
    assert shown(idle="only") == {"purge_chunks"}
    assert len(shown(idle="shown")) == 3
    assert shown(q="purge_chunks") == {"purge_chunks"}
    assert "Runs that found nothing to do are hidden" in owner.get("/admin/operations/jobrun/").content.decode()
