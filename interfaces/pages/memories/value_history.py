"""The values of a field over time, present and earlier ones."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.timezone import localtime

from consent.models import Decision
from interfaces.plain_words import named_value
from memories.models import Fact, History, Memory

MOST = 20
SOON_UNDONE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ValuePeriod:
    """One value; `until` is None for the present one. `began` and `ended` are the same as text, with the time where
    more than one value began on that day."""

    value: str
    since: datetime
    until: datetime | None
    began: str = ""
    ended: str = ""


def value_periods(memory: Memory) -> Sequence[ValuePeriod]:
    """Return the values, latest first, repeated confirmations as one; empty where there was never another. Values
    undone by the person, or within a minute, do not count. One query."""
    rows = (
        Fact.objects.filter(~Exists(_undone_answers()), memory=memory).order_by("-valid_from", "-id")[:MOST]
        if memory.is_fact
        else []
    )
    periods = [ValuePeriod(named_value(row.key, row.value)[1], row.valid_from, row.valid_to) for row in rows]
    found: list[ValuePeriod] = []
    for place, one in enumerate(periods):
        if found and found[-1].value == one.value:
            found[-1] = replace(found[-1], since=one.since)
        elif not _is_undone(one, periods[:place][-1:], periods[place + 1 : place + 2]):
            found.append(one)
    starts = Counter(localtime(one.since).date() for one in found)
    return [_with_dates(one, starts) for one in found] if len(found) > 1 else []


def _undone_answers() -> QuerySet[History]:
    """Select the changes that wrote a value by an answer that was undone while the value held."""
    ended = Coalesce(OuterRef(OuterRef("valid_to")), F("withdrawn_at"))
    undone = Decision.objects.filter(id=OuterRef("decision_id"), withdrawn_at__lte=ended)
    changes = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("memory_version_id"))
    return changes.filter(Exists(undone))


def _is_undone(one: ValuePeriod, later: Sequence[ValuePeriod], earlier: Sequence[ValuePeriod]) -> bool:
    """Whether it was replaced within a minute by the value before it, or by nothing."""
    if one.until is None or one.until - one.since >= SOON_UNDONE or not later:
        return False
    is_restored = bool(earlier) and earlier[0].value == later[0].value
    return is_restored or later[0].since > one.until


def _with_dates(one: ValuePeriod, starts: Mapping[date, int]) -> ValuePeriod:
    return replace(one, began=_date(one.since, starts), ended=_date(one.until, starts) if one.until else "")


def _date(at: datetime, starts: Mapping[date, int]) -> str:
    local = localtime(at)
    return date_format(local, "MOMENT_FORMAT" if starts.get(local.date(), 0) > 1 else "DATE_FORMAT")
