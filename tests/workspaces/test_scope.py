"""The scope of one workspace: rule 2 of the architecture, and what raw SQL sees."""

import threading

import pytest
from django.db import IntegrityError, OperationalError, ProgrammingError, connection, transaction

from conversations.models import Session
from workspaces import scope
from workspaces.models import Person, uuid7
from workspaces.scope import NoScope

pytestmark = pytest.mark.django_db


def count_people():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM workspaces_person")
        return cursor.fetchone()[0]


def test_outside_a_scope_no_row_is_seen(home):
    assert Person.objects.count() == 0
    assert count_people() == 0


def test_inside_only_the_workspaces_own_rows_are_seen(home, elsewhere):
    with scope.enter(home.workspace_id):
        assert list(Person.objects.values_list("id", flat=True)) == [home.user_id]
        assert count_people() == 1


def test_a_row_can_not_be_made_outside():
    with pytest.raises(NoScope):
        Person.objects.create(name="Nobody")


def test_a_row_of_another_workspace_can_not_be_written(home, elsewhere):
    with pytest.raises(ProgrammingError, match="row-level security"), scope.enter(home.workspace_id):
        Person.objects.create(name="Spy", workspace_id=elsewhere.workspace_id)


def test_another_workspaces_row_can_not_be_referred_to(home, elsewhere):
    with pytest.raises(IntegrityError, match="tenant_fk"), scope.enter(home.workspace_id):
        Session.objects.create(person_id=elsewhere.user_id, thread_id="t")


def test_raw_update_and_delete_touch_nothing_elsewhere(home, elsewhere):
    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        cursor.execute("UPDATE workspaces_person SET name = 'x' WHERE id = %s", [elsewhere.user_id])
        assert cursor.rowcount == 0
        cursor.execute("DELETE FROM workspaces_person WHERE id = %s", [elsewhere.user_id])
        assert cursor.rowcount == 0


@pytest.mark.django_db(transaction=True)
def test_scopes_do_not_nest(home):
    with scope.enter(home.workspace_id), pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        pass


@pytest.mark.django_db(transaction=True)
def test_the_connection_forgets_the_scope(home):
    with scope.enter(home.workspace_id):
        assert count_people() == 1
    assert count_people() == 0
    with transaction.atomic():
        assert count_people() == 0


@pytest.mark.django_db(transaction=True)
def test_a_failed_scope_leaves_nothing(home):
    with pytest.raises(ZeroDivisionError), scope.enter(home.workspace_id):
        Person.objects.create(name="Half")
        raise ZeroDivisionError
    with scope.enter(home.workspace_id):
        assert not Person.objects.filter(name="Half").exists()


@pytest.mark.django_db(transaction=True)
def test_a_lost_connection_is_told_as_such(home):
    connection.connection.close()
    with pytest.raises(OperationalError, match="lost"), scope.enter(home.workspace_id):
        pass
    connection.close()
    with scope.enter(home.workspace_id):
        assert Person.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_threads_have_scopes_of_their_own(home, elsewhere):
    seen = {}

    def look(workspace_id):
        for _ in range(20):
            with scope.enter(workspace_id):
                seen.setdefault(workspace_id, set()).update(Person.objects.values_list("id", flat=True))
        connection.close()

    threads = [threading.Thread(target=look, args=[w.workspace_id]) for w in (home, elsewhere)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {home.workspace_id: {home.user_id}, elsewhere.workspace_id: {elsewhere.user_id}}


def test_ids_are_ordered_by_time():
    ids = [uuid7() for _ in range(100)]
    assert ids == sorted(ids)
