"""What is relative to when it was said gets its date."""

from datetime import UTC, datetime

import pytest

from intelligence.relative_time import dated

SAID_AT = datetime(2026, 5, 14, 10, tzinfo=UTC)  # a Thursday


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("yesterday", "13 May 2026"),
        ("Last night", "13 May 2026"),
        ("the day before yesterday", "12 May 2026"),
        ("this morning", "14 May 2026"),
        ("tomorrow", "15 May 2026"),
        ("last week", "week of 4 May 2026"),
        ("next week", "week of 18 May 2026"),
        ("last month", "April 2026"),
        ("next year", "2027"),
        ("last Thursday", "7 May 2026"),
        ("last Friday", "8 May 2026"),
        ("three days ago", "11 May 2026"),
        ("a week ago", "about 7 May 2026"),
        ("5 months ago", "about December 2025"),
        ("two years ago", "about 2024"),
    ],
)
def test_its_date_stands_behind_it(words, date):
    assert dated(f"{words} the user moved.", SAID_AT) == f"{words} ({date}) the user moved."


@pytest.mark.parametrize(
    "text",
    [
        "The user moved on 4 May 2026.",
        "The user lasted a week.",
        "The user moved last week (week of 4 May 2026).",
    ],
)
def test_other_texts_stay(text):
    assert dated(text, SAID_AT) == text


def test_so_does_what_no_calendar_tells():
    assert dated("The user moved last month.", datetime(1, 1, 1, tzinfo=UTC)) == "The user moved last month."
