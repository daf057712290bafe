"""Days, weeks and months that a search names, with or without other words, in any language of the pages."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.days_ago import ago_in
from interfaces.named_days import pattern_naming
from interfaces.typed_days import BEFORE, TypedDay, day_in, full_month_numbers, weekday_numbers, without

ON_THAT_DAY: Promise = _("on that day")
IN_THAT_WEEK: Promise = _("in that week")
IN_THAT_MONTH: Promise = _("in that month")
NOTHING_THEN, NOTHING_THAT_WEEK = _("Nothing on {day}."), _("Nothing in the week of {day}.")
NOTHING_IN_IT, WEEK_OF_DAY = _("Nothing in {month}."), _("Week of %(date)s")
MONTHS, WEEK = 12, 7
ALSO_WORDS = frozenset(["may", "march", "mars", "mai", "mayo", "august"])  # names of months that are also other words
MOST_OTHERS = 3  # other words beside a period; more are a question
# Texts by how many weeks or months ago they are.
WEEKS = (
    r"\b(?:this week|diese[r]? woche|esta semana|cette semaine)\b",
    r"\b(?:(?:last|past|previous) week|(?:letzte[rn]?|vorige[rn]?|vergangene[rn]?) woche|(?:la )?semana pasada"
    r"|(?:la )?[uú]ltima semana|(?:la )?semaine (?:derni[eè]re|pass[eé]e))(?!\w)",
)
WEEK_OF = re.compile(
    r"\b(?:the |la |der |die )?(?:week|woche|semana|semaine) (?=(?:of|from|beginning|vom|del?|desde|du)\b)",
    re.IGNORECASE,
)
MONTHS_AGO = (
    r"\b(?:this month|diese[rnm] monat|este mes|ce mois(?:-ci)?)\b",
    r"\b(?:(?:last|past|previous) month|(?:letzten|vorigen|vergangenen|letztem) monat|(?:el )?mes pasado"
    r"|(?:el )?[uú]ltimo mes|(?:le )?mois (?:dernier|pass[eé]))(?!\w)",
)
_BEGINNING: Final = re.compile(
    r"^(?:and )?(?:"
    r"what (?:did|do|have|had) (?:i|we|you|they) (?:say|said|tell(?: you)?|told(?: you)?|talk(?:ed)?|ask(?:ed)?"
    r"|writ(?:e|ten)|save[d]?|note[d]?|mention(?:ed)?|do|done|discuss(?:ed)?)"
    r"|what (?:happened|was (?:said|saved|asked|noted|there)|is there|did you (?:save|learn))"
    r"|(?:show(?: me)? )?(?:everything|all)(?: that)?(?: (?:i|we) (?:said|did))?"
    r"|was (?:habe|hab|haben|hatte|hat|hast) (?:ich|wir|du)(?: dir)?(?: (?:da|denn))?"
    r"|was (?:war|ist passiert|geschah|gab es)"
    r"|was wurde|worüber (?:habe ich|haben wir)"
    r"|(?:qué|que) (?:te )?(?:he dicho|hemos dicho|dije|dijimos|hice|hicimos|conté|contamos|pregunté|escribí|guardé"
    r"|guardaste|pasó|hubo)|de (?:qué|que) (?:hablé|hablamos)"
    r"|qu['’](?:ai-je|avons-nous|est-ce que (?:j['’]ai|nous avons))(?: (?:dit|fait|demandé|raconté|écrit|noté))?"
    r"|que s['’]est-il passé|de quoi (?:ai-je|avons-nous) parlé"
    r")(?!\w)(?: (?:about|of|über|von|sobre|de|sur|à propos de)(?!\w))?\s*",
    re.IGNORECASE,
)
_GERMAN_END: Final = re.compile(
    r"\s*\b(?:gesagt|erzählt|gefragt|geschrieben|gespeichert|notiert|gemacht|getan|gesprochen|geredet|passiert)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to the day before `end`; `label` is shown with results of the period. `naming` is a regular
    expression of texts that name it, if it is a day (`pattern_naming`)."""

    first: date
    end: date
    label: Promise
    naming: str = ""

    @property
    def nothing(self) -> str:
        """A sentence for a period without results."""
        day, month = date_format(self.first, "DATE_FORMAT"), date_format(self.first, "YEAR_MONTH_FORMAT")
        text = {ON_THAT_DAY: NOTHING_THEN, IN_THAT_WEEK: NOTHING_THAT_WEEK}.get(self.label, NOTHING_IN_IT)
        return str(text).format(day=day, month=month)

    @property
    def wider(self) -> list[str]:
        """The week and the month of its beginning, as words to search for."""
        week = _of_week(self.first)
        month = date_format(self.first, "YEAR_MONTH_FORMAT")
        of_week = WEEK_OF_DAY % {"date": date_format(week.first, "DATE_FORMAT")}
        found = {ON_THAT_DAY: [of_week, month], IN_THAT_WEEK: [month]}.get(self.label, [])
        return [str(one) for one in found] if week.first <= timezone.localdate() else []

    @property
    def is_over(self) -> bool:
        return self.end <= timezone.localdate()

    def holds(self, column: str) -> Q:
        """Select rows with a time in the period, in the person's time zone."""
        return Q(**{f"{column}__gte": begin_of(self.first), f"{column}__lt": begin_of(self.end)})

    def is_before(self, at: datetime) -> bool:
        return at >= begin_of(self.end)


class PeriodSearch(NamedTuple):
    """The period that a search names, and its other words."""

    period: Period
    words: str


def searched_period(words: str) -> PeriodSearch | None:
    """Return the day, week or month that a search names, in any language of the pages; no future week or month. A
    weekday, or a month without a year, means the last one that has begun. None where the search is a question."""
    search = _near_period(words) or _week_of(words) or _day_named(words) or _weekday_named(words) or _month_named(words)
    if search is None:
        return None
    others = without_asking(search.words)
    return PeriodSearch(search.period, others) if len(others.split()) <= MOST_OTHERS else None


def _near_period(words: str) -> PeriodSearch | None:
    today = timezone.localdate()
    for ago, pattern in enumerate(WEEKS):
        if found := re.search(pattern, words, re.IGNORECASE):
            return PeriodSearch(_of_week(today - timedelta(days=WEEK * ago)), without(words, found))
    for ago, pattern in enumerate(MONTHS_AGO):
        if found := re.search(pattern, words, re.IGNORECASE):
            first = (today.replace(day=1) - timedelta(days=ago)).replace(day=1)
            return PeriodSearch(_of_month(first), without(words, found))
    return _ago(words)


def _ago(words: str) -> PeriodSearch | None:
    """Parse "3 days ago", and "2 weeks ago" as that week."""
    ago = ago_in(words)
    if ago is None:
        return None
    today, others = timezone.localdate(), without(words, ago.found)
    with suppress(OverflowError, ValueError):
        if ago.unit == "month":
            months = today.year * MONTHS + today.month - 1 - ago.number
            return PeriodSearch(_of_month(date(months // MONTHS, months % MONTHS + 1, 1)), others)
        if ago.unit == "week":
            return PeriodSearch(_of_week(today - timedelta(weeks=ago.number)), others)
        return PeriodSearch(_of_day(today - timedelta(days=ago.number)), others)
    return None


def _week_of(words: str) -> PeriodSearch | None:
    """Parse a week as the timeline names it: "week of 9 November"."""
    found = WEEK_OF.search(words)
    named = _day_named(words[: found.start()] + words[found.end() :]) if found else None
    is_begun = named and named.period.first <= timezone.localdate()
    return PeriodSearch(_of_week(named.period.first), named.words) if named and is_begun else None


def _day_named(words: str) -> PeriodSearch | None:
    typed = day_in(words)
    return PeriodSearch(_of_day(typed.day, typed), typed.words) if typed.day else None


def _weekday_named(words: str) -> PeriodSearch | None:
    found = _names_of_weekdays().search(words)
    if not found:
        return None
    today = timezone.localdate()
    day = today - timedelta(days=(today.weekday() - weekday_numbers()[found[0].casefold()]) % WEEK)
    return PeriodSearch(_of_day(day), without(words, found))


def _month_named(words: str) -> PeriodSearch | None:
    """Parse a month beside other words ("cake October"), but not "What may Ana eat"."""
    found = _names_of_months().search(words)
    if not found:
        return None
    others, before = without(words, found), words[: found.start()].split()
    is_dated = bool(found["year"] or (before and before[-1].casefold() in BEFORE))
    is_word = found["month"].casefold() in ALSO_WORDS and not _is_spelt_as_month(found["month"], before, others)
    if others and is_word and not is_dated:
        return None
    today, month = timezone.localdate(), full_month_numbers()[found["month"].casefold()]
    with suppress(ValueError):
        first = date(int(found["year"] or today.year - (month > today.month)), month, 1)
        return PeriodSearch(_of_month(first), others) if first <= today else None
    return None


def _is_spelt_as_month(month: str, before: Sequence[str], others: str) -> bool:
    """Whether the word is a month: "May invoices" and "cake May", but neither "cake may" nor "May Ana eat nuts"."""
    return month[0].isupper() and (bool(before) or len(others.split()) == 1)


def _of_day(day: date, typed: TypedDay | None = None) -> Period:
    return Period(day, day + timedelta(days=1), ON_THAT_DAY, pattern_naming(typed or TypedDay(day, "", True)))


def _of_week(day: date) -> Period:
    first = day - timedelta(days=day.weekday())
    return Period(first, first + timedelta(days=WEEK), IN_THAT_WEEK)


def _of_month(first: date) -> Period:
    end = date(first.year + first.month // MONTHS, first.month % MONTHS + 1, 1)
    return Period(first, end, IN_THAT_MONTH)


def begin_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


@cache
def _names_of_weekdays() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_either(weekday_numbers())})\b", re.IGNORECASE)


@cache
def _names_of_months() -> re.Pattern[str]:
    year = r"(?:,?\s+(?:de\s+|of\s+)?(?P<year>\d{4})\b)?"
    return re.compile(rf"\b(?P<month>{_either(full_month_numbers())})\b{year}", re.IGNORECASE)


def _either(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def without_asking(words: str) -> str:
    """Return the words without the question's beginning; all words where nothing else is left."""
    question = words.rstrip(" ?？").lstrip("¿ ")
    beginning = _BEGINNING.match(question)
    if beginning is None:
        return words
    remaining = question[beginning.end() :].strip()
    is_german = beginning[0].casefold().startswith(("was ", "worüber "))
    return _GERMAN_END.sub("", f" {remaining}").strip() if is_german else remaining
