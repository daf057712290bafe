"""Amounts are compared however they are written."""

import pytest

from providers.statements import amount_in, is_income


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("earns 85,000", "85000"),
        ("earns 85k a year", "85000"),
        ("85 000 EUR", "85000"),
        ("85.000 euros", "85000"),
        ("85'000", "85000"),
        ("85 thousand", "85000"),
        ("1.2 million", "1200000"),
        ("3,200.50 a month", "3200"),
        ("3200,50", "3200"),
        ("between 80k and 85k", ""),
        ("earns well", ""),
    ],
)
def test_one_amount_in_one_spelling(text, amount):
    assert amount_in(text) == amount


@pytest.mark.parametrize(
    ("text", "earned"),
    [("Ana earns 85k a year.", True), ("Ana verdient 3.000 Euro.", True), ("Ana's rent is 900 a month.", False)],
)
def test_what_is_earned_is_told_from_what_is_owed(text, earned):
    assert is_income(text) is earned
