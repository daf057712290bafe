"""A search that is a day or a month: what was kept, said and asked then."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from interfaces.pages.hits import MARK, SHOWN, Group
from interfaces.typed_days import day_in, full_month_numbers, weekday_numbers
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from providers.statements.words import word_set
from retrieval.models import RetrievalEvent, RetrievalEventQuerySet

ON_THAT_DAY: Promise = _("on that day")
IN_THAT_MONTH: Promise = _("in that month")
NOTHING_THEN, NOTHING_IN_IT = _("Nothing on that day."), _("Nothing in that month.")
MONTHS, WEEK = 12, 7
# What stands before a day or a month, in the languages of the pages.
BEFORE = word_set("on in last the am im in letzten letzter en el la de del pasado le au mois dernier dernière")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day to before the other one; `label` says of what was found that it is of then, `nothing` that
    there is none."""

    first: date
    end: date
    label: Promise
    nothing: Promise

    def holds(self, column: str) -> Q:
        """In the person's time zone."""
        start, end = (timezone.make_aware(datetime.combine(day, time.min)) for day in (self.first, self.end))
        return Q(**{f"{column}__gte": start, f"{column}__lt": end})


def searched_period(words: str) -> Period | None:
    """The day or month that a search names and nothing else; one that is to come has nothing yet. Of a weekday, or of
    a month without its year, the last one that has begun."""
    day, others = day_in(words)
    if day:
        return _of_day(day) if not others and day <= timezone.localdate() else None
    named = [word for word in _WORD.findall(words.casefold()) if word not in BEFORE]
    if len(named) == 1 and (weekday := weekday_numbers().get(named[0])) is not None:
        today = timezone.localdate()
        return _of_day(today - timedelta(days=(today.weekday() - weekday) % WEEK))
    return _of_month(named)


def _of_day(day: date) -> Period:
    return Period(day, day + timedelta(days=1), ON_THAT_DAY, NOTHING_THEN)


def _of_month(named: list[str]) -> Period | None:
    month = full_month_numbers().get(named[0]) if len(named) in (1, 2) else None
    if not month:
        return None
    today = timezone.localdate()
    with suppress(ValueError):
        first = date(int(named[1]) if named[1:] else today.year - (month > today.month), month, 1)
        end = date(first.year + month // MONTHS, month % MONTHS + 1, 1)
        return Period(first, end, IN_THAT_MONTH, NOTHING_IN_IT) if first <= today else None
    return None


def kept_in(period: Period, alive: MemoryQuerySet) -> Iterator[Memory]:
    """The newest, added or changed; one query."""
    kept = period.holds("created_at") | period.holds("current__ingested_at")
    yield from alive.filter(kept).order_by("-created_at", "-id")[: 2 * SHOWN]


def said_in(period: Period, turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """The first messages of it."""
    return turns.filter(period.holds("occurred_at")).order_by("occurred_at", "id")[:SHOWN]


def asked_in(period: Period, events: RetrievalEventQuerySet) -> QuerySet[RetrievalEvent]:
    """The newest questions of assistants."""
    return events.by_others().filter(period.holds("created_at")).order_by("-created_at", "-id")[:SHOWN]


def told_by_date(groups: Iterable[Group], period: Period) -> dict[str, Group]:
    """By their names, the messages that have none of the words labelled as of then: they were found by their date."""
    found = {group.name: group for group in groups}
    if said := found.get("conversations"):
        hits = [hit if MARK in hit.text else replace(hit, why=period.label) for hit in said.hits]
        found["conversations"] = replace(said, hits=hits)
    return found
