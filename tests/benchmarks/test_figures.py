"""Figures of benchmarks: medians, 95th percentiles, and how much of the bound they take."""

import time

from benchmarks.figures import Figure, as_table, processor_ms, wall_ms


def test_half_of_the_runs_are_below_the_median():
    assert Figure("x", [1.0, 2.0, 9.0], 10.0).median == 2.0


def test_one_run_is_its_own_p95():
    assert Figure("x", [3.0], 10.0).p95 == 3.0


def test_the_p95_lies_among_the_runs():
    assert 95 <= Figure("x", [float(n) for n in range(1, 101)], 100.0).p95 <= 96


def test_the_table_tells_the_share_of_the_bound():
    assert "| x | 1 | 30.00 | 30.00 | 60 | 0.50 |" in as_table([Figure("x", [30.0], 60.0)])


def test_calls_get_their_arguments():
    found = []
    wall_ms(found.append, 1), processor_ms(found.append, 2)
    assert found == [1, 2]


def test_a_call_that_sleeps_takes_time_but_no_processor():
    assert wall_ms(time.sleep, 0.05) >= 50 > processor_ms(time.sleep, 0.05)


def test_a_call_that_works_takes_both():
    assert min(wall_ms(sum, range(1_000_000)), processor_ms(sum, range(1_000_000))) > 1
