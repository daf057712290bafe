"""Texts that name a day, however they spell it: "12 December", "12. Dezember 2026", "16.12.", "2026-12-16"."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from interfaces.spelling import pattern_of
from interfaces.typed_days import TypedDay
from providers.statements.text.dates import month_numbers


def pattern_naming(typed: TypedDay) -> str:
    """Return a regular expression, for Python and for PostgreSQL without regard to case, of texts that name the day; if
    the year was typed, of no other year. Empty where no day was typed."""
    if typed.day is None:
        return ""
    day, month = f"0?{typed.day.day}", f"0?{typed.day.month}"
    long, short = f"{typed.day.year}", f"{typed.day.year % 100:02}"
    name = "|".join(_names()[typed.day.month])
    spelt = rf"{day}(?:er|\.|th|st|nd|rd)?\s*(?:de\s+|of\s+)?(?:{name})\.?|(?:{name})\.?\s+{day}(?:th|st|nd|rd)?"
    before_year = r",?\s+(?:del?\s+)?"
    year = rf"(?:(?!{before_year}\d{{4}})|{before_year}{long})" if typed.has_year else ""
    numeric = _in_numbers(day, month, rf"(?:{long}|{short})" if typed.has_year else r"(?:\d{4}|\d\d)")
    return rf"(?<![\w./-])(?:(?:{spelt})(?!\w){year}|{numeric})"


def _in_numbers(day: str, month: str, year: str) -> str:
    """Return the pattern of the day in numbers; the month comes first only where it cannot be the day."""
    pairs = [(day, month)] + ([(month, day)] if int(day[2:]) > 12 else [])
    forms = [rf"{first}{mark}\s?{second}{mark}\s?{year}" for first, second in pairs for mark in (r"\.", "/", "-")]
    iso = [rf"{year}{mark}{month}{mark}{day}" for mark in ("-", "/")]
    return rf"(?:{'|'.join([*forms, *iso])})(?![\w/-])|{day}\.\s?{month}\.(?!\s?\d)"


@cache
def _names() -> Mapping[int, Sequence[str]]:
    """Return patterns of the names and abbreviations of each month, the longest first."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for name in sorted(month_numbers(), key=len, reverse=True):
        found[month_numbers()[name]].append(pattern_of(re.sub(r"[^\w ]", "", name)))
    return found
