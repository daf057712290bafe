"""A look at a few rows in one round trip, within a scope of its own."""

import pytest
from django.db import connection

from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = "SELECT name FROM workspaces_person ORDER BY name; SELECT %s::int"


@pytest.fixture
def people(home, elsewhere):
    for workspace, name in ((home, "Zoe"), (elsewhere, "Yves")):
        with scope.enter(workspace.workspace_id):
            Person.objects.create(name=name)


def test_it_answers_the_rows_of_each_statement(home, people):
    names, numbers = scope.glance(home.workspace_id, NAMES, [7])
    assert ("Zoe",) in names and numbers == [(7,)]


def test_it_sees_its_own_workspace_only(home, people):
    names, _ = scope.glance(home.workspace_id, NAMES, [7])
    assert ("Yves",) not in names


def test_nothing_of_it_stays_behind(home, people):
    scope.glance(home.workspace_id, NAMES, [7])
    assert Person.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('app.workspace_id', true), '')")
        assert cursor.fetchone() == ("",)


def test_it_is_one_round_trip(home, django_assert_num_queries):
    with django_assert_num_queries(1):
        scope.glance(home.workspace_id, NAMES, [7])
