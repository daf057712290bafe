"""Going on as if something held, and proving it in the next round trip."""

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def given(home):
    """Take something as given that holds or does not."""

    def take(holds):
        statement = ("SELECT 1 / count(*) FROM (SELECT 1 WHERE %s) AS held", (holds,))
        scope.take_as_given(scope.Proof(home.workspace_id, statement))

    yield take
    scope.take_as_given(None)


@pytest.fixture
def rename(home):
    """Send a write of its own."""

    def send():
        with scope.pipelined_scope(home.workspace_id):
            text = "UPDATE workspaces_person SET name = 'Zoe' WHERE workspace_id = %s"
            scope.fetch_pipelined([(text, (home.workspace_id,))])

    return send


@pytest.fixture
def proofs():
    """How many proofs are sent meanwhile."""

    def count(call):
        with CaptureQueriesContext(connection) as captured:
            call()
        return sum("AS held" in one["sql"] for one in captured)

    return count


def names(home):
    with scope.enter(home.workspace_id):
        return set(Person.objects.values_list("name", flat=True))


def test_what_holds_is_proved_once_along_with_the_work(home, given, rename, proofs):
    given(True)
    assert [proofs(rename), proofs(rename)] == [1, 0]
    assert names(home) == {"Zoe"}


def test_where_it_does_not_hold_nothing_is_done_and_nothing_is_left_to_prove(home, given, rename, proofs):
    given(False)
    with pytest.raises(scope.Disproved):
        rename()
    assert "Zoe" not in names(home)
    assert proofs(rename) == 0


def test_a_scope_is_not_entered_before_it_is_proved(home, given):
    given(False)
    with pytest.raises(scope.Disproved):
        names(home)


def test_after_another_failure_it_is_still_to_be_proved(home, given, rename, proofs):
    given(True)
    with pytest.raises(DatabaseError), scope.pipelined_scope(home.workspace_id):
        scope.fetch_pipelined([("SELECT 1 FROM nowhere", ())])
    assert proofs(rename) == 1


def test_a_division_by_zero_of_the_work_itself_is_told_as_such(home):
    with pytest.raises(DatabaseError), scope.pipelined_scope(home.workspace_id):
        scope.fetch_pipelined([("SELECT 1 / 0", ())])
