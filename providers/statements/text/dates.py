"""Full dates in texts, by the names of months in all languages of the pages."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from functools import cache

from babel import Locale

from providers.statements.text.gazetteer import LOCALES

DATED = (
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(
        r"\b(?P<day>\d{1,2})(?:er|\.|th|st|nd|rd)?\s+(?:de\s+|of\s+)?(?P<month>[^\W\d]{3,})\.?,?\s+(?:de\s+)?"
        r"(?P<year>\d{4})\b"
    ),
    re.compile(r"\b(?P<month>[^\W\d]{3,})\.?\s+(?P<day>\d{1,2})(?:th|st|nd|rd)?,?\s+(?P<year>\d{4})\b"),
    re.compile(r"\b(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})\b"),
    re.compile(r"\b(?P<day>1[3-9]|2\d|3[01])/(?P<month>\d{1,2})/(?P<year>\d{4})\b"),
    re.compile(r"\b(?P<month>\d{1,2})/(?P<day>1[3-9]|2\d|3[01])/(?P<year>\d{4})\b"),
)


def iso_date(text: str) -> str:
    """Return the only full date in a text, as "1990-05-31"; empty where there is none, several, or an ambiguous one
    ("5/6/1990")."""
    days = {day for pattern in DATED for found in pattern.finditer(text) if (day := date_of_match(found))}
    return days.pop().isoformat() if len(days) == 1 else ""


def date_of_match(found: re.Match[str]) -> date | None:
    """Return the date that one of `DATED` found; None if it does not exist."""
    month = found["month"]
    number = int(month) if month.isdigit() else month_numbers().get(month.casefold(), 0)
    with suppress(ValueError):
        return date(int(found["year"]), number, int(found["day"]))
    return None


@cache
def month_numbers() -> Mapping[str, int]:
    """Return numbers by lower-case name, abbreviation and first three letters; where languages differ, the first one
    counts."""
    numbers: dict[str, int] = {}
    wide = month_names("wide")
    for names in (wide, month_names("abbreviated"), [(name[:3], number) for name, number in wide]):
        for name, number in names:
            numbers.setdefault(name, number)
    return numbers


def month_names(width: str) -> list[tuple[str, int]]:
    """Return names in lower case with their numbers; `width` is "wide" or "abbreviated"."""
    kinds = [Locale(one).months[context][width] for one in LOCALES for context in ("format", "stand-alone")]
    return [(name.casefold().strip("."), number) for names in kinds for number, name in names.items()]
