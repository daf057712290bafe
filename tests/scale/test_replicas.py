"""Questions and pages from a streaming replica: never older than the bound, never without one's own writes."""

import pytest
from django.db import connection

from memories.embedding_models import active_model
from memories.models import Memory
from retrieval.models import RetrievalEvent
from tests.faults.processes import PATIENCE_SECONDS, until
from tests.interfaces.rest.conftest import Api, by_key, by_login
from tests.scale.conftest import is_even
from workspaces import replicas, scope
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent, ApiKey, Person
from workspaces.replicas.watch import forget, watch

pytestmark = pytest.mark.django_db(transaction=True)
SAILS = "The boat is called Aurora."
QUESTION = "What is the boat called?"


@pytest.fixture
def writer(home):
    return by_key(home, "supervisor")


@pytest.fixture
def reader(home):
    """Another key of the same agent, which has written nothing."""
    with scope.enter(home.workspace_id):
        key = issue_key(agent=Agent.objects.get(role="supervisor"))
    return Api({"Authorization": f"Bearer {key}"})


@pytest.fixture
def behind(home, writer, reader, replica):
    """The replica lacks what the writer just wrote, and has their keys."""
    active_model()  # the first question of a new database registers it, on the primary
    until(lambda: is_even(watch()))
    with replica.held_back():
        assert write(writer, home).status_code == 201
        yield replica


def write(caller, home, text=SAILS):
    return caller.post("/memories", {"user_id": str(home.user_id), "content": text})


def found_by(caller, home, path="/memory/query"):
    answer = caller.post(path, {"user_id": str(home.user_id), "query": QUESTION})
    assert answer.status_code == 200, answer.content
    return SAILS in answer.content.decode()


def replica_says(home, ask):
    """What a replica that is fit answers."""
    until(lambda: is_even(watch()))

    def work():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_is_in_recovery()")
            assert cursor.fetchone() == (True,)
        return ask()

    return replicas.read(work, after=0)


@pytest.mark.parametrize("path", ["/memory/query", "/context"])
def test_a_replica_answers_who_has_not_written(home, reader, behind, path):
    assert not found_by(reader, home, path)


@pytest.mark.parametrize("path", ["/memory/query", "/context"])
def test_one_s_own_write_is_always_seen(home, writer, behind, path):
    assert found_by(writer, home, path)


def test_a_server_reads_from_the_replica_that_its_environment_names(home, one_standby, serve):
    """As `READ_DATABASE_URLS` names it: not with all that Django adds to the databases it knows."""
    with serve(**one_standby.variables, WEB_PROCESSES="1") as post:
        assert post("/memories", SAILS, timeout=PATIENCE_SECONDS)[0] == 201
        until(lambda: post("/memory/query", QUESTION)[0] == 200 and one_standby.reads())


def test_what_others_wrote_is_seen_once_it_is_replayed(home, reader, writer, replica):
    write(writer, home)
    until(lambda: is_even(watch()))
    assert found_by(reader, home)


def test_nobody_reads_what_is_older_than_the_bound(home, reader, behind, settings):
    settings.READ_STALENESS_SECONDS = 0.5
    until(lambda: found_by(reader, home))


def test_the_receipt_is_on_the_primary(home, reader, writer, behind):
    answer = reader.post("/memory/query", {"user_id": str(home.user_id), "query": QUESTION})
    with scope.enter(home.workspace_id):
        assert RetrievalEvent.objects.filter(id=answer["X-Retrieval-Event"]).exists()


def test_a_person_whom_the_replica_does_not_know_yet_is_asked_about(home, reader, behind):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
    assert reader.post("/memory/query", {"user_id": str(ben.id), "query": QUESTION}).status_code == 200


def test_a_revoked_key_counts_no_more_at_once(home, reader, behind, now):
    with scope.enter(home.workspace_id):
        for key in ApiKey.objects.all():
            key.revoke(now=now)
    answer = reader.post("/memory/query", {"user_id": str(home.user_id), "query": QUESTION})
    assert answer.status_code == 401


def test_who_is_erased_meanwhile_is_not_told_of(home, reader, behind, now):
    with scope.enter(home.workspace_id):
        Person.everybody.filter(id=home.user_id).update(erasure_asked_at=now)
    answer = reader.post("/memory/query", {"user_id": str(home.user_id), "query": QUESTION})
    assert answer.status_code in (403, 404)


def test_a_page_comes_from_the_replica_until_its_reader_writes(home, behind):
    page = by_login("owner").client
    assert SAILS not in page.get("/memories").content.decode()
    page.post("/workspace", {"workspace": "none"})
    assert SAILS in page.get("/memories").content.decode()


class TestIsolation:
    def test_a_replica_shows_nothing_outside_a_scope(self, home, writer, replica):
        write(writer, home)
        assert replica_says(home, Memory.objects.count) == 0

    def test_a_replica_shows_one_workspace_only(self, home, elsewhere, writer, replica):
        write(writer, home)

        def counted(workspace):
            with scope.enter(workspace.workspace_id), connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM memories_memory")
                return cursor.fetchone()[0]

        assert replica_says(home, lambda: [counted(home), counted(elsewhere)]) == [1, 0]

    def test_nothing_of_a_scope_stays_on_its_connection(self, home, writer, replica):
        write(writer, home)

        def ask():
            with scope.enter(home.workspace_id):
                assert Memory.objects.count() == 1
            return Memory.objects.count()

        assert replica_says(home, ask) == 0

    def test_what_is_no_standby_is_not_read_from(self, home, reader, writer, settings, db):
        """Such as a promoted one: its rows are no longer the primary's."""
        connection.ensure_connection()
        settings.READ_DATABASES = [connection.settings_dict]
        forget()
        assert not is_even(watch())
        write(writer, home)
        assert found_by(reader, home)
        assert not is_even(watch())
        forget()


class TestDeath:
    @pytest.fixture(autouse=True)
    def soon(self, replica, monkeypatch):
        monkeypatch.setattr("workspaces.replicas.replica.SILENT_SECONDS", 2.0)

    def test_a_silent_replica_is_left_out(self, home, writer, reader, replica):
        write(writer, home)
        until(lambda: is_even(watch()))
        with replica.stopped():
            assert found_by(reader, home)
            assert not is_even(watch())
        until(lambda: is_even(watch()))

    def test_a_replica_that_ended_is_left_out_and_taken_back(self, home, writer, reader, replica):
        write(writer, home)
        until(lambda: is_even(watch()))
        replica.stop()
        assert found_by(reader, home)
        replica.restart()
        until(lambda: is_even(watch()))
        assert found_by(reader, home)
