"""Adds dates to relative times of a text: "last week" would be another week a month later."""

import re
from datetime import date, datetime, timedelta
from typing import Final

_NUMBERS: Final = (
    ["a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
)  # fmt: skip
_COUNT: Final = rf"(?P<count>\d{{1,3}}|an|{'|'.join(_NUMBERS)})"
_DAYS: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# Offsets in days.
_DAY_WORDS: Final = {
    "the day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
    "this afternoon": 0, "this evening": 0, "the day after tomorrow": 2, "tomorrow": 1,
}  # fmt: skip
_STEPS: Final = {"last": -1, "this": 0, "next": 1}
_RELATIVE: Final = re.compile(
    rf"\b(?:(?P<day>{'|'.join(_DAY_WORDS)})|(?P<step>last|this|next) (?P<unit>week|month|year)|"
    rf"last (?P<weekday>{'|'.join(_DAYS)})|{_COUNT} (?P<units>day|week|month|year)s? ago)\b(?! \()",
    re.IGNORECASE,
)
_MONTHS_A_YEAR: Final = 12


def dated(text: str, stated_at: datetime) -> str:
    """Return the text with a date after each relative time: "last week (week of 4 May 2026)". English only."""
    return _RELATIVE.sub(lambda found: _with_date(found, stated_at.date()), text)


def _with_date(found: re.Match[str], day: date) -> str:
    try:
        return f"{found[0]} ({_date_of(found, day)})"
    except (OverflowError, ValueError):  # before the year 1, after 9999
        return found[0]


def _date_of(found: re.Match[str], day: date) -> str:
    if found["day"]:
        return _written(day + timedelta(days=_DAY_WORDS[found["day"].lower()]))
    if found["weekday"]:
        back = (day.weekday() - _DAYS.index(found["weekday"].lower()) - 1) % len(_DAYS) + 1
        return _written(day - timedelta(days=back))
    if found["unit"]:
        return _period(found["unit"].lower(), _STEPS[found["step"].lower()], day)
    return _ago(found["units"].lower(), _number(found["count"].lower()), day)


def _period(unit: str, steps: int, day: date) -> str:
    if unit == "week":
        return f"week of {_written(day + timedelta(weeks=steps, days=-day.weekday()))}"
    return _month(day, steps) if unit == "month" else str(day.year + steps)


def _ago(unit: str, count: int, day: date) -> str:
    if unit == "day":
        return _written(day - timedelta(days=count))
    if unit == "week":
        return f"about {_written(day - timedelta(weeks=count))}"
    return f"about {_month(day, -count)}" if unit == "month" else f"about {day.year - count}"


def _month(day: date, steps: int) -> str:
    year, month = divmod(day.year * _MONTHS_A_YEAR + day.month - 1 + steps, _MONTHS_A_YEAR)
    return f"{date(year, month + 1, 1):%B %Y}"


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    return 1 if word == "an" else max(1, _NUMBERS.index(word))


def _written(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
