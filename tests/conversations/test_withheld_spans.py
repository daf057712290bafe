"""Spans of a message that are left out: merged, cut out of one another, and marked."""

import pytest

from conversations.withheld_spans import merged, outside, without

TEXT = "Ana: I live in Lisbon. I like tea."


def test_overlapping_spans_become_one():
    assert merged([(5, 9), (0, 3), (2, 6), (12, 14)]) == [(0, 9), (12, 14)]


@pytest.mark.parametrize(
    ("others", "left"),
    [([], [(4, 10)]), ([(0, 4)], [(4, 10)]), ([(0, 6)], [(6, 10)]), ([(5, 6)], [(4, 5), (6, 10)]), ([(0, 20)], []),
     ([(5, 6), (8, 12)], [(4, 5), (6, 8)])],
)  # fmt: skip
def test_what_lies_within_others_is_cut_out(others, left):
    assert outside([(4, 10)], others) == left


def test_each_span_becomes_a_mark_whose_place_is_told():
    text, marks = without(TEXT, [(5, 22)])
    assert text == "Ana: [withheld] I like tea."
    assert [text[start:end] for start, end in marks] == ["[withheld]"]


def test_what_lies_before_the_beginning_is_no_matter():
    assert without(TEXT, [(0, 4), (5, 22)], begin=5) == ("[withheld] I like tea.", [(0, 10)])
