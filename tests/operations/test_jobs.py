"""Jobs: every target resolves, each run is counted before it starts, poison ends as a dead letter."""

import traceback
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.models import OrmQ
from django_q.models import Schedule as QueueSchedule

from conversations.actions.sessions import open_session
from conversations.drafts import TurnDraft
from memories.models import Chunk, Embedding
from operations import jobs, queue
from operations.models import JobRun, Schedule
from operations.models.job import JobState
from operations.schedules import SCHEDULES, synchronise
from operations.sessions import record_turns
from providers import embedding
from providers.embedding import EmbeddingRefused
from workspaces import scope

pytestmark = pytest.mark.django_db


def boom(workspace_id):
    raise ValueError("what somebody wrote")


def test_every_schedule_names_a_job():
    assert set(Schedule.objects.values_list("job", flat=True)) == set(SCHEDULES) <= set(jobs.JOBS)


def test_migrating_adds_what_is_missing_and_removes_what_is_gone(now):
    Schedule.objects.filter(job="consolidate").delete()
    Schedule.objects.create(job="no longer", every_seconds=60, next_run_at=now)
    synchronise()
    consolidate = Schedule.objects.get(job="consolidate")
    assert (consolidate.next_run_at.hour, consolidate.is_per_workspace, consolidate.spread_seconds) == (1, True, 3000)
    assert not Schedule.objects.filter(job="no longer").exists()


def test_migrating_leaves_what_an_administrator_set(now):
    Schedule.objects.filter(job="send_digests").update(every_seconds=7_200, is_paused=True, next_run_at=now)
    synchronise()
    row = Schedule.objects.get(job="send_digests")
    assert (row.every_seconds, row.is_paused, row.next_run_at) == (7_200, True, now)


def test_the_queue_s_own_schedule_is_the_tick_alone():
    assert list(QueueSchedule.objects.values_list("func", flat=True)) == ["operations.jobs.tick"]
    assert import_string("operations.jobs.tick") is jobs.tick


@pytest.mark.parametrize("job", jobs.JOBS)
def test_every_job_runs_twice_safely_on_an_empty_workspace(home, job):
    for workspace_id in (None, home.workspace_id):
        done = jobs.JOBS[job](workspace_id)
        assert done == 0 or done.items == 0


def test_what_is_due_is_queued_once(home, now):
    Schedule.objects.update(next_run_at=now - timedelta(seconds=1), spread_seconds=0)
    due = Schedule.objects.count()
    assert queue.enqueue_due(now=now) == due
    assert queue.enqueue_due(now=now) == 0
    assert queue.deliver_due(now=now) == due
    assert queue.deliver_due(now=now) == 0
    assert JobRun.objects.count() == due == OrmQ.objects.count()


def test_a_paused_schedule_waits(now):
    Schedule.objects.update(next_run_at=now - timedelta(seconds=1), is_paused=True)
    assert queue.enqueue_due(now=now) == 0


def test_a_run_counts_what_it_did(now):
    run = JobRun.objects.create(job="prune_job_runs")
    jobs.run(str(run.id))
    run.refresh_from_db()
    assert (run.state, run.attempts, run.items) == (JobState.DONE, 1, 0)


def test_a_finished_run_is_not_run_again(now):
    run = JobRun.objects.create(job="x", state=JobState.DONE, attempts=1)
    queue.carry_out(run.id, {"x": boom}, now=now)
    run.refresh_from_db()
    assert (run.state, run.attempts) == (JobState.DONE, 1)


def test_poison_is_given_up_after_three_attempts(now):
    run = JobRun.objects.create(job="x")
    for _ in range(3):
        with pytest.raises(queue.JobFailed):
            queue.carry_out(run.id, {"x": boom}, now=now)
    run.refresh_from_db()
    assert (run.state, run.attempts, run.error) == (JobState.DEAD, 3, "ValueError")


def test_so_is_a_job_that_killed_its_worker_three_times(now):
    run = JobRun.objects.create(job="x", state=JobState.RUNNING, attempts=3)
    queue.carry_out(run.id, {"x": boom}, now=now)
    run.refresh_from_db()
    assert (run.state, run.attempts) == (JobState.DEAD, 3)


def test_an_error_s_text_is_not_kept(now):
    run = JobRun.objects.create(job="x")
    with pytest.raises(queue.JobFailed) as failed:
        queue.carry_out(run.id, {"x": boom}, now=now)
    run.refresh_from_db()
    assert "somebody" not in run.error
    # The queue keeps the traceback of what it is told, causes and all.
    assert "somebody" not in "".join(traceback.format_exception(failed.value))


def test_old_runs_are_dropped_and_dead_letters_stay(now):
    long_ago = now - timedelta(days=jobs.maintenance.JOB_RUN_DAYS + 1)
    done, dead = (
        JobRun.objects.create(job="x", state=JobState.DONE),
        JobRun.objects.create(job="x", state=JobState.DEAD),
    )
    JobRun.objects.update(created_at=long_ago)
    assert jobs.maintenance.prune_job_runs(None) == 1
    assert JobRun.objects.filter(id=dead.id).exists() and not JobRun.objects.filter(id=done.id).exists()


def test_turns_are_found_by_meaning_after_their_job(home, supervisor, now):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role="user", content=f"I painted picture number {n}.") for n in range(3)]
    record_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    assert jobs.background.index_turns(None) == 3
    assert jobs.background.index_turns(None) == 0
    with scope.enter(home.workspace_id):
        assert Chunk.objects.filter(turn__isnull=False).count() == Embedding.objects.count() == 3


def test_new_turns_wake_the_worker_once(home, supervisor, now, django_capture_on_commit_callbacks):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    with django_capture_on_commit_callbacks(execute=True):
        for text in ("one", "two"):
            record_turns(
                session_id=session.id,
                drafts=[TurnDraft(role="user", content=text)],
                actor=supervisor,
                now=timezone.now(),
            )
    assert JobRun.objects.filter(job="index_turns", workspace_id=home.workspace_id).count() == 1


def test_chunks_without_vectors_are_caught_up(home, supervisor, now):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    record_turns(session_id=session.id, drafts=[TurnDraft(role="user", content="x")], actor=supervisor, now=now)
    jobs.background.index_turns(None)
    with scope.enter(home.workspace_id):
        Embedding.objects.all().delete()
    assert jobs.background.embed_chunks(home.workspace_id) == 1
    with scope.enter(home.workspace_id):
        assert Embedding.objects.count() == 1


@pytest.fixture
def refusing(monkeypatch):
    """An endpoint that refuses every text with one of these words."""
    embed = embedding.embed

    def refuse(*words):
        def embed_or_refuse(texts, **options):
            if any(word in text for word in words for text in texts):
                raise EmbeddingRefused("HTTP 400")
            return embed(texts, **options)

        monkeypatch.setattr("providers.embedding.embed", embed_or_refuse)

    return refuse


def test_a_text_that_the_endpoint_refuses_holds_up_no_other(home, supervisor, now, refusing, monkeypatch):
    monkeypatch.setattr("memories.maintenance.embed_chunks.BATCH", 1)
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role="user", content=f"I {verb} a picture.") for verb in ("bought", "hung", "painted", "sold")]
    record_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    refusing("hung")
    assert jobs.background.index_turns(None) == 4
    with scope.enter(home.workspace_id):
        assert set(Chunk.objects.filter(embeddings=None).values_list("text", flat=True)) == {"I hung a picture."}
        Embedding.objects.all().delete()
    assert jobs.background.embed_chunks(home.workspace_id) == 4
    with scope.enter(home.workspace_id):
        assert set(Chunk.objects.filter(embeddings=None).values_list("text", flat=True)) == {"I hung a picture."}
    refusing()
    assert jobs.background.embed_chunks(home.workspace_id) == 1
    with scope.enter(home.workspace_id):
        assert Embedding.objects.count() == 4


def test_an_endpoint_that_refuses_everything_fails_the_job(home, supervisor, now, refusing):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    record_turns(session_id=session.id, drafts=[TurnDraft(role="user", content="x")], actor=supervisor, now=now)
    refusing("")
    with pytest.raises(EmbeddingRefused):
        jobs.background.index_turns(None)
    with scope.enter(home.workspace_id):
        assert not Chunk.objects.exists()
