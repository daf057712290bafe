"""What is kept until the end of a scope: done together, in the same transaction."""

import pytest

from workspaces import scope
from workspaces.models import Person
from workspaces.scope import NoScope

pytestmark = pytest.mark.django_db


def test_all_that_was_kept_comes_at_the_end_in_order(home):
    seen = []
    with scope.enter(home.workspace_id):
        scope.at_end(seen.extend, 1)
        scope.at_end(seen.extend, 2)
        assert seen == []
    assert seen == [1, 2]


def test_it_is_done_inside_the_scope(home):
    with scope.enter(home.workspace_id):
        scope.at_end(Person.objects.bulk_create, Person(name="Late"))
    with scope.enter(home.workspace_id):
        assert Person.objects.filter(name="Late").exists()


def test_when_it_fails_nothing_is_kept(home):
    def fail(_items):
        raise RuntimeError

    with pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        Person.objects.create(name="Nobody")
        scope.at_end(fail, None)
    with scope.enter(home.workspace_id):
        assert not Person.objects.filter(name="Nobody").exists()


def test_nor_is_it_done_when_the_work_failed(home):
    seen = []
    with pytest.raises(RuntimeError), scope.enter(home.workspace_id):
        scope.at_end(seen.extend, 1)
        raise RuntimeError
    with scope.enter(home.workspace_id):
        assert seen == []


def test_outside_a_scope_there_is_no_end_to_wait_for():
    with pytest.raises(NoScope):
        scope.at_end(print, 1)
