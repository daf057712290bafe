"""Days as people type them: "2026-11-28", "28 November", "28. November 2026", "May 31st, 1990", "31.5.", "gestern"."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from itertools import permutations

from babel import Locale
from django.utils import timezone
from django.utils.translation import get_language

from providers.statements.text.dates import DATED, date_of_match, month_names, month_numbers
from providers.statements.text.gazetteer import LOCALES
from providers.statements.text.words import word_set

LEAP_YEAR = 2000
OLDEST, CENTURY = 130, 100  # years
ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
NAMED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:er|\.|th|st|nd|rd)?\s+(?:de\s+|of\s+)?(?P<month>[^\W\d]{3,})"
    r"|(?P<first>[^\W\d]{3,})\s+(?P<second>\d{1,2})(?:th|st|nd|rd)?)\b(?:,?\s+(?:de\s+)?(?P<year>\d{4})\b)?"
)
# Numeric dates are read with the day first, unless it cannot be a day.
IN_NUMBERS = (*DATED[3:], re.compile(r"\b(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})\b"))
WITHOUT_YEAR = re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?!\w)")
# Names by how many days ago they are, in all languages of the pages; longer names first.
NEAR = (
    (2, ("the day before yesterday", "day before yesterday", "vorgestern", "antes de ayer", "anteayer", "avant-hier")),
    (1, ("yesterday", "gestern", "ayer")),
    (0, ("today", "heute", "hoy", "aujourd'hui", "aujourd’hui")),
)
YESTERDAY_OR_HERE = "hier"  # in French, and in German
# Words before a day, a week or a month, in the languages of the pages.
BEFORE = word_set("""
    on in last the at of am im in vom letzten letzter letztem en el la de del desde pasado le du au mois dernier
    dernière
""")


def is_birthday(typed: str) -> bool:
    """Whether a lower-case text is a day, with or without a year, in any usual order, on which a living person may be
    born."""
    numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"t\d\d:.*", "", typed))]
    months = [month_numbers()[word] for word in re.findall(r"[^\W\d]+", typed) if word in month_numbers()]
    if len(numbers) + len(months[:1]) == 2:
        numbers.append(LEAP_YEAR)
    if months:
        return len(numbers) == 2 and any(_exists(year, months[0], day) for year, day in permutations(numbers))
    if len(numbers) != 3:
        return False
    first, second, third = numbers
    return _exists(first, second, third) or _exists(third, second, first) or _exists(third, first, second)


def names_no_day(typed: str) -> bool:
    """Whether a lower-case text names a day that its month does not have: "31 february 1990"."""
    return any(_is_no_day(found) for pattern in (*DATED, NAMED) for found in pattern.finditer(typed))


def _is_no_day(found: re.Match[str]) -> bool:
    named = found.groupdict()
    month, day = named["month"] or named["first"], named["day"] or named.get("second")
    number = int(month) if month.isdigit() else month_numbers().get(month, 0)
    if not number or not day:
        return False
    try:
        date(int(named["year"] or LEAP_YEAR), number, int(day))
    except ValueError:
        return True
    return False


def _exists(year: int, month: int, day: int) -> bool:
    """Whether the date exists; the year may be without its century."""
    today = timezone.localdate()
    with suppress(ValueError):
        return date(year, month, day) <= today and (year < CENTURY or today.year - OLDEST <= year)
    return False


def day_in(term: str) -> tuple[date | None, str]:
    """Return the day that a term names, with the other words; None and all words where it names none. Reads all
    languages of the pages."""
    if near := _near_day(term):
        return near
    for pattern in (ISO, *IN_NUMBERS, WITHOUT_YEAR, NAMED):
        start = 0
        while found := pattern.search(term, start):
            if day := _day(found):
                return day, without(term, found)
            start = found.start() + 1  # the first two words of "tomatoes 30 November" are no day
    return None, term


def without(term: str, found: re.Match[str]) -> str:
    """Return the other words, without those before a day: "Lisbon" of "Lisbon on 28 November"."""
    before = term[: found.start()].split()
    while before and before[-1].casefold() in BEFORE:
        before.pop()
    return " ".join([*before, *term[found.end() :].split()])


def _near_day(term: str) -> tuple[date, str] | None:
    for ago, names in NEAR:
        is_french = get_language() == "fr" or term.strip().casefold() == YESTERDAY_OR_HERE
        for name in (*names, *([YESTERDAY_OR_HERE] if ago == 1 and is_french else [])):
            if found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", term, re.IGNORECASE):
                return timezone.localdate() - timedelta(days=ago), without(term, found)
    return None


def _day(found: re.Match[str]) -> date | None:
    try:
        if found.re is ISO:
            return date(*map(int, found.groups()))
        if found.re in IN_NUMBERS:
            return date_of_match(found)
        if found.re is WITHOUT_YEAR:
            return _dated(int(found["day"]), int(found["month"]), None)
        month = month_numbers().get((found["month"] or found["first"]).casefold())
        return _dated(int(found["day"] or found["second"]), month, found["year"]) if month else None
    except ValueError:
        return None


def _dated(day: int, month: int, year: str | None) -> date:
    """Without a year, return the last such day."""
    today = timezone.localdate()
    named = date(int(year) if year else today.year, month, day)
    return named if year or named <= today else named.replace(year=today.year - 1)


@cache
def weekday_numbers() -> Mapping[str, int]:
    """Return numbers by lower-case full name: 0 is Monday."""
    kinds = [Locale(one).days[context]["wide"] for one in LOCALES for context in ("format", "stand-alone")]
    return {name.casefold(): number for names in kinds for number, name in names.items()}


@cache
def full_month_numbers() -> Mapping[str, int]:
    """Return numbers by lower-case full name only."""
    return dict(reversed(month_names("wide")))
