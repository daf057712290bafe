"""Caps by person, workspace and day (001 §3, §4, §13)."""

from datetime import timedelta

import pytest

from intelligence.model_access import prune_budgets
from intelligence.models import Budget, Kind
from workspaces import scope


@pytest.fixture
def take(home, now):
    def _take(amount=1, *, kind=Kind.WRITES, cap=3, person_id=home.user_id, at=now):
        with scope.enter(home.workspace_id):
            return Budget.objects.take(kind, amount, now=at, cap=cap, person_id=person_id)

    return _take


def used(home, now, kind=Kind.WRITES, person_id=None):
    with scope.enter(home.workspace_id):
        return Budget.objects.used(kind, day=now.date(), person_id=person_id)


def test_a_cap_is_never_passed(take, home, now):
    assert [take() for _ in range(5)] == [True, True, True, False, False]
    assert used(home, now, person_id=home.user_id) == 3


def test_what_would_pass_it_is_not_taken_in_part(take, home, now):
    assert take(2) and not take(2) and take(1)
    assert not take(4, kind=Kind.PAIRS)


def test_a_new_day_begins_at_nought(take, now):
    assert take(3) and not take(1)
    assert take(3, at=now + timedelta(days=1))


def test_people_kinds_and_the_workspace_are_counted_apart(take, home, now):
    assert take(3) and take(3, kind=Kind.PAIRS) and take(3, person_id=None) and not take(1, person_id=None)
    assert used(home, now) == used(home, now, Kind.PAIRS, home.user_id) == 3


def test_without_a_cap_it_is_only_counted(take, home, now):
    assert take(10**12, cap=None) and take(10**12, cap=None)
    assert used(home, now, person_id=home.user_id) == 2 * 10**12


def test_another_workspace_has_its_own(take, home, elsewhere, now):
    take(3, person_id=None)
    with scope.enter(elsewhere.workspace_id):
        assert Budget.objects.used(Kind.WRITES, day=now.date()) == 0


def test_old_days_are_dropped(take, home, now):
    take(1, at=now - timedelta(days=91))
    take(1, at=now - timedelta(days=89))
    assert prune_budgets(workspace_id=home.workspace_id, now=now) == 1
    assert prune_budgets(workspace_id=home.workspace_id, now=now) == 0
