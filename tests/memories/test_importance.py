"""R6: importance is stored 0..1; an integer 1..5 is the five-step scale; answers carry both."""

import pytest

from memories.importance import InvalidImportance, lowest_of, to_level, to_unit


@pytest.mark.parametrize(("told", "stored"), [(1, 0.2), (2, 0.4), (3, 0.6), (4, 0.8), (5, 1.0)])
def test_an_integer_is_a_step_of_the_five(told, stored):
    assert to_unit(told) == pytest.approx(stored)


@pytest.mark.parametrize("told", [0.0, 0.2, 0.55, 1.0])
def test_a_number_with_a_decimal_point_is_0_to_1(told):
    assert to_unit(told) == told


@pytest.mark.parametrize("told", [0, 6, -1, 1.0001, -0.1, float("nan"), float("inf"), True])
def test_anything_else_is_refused(told):
    with pytest.raises(InvalidImportance):
        to_unit(told)


@pytest.mark.parametrize(("stored", "level"), [(0.0, 1), (0.2, 1), (0.4, 2), (0.5, 2), (0.8, 4), (0.95, 5), (1.0, 5)])
def test_the_level_is_the_nearest_step(stored, level):
    assert to_level(stored) == level


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_level_survives_being_stored(level):
    assert to_level(to_unit(level)) == level and lowest_of(level) <= to_unit(level)
