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

from providers.statements.text.gazetteer import LOCALES
from providers.statements.text.words import word_set

LEAP_YEAR = 2000
OLDEST, CENTURY = 130, 100  # years
ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
NAMED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:er|\.|th|st|nd|rd)?\s+(?:de\s+|of\s+)?(?P<month>[^\W\d]{3,})"
    r"|(?P<first>[^\W\d]{3,})\s+(?P<second>\d{1,2})(?:th|st|nd|rd)?)\b(?:,?\s+(?:de\s+)?(?P<year>\d{4})\b)?"
)
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
# Days and months in numbers are read with the day first, unless it cannot be one.
IN_NUMBERS = (*DATED[3:], re.compile(r"\b(?P<day>\d{1,2})/(?P<month>\d{1,2})/(?P<year>\d{4})\b"))
WITHOUT_YEAR = re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?!\w)")
# By how many days ago they are, in the languages of the pages, whatever the reader's is; longer names first.
NEAR = (
    (2, ("the day before yesterday", "day before yesterday", "vorgestern", "antes de ayer", "anteayer", "avant-hier")),
    (1, ("yesterday", "gestern", "ayer")),
    (0, ("today", "heute", "hoy", "aujourd'hui", "aujourd’hui")),
)
YESTERDAY_OR_HERE = "hier"  # in French, and in German
# What stands before a day, a week or a month, in the languages of the pages.
BEFORE = word_set("""
    on in last the at of am im in vom letzten letzter letztem en el la de del desde pasado le du au mois dernier
    dernière
""")


def day_of_birth(said: str) -> str:
    """The one day of a year that a text names, as "1990-05-31"; empty where it names none, several, or one that may be
    two ("5/6/1990")."""
    days = {day for pattern in DATED for found in pattern.finditer(said) if (day := _full(found))}
    return days.pop().isoformat() if len(days) == 1 else ""


def _full(found: re.Match[str]) -> date | None:
    month = found["month"]
    number = int(month) if month.isdigit() else month_numbers().get(month.casefold(), 0)
    with suppress(ValueError):
        return date(int(found["year"]), number, int(found["day"]))
    return None


def is_birthday(said: str) -> bool:
    """Whether a text in small letters is a day, of a year or of any, in any usual order, that somebody alive may be
    born on."""
    numbers = [int(number) for number in re.findall(r"\d+", re.sub(r"t\d\d:.*", "", said))]
    months = [month_numbers()[word] for word in re.findall(r"[^\W\d]+", said) if word in month_numbers()]
    if len(numbers) + len(months[:1]) == 2:
        numbers.append(LEAP_YEAR)
    if months:
        return len(numbers) == 2 and any(_exists(year, months[0], day) for year, day in permutations(numbers))
    if len(numbers) != 3:
        return False
    first, second, third = numbers
    return _exists(first, second, third) or _exists(third, second, first) or _exists(third, first, second)


def names_no_day(said: str) -> bool:
    """Whether a text in small letters names a day of a month that it does not have: "31 february 1990"."""
    return any(_is_no_day(found) for pattern in (*DATED, NAMED) for found in pattern.finditer(said))


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
    """A year may be without its century."""
    today = timezone.localdate()
    with suppress(ValueError):
        return date(year, month, day) <= today and (year < CENTURY or today.year - OLDEST <= year)
    return False


def day_in(term: str) -> tuple[date | None, str]:
    """The day that it names, with the other words; None and all of it where it names none. Read in all languages of
    the pages."""
    if near := _near_day(term):
        return near
    for pattern in (ISO, *IN_NUMBERS, WITHOUT_YEAR, NAMED):
        start = 0
        while found := pattern.search(term, start):
            if day := _day(found):
                return day, without(term, found)
            start = found.start() + 1  # "tomatoes 30 November" names no day with its first two words
    return None, term


def without(term: str, found: re.Match[str]) -> str:
    """The other words, without what stands before a day: "Lisbon" of "Lisbon on 28 November"."""
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
            return _full(found)
        if found.re is WITHOUT_YEAR:
            return _dated(int(found["day"]), int(found["month"]), None)
        month = month_numbers().get((found["month"] or found["first"]).casefold())
        return _dated(int(found["day"] or found["second"]), month, found["year"]) if month else None
    except ValueError:
        return None


def _dated(day: int, month: int, year: str | None) -> date:
    """Without a year, the last time that there was such a day."""
    today = timezone.localdate()
    named = date(int(year) if year else today.year, month, day)
    return named if year or named <= today else named.replace(year=today.year - 1)


@cache
def month_numbers() -> Mapping[str, int]:
    """By name, abbreviation and first three letters, in small letters; where languages differ, the first one counts."""
    numbers: dict[str, int] = {}
    for names in (_names("wide"), _names("abbreviated"), [(name[:3], number) for name, number in _names("wide")]):
        for name, number in names:
            numbers.setdefault(name, number)
    return numbers


@cache
def weekday_numbers() -> Mapping[str, int]:
    """By full name, in small letters: 0 is Monday."""
    kinds = [Locale(one).days[context]["wide"] for one in LOCALES for context in ("format", "stand-alone")]
    return {name.casefold(): number for names in kinds for number, name in names.items()}


@cache
def full_month_numbers() -> Mapping[str, int]:
    """By full name alone, in small letters."""
    return dict(reversed(_names("wide")))


def _names(width: str) -> list[tuple[str, int]]:
    kinds = [Locale(one).months[context][width] for one in LOCALES for context in ("format", "stand-alone")]
    return [(name.casefold().strip("."), number) for names in kinds for number, name in names.items()]
