"""A day as somebody types it into a search: "2026-11-28", "28 November", "28. November 2026", "November 28"."""

import re
from datetime import date

from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import override

ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
NAMED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:er|\.|th|st|nd|rd)?\s+(?:de\s+|of\s+)?(?P<month>[^\W\d]{3,})"
    r"|(?P<first>[^\W\d]{3,})\s+(?P<second>\d{1,2})(?:th|st|nd|rd)?)\b(?:,?\s+(?:de\s+)?(?P<year>\d{4})\b)?"
)


def day_in(term: str) -> tuple[date | None, str]:
    """The day that it names, with the other words; None and all of it where it names none."""
    for pattern in (ISO, NAMED):
        for found in pattern.finditer(term):
            if day := _day(found):
                return day, f"{term[: found.start()]} {term[found.end() :]}".strip()
    return None, term


def _day(found: re.Match[str]) -> date | None:
    try:
        if found.re is ISO:
            return date(*map(int, found.groups()))
        month = _months().get((found["month"] or found["first"]).casefold())
        return _dated(int(found["day"] or found["second"]), month, found["year"]) if month else None
    except ValueError:
        return None


def _dated(day: int, month: int, year: str | None) -> date:
    """Without a year, the last time that there was such a day."""
    today = timezone.localdate()
    named = date(int(year) if year else today.year, month, day)
    return named if year or named <= today else named.replace(year=today.year - 1)


def _months() -> dict[str, int]:
    """In the reader's language and in English, also by their first three letters."""
    with override("en"):
        names = {str(name): number for number, name in MONTHS.items()}
    names |= {str(name): number for number, name in MONTHS.items()}
    return {text: number for name, number in names.items() for text in (name.casefold(), name[:3].casefold())}
