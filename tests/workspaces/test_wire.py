"""Statements on the wire: values, prepared statements, and what failed."""

import psycopg
import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction

from workspaces import scope, wire
from workspaces.models import Person

pytestmark = pytest.mark.django_db(transaction=True)
PREPARED = ("SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%%needle%%'", ())


@pytest.fixture
def ask(home):
    """The rows of one statement, on a connection that has prepared nothing yet."""
    connection.close()

    def asked(text, *values, is_recurring=True):
        with scope.pipelined_scope(home.workspace_id):
            return scope.fetch_pipelined([(text, values)], is_recurring=is_recurring)[0]

    return asked


@pytest.fixture
def prepared(home):
    """How many statements that hold the word "needle" the connection has prepared."""

    def count():
        with scope.pipelined_scope(home.workspace_id):
            return scope.fetch_pipelined([PREPARED], is_recurring=False)[0][0][0]

    return count


def test_values_keep_their_types(ask, home):
    values = (home.workspace_id, 7, "ü %s", None, [1, 2], 0.5)
    assert ask("SELECT %s::uuid, %s::int, %s::text, %s::text, %s::int[], %s::float8, '%%'", *values) == [(*values, "%")]


def test_a_value_may_be_named_and_used_twice(home):
    rows = scope.pipelined_read(home.workspace_id, [("SELECT %(a)s::int, %(b)s::int, %(a)s::int", {"a": 1, "b": 2})])
    assert rows == [[(1, 2, 1)]]


def test_a_statement_is_prepared_when_it_is_sent_for_the_third_time(ask, prepared):
    for already in (0, 0, 1, 1):
        ask("SELECT %s::int AS needle", 1)
        assert prepared() == already


def test_one_that_is_planned_for_its_values_is_not(ask, prepared):
    for _ in range(4):
        ask("SELECT %s::int AS needle", 1, is_recurring=False)
    assert prepared() == 0


def test_nothing_is_prepared_behind_a_pooler(ask, prepared):
    connection.ensure_connection()
    connection.connection.prepare_threshold = None
    for _ in range(4):
        ask("SELECT %s::int AS needle", 1)
    assert prepared() == 0


def test_the_oldest_are_forgotten(ask, prepared, monkeypatch):
    monkeypatch.setattr(wire, "MOST_PREPARED", 5)
    for number in range(12):
        for _ in range(4):
            assert ask(f"SELECT %s::int AS needle_{number}", number) == [(number,)]
    assert 0 < prepared() <= 6


def test_what_is_prepared_outlives_a_rollback(home, ask, prepared):
    for _ in range(3):
        ask("SELECT %s::int AS needle", 1)
    with pytest.raises(LookupError), transaction.atomic():
        Person.objects.count()
        raise LookupError
    assert prepared() == 1 and ask("SELECT %s::int AS needle", 2) == [(2,)]


def test_a_value_that_cannot_be_converted_sends_nothing(ask):
    with pytest.raises(Exception, match="cannot adapt type"):
        ask("SELECT %s", object())
    assert ask("SELECT 1") == [(1,)]


def test_what_fails_at_the_commit_raises_and_leaves_a_usable_connection(home, ask):
    """A deferred constraint is checked after the last statement has been answered."""
    ask("CREATE TEMPORARY TABLE needle (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(IntegrityError):
        ask("INSERT INTO needle VALUES (%s), (%s)", 1, 1)
    assert ask("SELECT count(*)::int FROM needle") == [(0,)]


def test_only_the_first_failure_is_told(home, ask):
    failing = [("SELECT 1 / %s::int", (0,)), ("SELECT nothing", ())]
    with pytest.raises(DataError, match="division by zero"):
        scope.pipelined_read(home.workspace_id, failing)


def test_a_lost_connection_raises_and_is_opened_again(home, ask):
    with pytest.raises(OperationalError):
        ask("SELECT pg_terminate_backend(pg_backend_pid())")
    assert ask("SELECT 1") == [(1,)]


def test_what_is_used_stays_while_others_come_and_go(ask, monkeypatch):
    monkeypatch.setattr(wire, "MOST_PREPARED", 5)
    names = "SELECT name FROM pg_prepared_statements WHERE statement LIKE '%%kept%%'"
    for _ in range(3):
        ask("SELECT %s::int AS kept", 1)
    first = ask(names, is_recurring=False)
    for number in range(8):
        for _ in range(3):
            ask(f"SELECT %s::int AS needle_{number}", number)
            ask("SELECT %s::int AS kept", 1)
    assert len(first) == 1 and ask(names, is_recurring=False) == first


def test_a_connection_that_was_given_up_is_opened_again(home, ask):
    """As the web process does with a server that says nothing any more."""
    ask("SELECT 1")
    driver = connection.connection

    def give_up(*_, **__):
        driver.close()
        raise psycopg.OperationalError("silence")

    driver.wait = give_up
    with pytest.raises(OperationalError, match="silence"):
        ask("SELECT 2")
    assert ask("SELECT 3") == [(3,)]


def test_more_than_the_socket_takes_at_once(home):
    """Both sides write: neither waits for the other to read."""
    statements = [("SELECT length(%s::text), repeat('y', 100000)", ("x" * 100_000,))] * 60
    rows = scope.pipelined_read(home.workspace_id, statements)
    assert [length for [(length, _)] in rows] == [100_000] * 60
