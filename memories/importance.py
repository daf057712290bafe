"""001's five-step importance and the 0..1 that is stored: the one place that maps them (R6)."""

import math
from bisect import bisect

STEPS = 5


class InvalidImportance(ValueError):
    """Neither an integer 1..5 nor a float 0..1."""


def to_unit(value: int | float) -> float:
    """An integer is the five-step scale, 0.2 a step; a float is 0..1 already. Raises InvalidImportance."""
    if isinstance(value, bool):
        raise InvalidImportance("Importance is a number.")
    if isinstance(value, int):
        if not 1 <= value <= STEPS:
            raise InvalidImportance("An integer importance lies between 1 and 5; write 0..1 with a decimal point.")
        return value / STEPS
    if not 0.0 <= value <= 1.0:
        raise InvalidImportance("Importance lies between 0.0 and 1.0, or is an integer from 1 to 5.")
    return value


def lowest_of(level: int) -> float:
    """The lowest 0..1 that still is this level.

    What lies half-way belongs to the step below, so that the default of 0.5 is 2, as 001 §1 prints it.
    """
    return math.nextafter((level - 0.5) / STEPS, math.inf) if level > 1 else 0.0


def highest_of(level: int) -> float:
    """The highest 0..1 that still is this level."""
    return (level + 0.5) / STEPS if level < STEPS else 1.0


LOWEST = tuple(lowest_of(level) for level in range(1, STEPS + 1))


def to_level(value: float) -> int:
    """0..1 as the nearest of the steps 1..5, by `lowest_of`."""
    return bisect(LOWEST, value)
