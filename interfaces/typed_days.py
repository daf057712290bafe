"""Days as people type them: "2026-11-28", "28 November", "28. Nov. 2026", "May 31st, 1990", "31.5.", "31/5/90",
"gestern"."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from itertools import permutations
from typing import NamedTuple

from babel import Locale
from django.utils import timezone
from django.utils.translation import get_language

from interfaces.spelling import plain
from providers.statements.text.dates import DATED, month_names, month_numbers
from providers.statements.text.gazetteer import LOCALES
from providers.statements.text.words import word_set

LEAP_YEAR = 2000
CENTURY_NOW, MONTHS = 2000, 12  # a year of two digits is of this century
OLDEST, CENTURY = 130, 100  # years
NAMED = re.compile(
    r"\b(?:(?P<day>\d{1,2})(?:er|\.|th|st|nd|rd)?\s*(?:de\s+|of\s+)?(?P<month>[^\W\d]{3,})\.?"
    r"|(?P<first>[^\W\d]{3,})\.?\s+(?:the\s+)?(?P<second>\d{1,2})(?:th|st|nd|rd)?)(?!\w)"
    r"(?:,?\s+(?:del?\s+)?(?P<year>\d{4})\b)?"
)
# Numeric dates are read with the day first, as the pages of each language show them, unless it cannot be a day.
IN_NUMBERS = (
    re.compile(r"\b(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})\b"),
    re.compile(
        r"(?<![\w./-])(?P<day>\d{1,2})(?P<mark>[-/.])\s?(?P<month>\d{1,2})(?P=mark)\s?(?P<year>\d{4}|\d\d)(?![\w/-])"
    ),
    re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?!\w)"),
    # Beside other words these are fractions and amounts.
    re.compile(r"^(?:[^\W\d]+\s+)?(?P<day>\d{1,2})[./](?P<month>\d{1,2})$"),
)
# Names by how many days ago they are, in all languages of the pages; longer names first.
NEAR = (
    (2, ("the day before yesterday", "day before yesterday", "vorgestern", "antes de ayer", "anteayer", "avant-hier")),
    (1, ("yesterday", "last night", "gestern", "ayer", "anoche")),
    (0, ("today", "heute", "hoy", "aujourd'hui", "aujourd’hui")),
)
YESTERDAY_OR_HERE = "hier"  # in French, and in German
FRENCH_YESTERDAY = re.compile(rf"{YESTERDAY_OR_HERE}(?: (?:soir|matin|midi|après-midi))?", re.IGNORECASE)
_PART_OF_DAY = (
    r"(?:\s+(?:morning|afternoon|evening|night|früh|morgen|vormittag|mittag|nachmittag|abend|nacht"
    r"|(?:por|de) la (?:mañana|tarde|noche)|matin|midi|après-midi|soir)(?!\w))?"
)
# Words before a day, a week or a month, in the languages of the pages, and after one.
BEFORE = word_set("""
    on in last the at of day am im in vom der dem den tag letzten letzter letztem en el la de del desde día dia
    pasado le du au mois jour dernier dernière
""")
AFTER = word_set("ago pasado pasada dernier dernière passé passée")


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


class TypedDay(NamedTuple):
    """The day that a term names, None where it names none, its other words, and whether it names the year."""

    day: date | None
    words: str
    has_year: bool


def day_in(term: str) -> TypedDay:
    """Return the day that a term names, in any language of the pages, and the other words; all words where it names
    none. Without a year, it is the last such day."""
    if near := _near_day(term):
        return near
    for pattern in (*IN_NUMBERS, NAMED):
        start = 0
        while found := pattern.search(term, start):
            if day := _day(found):
                return TypedDay(day, without(term, found), bool(found.groupdict().get("year")))
            start = found.start() + 1  # the first two words of "tomatoes 30 November" are no day
    return TypedDay(None, term, False)


def without(term: str, found: re.Match[str]) -> str:
    """Return the other words, without those before and after a day: "Lisbon" of "Lisbon on Saturday, 28 November"."""
    before, after = term[: found.start()].split(), term[found.end() :].split()
    while before and (plain(before[-1]).strip(",.") in weekday_numbers() or before[-1].casefold() in BEFORE):
        before.pop()
    while after and after[0].casefold().strip(",.?") in AFTER | {""}:
        after.pop(0)
    return " ".join([*before, *after])


def _near_day(term: str) -> TypedDay | None:
    for ago, names in NEAR:
        is_french = get_language() == "fr" or FRENCH_YESTERDAY.fullmatch(term.strip())
        for name in (*names, *([YESTERDAY_OR_HERE] if ago == 1 and is_french else [])):
            if found := re.search(rf"(?<!\w){re.escape(name)}(?!\w){_PART_OF_DAY}", term, re.IGNORECASE):
                return TypedDay(timezone.localdate() - timedelta(days=ago), without(term, found), True)
    return None


def _day(found: re.Match[str]) -> date | None:
    named = found.groupdict()
    day, year = int(named["day"] or named["second"]), named.get("year")
    if found.re is NAMED:
        month = _plain_months().get(plain(named["month"] or named["first"]), 0)
    else:
        month = int(named["month"])
        day, month = (month, day) if month > MONTHS >= day else (day, month)
    try:
        return _dated(day, month, year)
    except ValueError:
        return None


def _dated(day: int, month: int, year: str | None) -> date:
    """Return the date, the last one without a year. Raises ValueError if there is none."""
    if year:
        return date(int(year) if len(year) > 2 else CENTURY_NOW + int(year), month, day)
    today = timezone.localdate()
    named = date(today.year, month, day)
    return named if named <= today else named.replace(year=today.year - 1)


@cache
def weekday_numbers() -> Mapping[str, int]:
    """Return numbers by lower-case full name, also without accents: 0 is Monday."""
    kinds = [Locale(one).days[context]["wide"] for one in LOCALES for context in ("format", "stand-alone")]
    names = [(name, number) for names in kinds for number, name in names.items()]
    return {spelt: number for name, number in names for spelt in (name.casefold(), plain(name))}


@cache
def _plain_months() -> Mapping[str, int]:
    """Return numbers by names and abbreviations without accents."""
    return {plain(name): number for name, number in reversed([*month_numbers().items()])}


@cache
def full_month_numbers() -> Mapping[str, int]:
    """Return numbers by lower-case full name only, also without accents."""
    names = reversed(month_names("wide"))
    return {spelt: number for name, number in names for spelt in (name, plain(name))}
