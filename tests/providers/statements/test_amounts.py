"""Amounts are compared however they are written."""

import pytest

from providers.statements import amount_in


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
