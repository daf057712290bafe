"""Statements that go along with others: the beginning of a scope, what is sent later, and the commit."""

import pytest
from django.db import DataError, IntegrityError, connection, transaction

from workspaces import scope
from workspaces.models import Person
from workspaces.round_trip import inserts_of, update_of
from workspaces.scope import NoScope

pytestmark = pytest.mark.django_db(transaction=True)


def status():
    return connection.connection.info.transaction_status.name


def names(workspace):
    with scope.enter(workspace.workspace_id):
        return set(Person.objects.values_list("name", flat=True))


def test_a_scope_without_a_statement_opens_no_transaction(home):
    with scope.enter(home.workspace_id):
        assert status() == "IDLE"


def test_the_transaction_begins_with_the_first_statement(home):
    with scope.enter(home.workspace_id):
        Person.objects.count()
        assert status() == "INTRANS"
    assert status() == "IDLE"


def test_the_next_statement_sees_what_was_sent_later(home):
    with scope.enter(home.workspace_id):
        scope.send_later(*inserts_of([Person(name="Zoe")]))
        assert Person.objects.filter(name="Zoe").exists()


def test_so_does_one_with_a_cursor_of_the_server(home):
    with scope.enter(home.workspace_id):
        scope.send_later(*inserts_of([Person(name="Zoe")]))
        assert "Zoe" in [person.name for person in Person.objects.iterator()]


def test_without_another_statement_it_goes_with_the_commit(home):
    with scope.enter(home.workspace_id):
        scope.send_later(*inserts_of([Person(name="Zoe")]))
        scope.send_later(update_of(Person.objects.filter(name="Zoe"), name="Yves"))
        assert status() == "IDLE"
    assert "Yves" in names(home)


def test_what_fails_with_the_commit_raises_and_leaves_nothing(home):
    with pytest.raises(IntegrityError), scope.enter(home.workspace_id):
        rows = [Person(name="Zoe")]
        scope.send_later(*inserts_of(rows), *inserts_of(rows))
    assert status() == "IDLE" and "Zoe" not in names(home)


def test_the_statement_that_carries_a_failing_one_raises_its_error(home):
    with pytest.raises(DataError), scope.enter(home.workspace_id):
        scope.send_later(("SELECT 1 / %s", (0,)))
        Person.objects.count()
    assert status() == "IDLE"


def test_what_work_that_failed_had_to_send_is_not_sent(home):
    with pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        scope.send_later(*inserts_of([Person(name="Zoe")]))
        raise RuntimeError
    assert "Zoe" not in names(home)


def test_a_savepoint_takes_what_was_sent_later_back(home):
    with scope.enter(home.workspace_id):
        with pytest.raises(RuntimeError), transaction.atomic():
            scope.send_later(*inserts_of([Person(name="Zoe")]))
            raise RuntimeError
        assert not Person.objects.filter(name="Zoe").exists()


def test_callbacks_run_after_the_commit(home):
    seen = []
    with scope.enter(home.workspace_id):
        scope.send_later(*inserts_of([Person(name="Zoe")]))
        transaction.on_commit(lambda: seen.append(status()))
        assert seen == []
    assert seen == ["IDLE"]


def test_outside_a_scope_nothing_is_sent_later():
    with pytest.raises(NoScope):
        scope.send_later(("SELECT 1", ()))
