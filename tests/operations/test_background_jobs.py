"""The background mind's jobs: woken by turns, swept up by the schedule, one at a time in a workspace."""

from datetime import timedelta

import psycopg
import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from consent.changes import WriteMemory
from consent.gate import submit
from conversations.actions.sessions import open_session
from conversations.drafts import TurnDraft
from conversations.models import Session, Turn
from memories.drafts import MemoryDraft
from memories.models import Fact, Memory
from operations import jobs, queue
from operations.models import JobRun, Schedule
from operations.sessions import record_turns
from tests.providers.llm.fake_endpoint import serve
from workspaces import scope

SAID = "I'm allergic to nuts."


@pytest.fixture
def session(home, supervisor, now):
    return open_session(person_id=home.user_id, actor=supervisor, now=now)[0]


@pytest.fixture
def say(session, supervisor):
    def _say(*contents):
        drafts = [TurnDraft(role="user", content=content) for content in contents]
        record_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=timezone.now())

    return _say


@pytest.fixture
def counted(home):
    def _counted(model, **conditions):
        with scope.enter(home.workspace_id):
            return model.objects.filter(**conditions).count()

    return _counted


@pytest.fixture
def note(home, supervisor, now):
    def _note(content):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=content, content=content)
        return submit(WriteMemory(draft=draft), actor=supervisor, now=now)

    return _note


def queued():
    return sorted(JobRun.objects.filter(state="queued").values_list("job", flat=True))


def test_indexing_new_turns_wakes_what_reads_them(say, home):
    say(SAID)
    jobs.background.index_turns(home.workspace_id)
    assert queued() == ["extract_facts", "index_turns"]


def test_the_twentieth_turn_wakes_the_summarising(say, home):
    say(*[SAID] * 20)
    jobs.background.index_turns(home.workspace_id)
    assert queued() == ["extract_facts", "index_turns", "write_episodes"]


def test_when_there_is_nothing_to_do_nobody_is_woken(home):
    jobs.background.index_turns(home.workspace_id)
    assert queued() == []


def test_a_workspace_with_much_to_read_goes_behind_the_others(say, home, monkeypatch):
    monkeypatch.setattr("operations.jobs.sweep.TURN_SECONDS", 0)
    say(*[SAID] * 40)
    JobRun.objects.all().delete()

    assert jobs.background.extract_facts(home.workspace_id) == 20
    assert JobRun.objects.get(job="extract_facts").workspace_id == home.workspace_id
    assert jobs.background.extract_facts(home.workspace_id) == 20


def test_a_sweep_reads_every_workspace(say, counted):
    say(*[SAID] * 20)
    assert jobs.background.extract_facts(None) == 20
    assert jobs.background.write_episodes(None) == 1
    assert (counted(Fact), counted(Memory, memory_type="episodic")) == (1, 1)


def test_a_second_run_does_nothing(say):
    say(*[SAID] * 20)
    for job in (jobs.background.extract_facts, jobs.background.write_episodes):
        job(None)
    assert [jobs.JOBS[name](None) for name in ("extract_facts", "write_episodes")] == [0, 0]


def test_in_one_workspace_one_at_a_time_reads_turns(say, home, counted):
    say(SAID)
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [f"extract_facts/{home.workspace_id}"])
        assert jobs.background.extract_facts(None) == 0
        other.execute("SELECT pg_advisory_unlock_all()")
    assert jobs.background.extract_facts(None) == 1


@pytest.mark.parametrize("job", ["extract_facts", "write_episodes", "close_sessions"])
def test_each_has_its_schedule(db, job):
    assert Schedule.objects.get(job=job).every_seconds <= 300


class TestQuietSessions:
    def test_a_session_is_closed_when_nobody_spoke_for_long(self, say, counted, home, settings):
        say(SAID)
        settings.SESSION_IDLE_MINUTES = 30
        with scope.enter(home.workspace_id):
            Session.objects.update(last_turn_at=timezone.now() - timedelta(minutes=31))
        assert jobs.maintenance.close_sessions(None) == 1
        assert jobs.maintenance.close_sessions(None) == 0
        assert counted(Session, closed_at__isnull=False) == 1

    def test_one_that_was_never_used_too(self, session, home):
        with scope.enter(home.workspace_id):
            Session.objects.update(created_at=timezone.now() - timedelta(days=1))
        assert jobs.maintenance.close_sessions(None) == 1

    def test_one_in_use_stays_open(self, say):
        say(SAID)
        assert jobs.maintenance.close_sessions(None) == 0

    def test_a_new_turn_opens_it_again(self, say, home, counted):
        say(SAID)
        with scope.enter(home.workspace_id):
            Session.objects.update(closed_at=timezone.now())
        say("Hello again.")
        assert counted(Session, closed_at__isnull=True) == 1
        assert counted(Turn) == 2


class TestTheHotPath:
    """What a caller waits for when a turn is stored."""

    def test_storing_turns_asks_no_model_and_reads_no_turn(self, say, httpserver, settings, counted):
        model = serve(httpserver, settings)
        say(*[SAID] * 30)
        assert model.asked == []
        assert (counted(Fact), counted(Turn, extracted_at__isnull=False)) == (0, 0)

    def test_its_statements_do_not_grow_with_the_conversation(self, say):
        def statements():
            with CaptureQueriesContext(connection) as captured:
                say(SAID)
            return len(captured)

        statements()
        few = statements()
        say(*[SAID] * 60)
        assert statements() == few <= 20

    def test_a_turn_that_comes_while_a_run_is_under_way_queues_another(self, say, home):
        cache.clear()
        say(SAID)
        (first,) = JobRun.objects.filter(job="index_turns")
        say(SAID)
        assert JobRun.objects.filter(job="index_turns").count() == 1

        def job(workspace_id):
            say(SAID)
            return 1

        queue.carry_out(first.id, {"index_turns": job}, now=timezone.now())
        assert JobRun.objects.filter(job="index_turns").count() == 2


class TestWithALanguageModel:
    """A slow model keeps one worker, and no more than its share of time."""

    @pytest.fixture
    def model(self, httpserver, settings):
        model = serve(httpserver, settings)
        model.replies = {"FoundFacts": {"facts": []}, "Episode": {"summary": "The user was allergic to nuts."}}
        return model

    def test_while_one_worker_waits_for_it_no_other_does(self, say, model):
        say(*[SAID] * 20)
        with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
            other.execute("SELECT pg_advisory_lock(hashtextextended('language_model', 0))")
            assert (jobs.background.extract_facts(None), jobs.background.write_episodes(None)) == (0, 0)
            other.execute("SELECT pg_advisory_unlock_all()")
        assert model.asked == []
        assert (jobs.background.extract_facts(None), jobs.background.write_episodes(None)) == (20, 1)

    def test_the_night_s_consolidation_waits_for_its_turn_too(self, home, model, note, now):
        model.replies = {"Verdicts": {"verdicts": []}}
        note("Ana's team meets on Tuesdays at 10."), note("The team of Ana meets on Tuesdays at 10.")
        with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
            other.execute("SELECT pg_advisory_lock(hashtextextended('language_model', 0))")
            assert jobs.background.consolidate(None).figures["postponed"] == 1
            other.execute("SELECT pg_advisory_unlock_all()")
        assert model.asked == []
        again = JobRun.objects.get(job="consolidate", workspace_id=home.workspace_id)
        assert again.state == "queued" and again.run_at > now + timedelta(minutes=4)
        assert jobs.background.consolidate(home.workspace_id).figures["postponed"] == 0
        assert len(model.asked) == 1

    def test_without_a_model_it_waits_for_nobody(self, home, note):
        note("Ana's team meets on Tuesdays at 10."), note("The team of Ana meets on Tuesdays at 10.")
        with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
            other.execute("SELECT pg_advisory_lock(hashtextextended('language_model', 0))")
            assert jobs.background.consolidate(None).figures["postponed"] == 0
            other.execute("SELECT pg_advisory_unlock_all()")

    def test_a_run_that_takes_long_leaves_the_rest_for_the_next(self, say, model, monkeypatch):
        say(*[SAID] * 30)
        monkeypatch.setattr(jobs.background, "JOB_SECONDS", 0)
        first = jobs.background.extract_facts(None)
        monkeypatch.setattr(jobs.background, "JOB_SECONDS", 240)
        assert first + jobs.background.extract_facts(None) == 30 and first < 30
