"""A look at a few rows in one round trip, within a scope of its own."""

import time

import psycopg
import pytest
from django.db import DataError, connection

from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = [("SELECT name FROM workspaces_person ORDER BY name", ()), ("SELECT %s::int", (7,))]


@pytest.fixture
def people(home, elsewhere):
    for workspace, name in ((home, "Zoe"), (elsewhere, "Yves")):
        with scope.enter(workspace.workspace_id):
            Person.objects.create(name=name)


def test_it_answers_the_rows_of_each_statement(home, people):
    names, numbers = scope.pipelined_read(home.workspace_id, NAMES)
    assert ("Zoe",) in names and numbers == [(7,)]


def test_it_sees_its_own_workspace_only(home, people):
    names, _ = scope.pipelined_read(home.workspace_id, NAMES)
    assert ("Yves",) not in names


def test_nothing_of_it_stays_behind(home, people):
    scope.pipelined_read(home.workspace_id, NAMES)
    assert Person.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.workspace_id', true), '')")
        assert cursor.fetchone() == ("",)


def test_it_is_one_round_trip(home, django_assert_num_queries):
    with django_assert_num_queries(1):
        scope.pipelined_read(home.workspace_id, NAMES)


def test_glances_leave_no_transaction_open(home, people):
    with scope.pipelined_scope(home.workspace_id):
        assert ("Zoe",) in scope.fetch_pipelined(NAMES)[0]
        assert connection.connection.info.transaction_status.name == "IDLE"
        assert ("Yves",) not in scope.fetch_pipelined(NAMES)[0]


def test_django_s_own_queries_see_nothing_among_glances(home, people):
    with scope.pipelined_scope(home.workspace_id):
        assert Person.objects.count() == 0
    with pytest.raises(scope.NoScope):
        scope.current_workspace_id()


def test_a_look_inside_enter_is_part_of_its_transaction(home):
    with scope.enter(home.workspace_id):
        Person.objects.create(name="Ada")
        assert ("Ada",) in scope.fetch_pipelined(NAMES)[0]


def test_something_may_be_done_while_postgresql_works(home):
    """The statement has been sent by then: others see it run."""
    seen = []

    def look_from_elsewhere():
        busy = connection.connection.info.backend_pid
        # A transaction would see the same activity however often it looks.
        with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
            activity = "SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND query LIKE '%%pg_sleep%%'"
            for _ in range(1000):
                seen.append(other.execute(f"{activity} AND state = 'active'", (busy,)).fetchone()[0])
                if seen[-1]:
                    return
                time.sleep(0.002)

    with scope.pipelined_scope(home.workspace_id):
        scope.fetch_pipelined([("SELECT 1 FROM (SELECT pg_sleep(0.5)) AS slept", ())], meanwhile=look_from_elsewhere)
        assert seen[-1] == 1
        assert connection.connection.info.transaction_status.name == "IDLE"


def test_what_fails_meanwhile_leaves_the_connection_usable(home, people):
    def fail():
        raise LookupError

    with scope.pipelined_scope(home.workspace_id):
        with pytest.raises(LookupError):
            scope.fetch_pipelined(NAMES, meanwhile=fail)
        assert ("Zoe",) in scope.fetch_pipelined(NAMES)[0]


@pytest.mark.parametrize("fine", range(4))
def test_failures_one_after_the_other_leave_the_connection_usable(home, people, fine):
    """Whatever the driver had prepared by then, and took for prepared though it was skipped."""
    failing = [NAMES[0], ("SELECT 1 / %s::int", (0,)), ("SELECT %s::text", ("skipped",))]
    connection.close()
    for _ in range(fine):
        scope.pipelined_read(home.workspace_id, NAMES)
    for _ in range(4):
        with pytest.raises(DataError, match="division by zero"):
            scope.pipelined_read(home.workspace_id, failing)
        for _ in range(2):
            assert scope.pipelined_read(home.workspace_id, NAMES)[1] == [(7,)]
