"""R6: importance is stored 0..1; an integer 1..5 is the five-step scale; answers carry both."""

import math

import pytest

from memories.importance import InvalidImportance, highest_of, lowest_of, to_level, to_unit


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


@pytest.mark.parametrize(("stored", "level"), [(0.0, 1), (0.2, 1), (0.4, 2), (0.6, 3), (0.8, 4), (0.95, 5), (1.0, 5)])
def test_the_level_is_the_nearest_step(stored, level):
    assert to_level(stored) == level


@pytest.mark.parametrize(("stored", "level"), [(0.3, 1), (0.5, 2), (0.7, 3), (0.9, 4)])
def test_what_lies_half_way_is_the_step_below(stored, level):
    """So a memory of importance 0.5, the default, is told as 001 §1 has it: "(imp=2)"."""
    assert to_level(stored) == level
    assert lowest_of(level) <= stored < lowest_of(level + 1)


@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_every_level_begins_where_the_one_below_ends(level):
    lowest = lowest_of(level)
    assert (to_level(lowest), to_level(math.nextafter(lowest, 0))) == (level, level - 1)
    assert math.nextafter(highest_of(level - 1), 1) == lowest


def test_the_first_level_begins_at_nothing_and_the_last_ends_at_one():
    assert (lowest_of(1), to_level(0.0)) == (0.0, 1)
    assert (highest_of(5), to_level(1.0)) == (1.0, 5)


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_level_survives_being_stored(level):
    assert to_level(to_unit(level)) == level and lowest_of(level) <= to_unit(level)
