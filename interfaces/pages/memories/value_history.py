"""The values of a field over time: which one holds now, and which held before."""

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
    """One value; `until` None where it holds now. `began` and `ended` are the same in words, with the time where more
    than one value began on that day."""

    value: str
    since: datetime
    until: datetime | None
    began: str = ""
    ended: str = ""


def value_periods(memory: Memory) -> Sequence[ValuePeriod]:
    """The latest first, one that was only confirmed once; empty where there never was another. What was undone by
    its person, or within a minute, never held. One query."""
    rows = (
        Fact.objects.filter(~Exists(_undone_answers()), memory=memory).order_by("-valid_from", "-id")[:MOST]
        if memory.is_fact
        else []
    )
    held = [ValuePeriod(named_value(row.key, row.value)[1], row.valid_from, row.valid_to) for row in rows]
    found: list[ValuePeriod] = []
    for place, one in enumerate(held):
        if found and found[-1].value == one.value:
            found[-1] = replace(found[-1], since=one.since)
        elif not _is_undone(one, held[:place][-1:], held[place + 1 : place + 2]):
            found.append(one)
    begun = Counter(localtime(one.since).date() for one in found)
    return [_told(one, begun) for one in found] if len(found) > 1 else []


def _undone_answers() -> QuerySet[History]:
    """The changes that brought a value by an answer which was undone while it held."""
    ended = Coalesce(OuterRef(OuterRef("valid_to")), F("withdrawn_at"))
    undone = Decision.objects.filter(id=OuterRef("decision_id"), withdrawn_at__lte=ended)
    made = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("memory_version_id"))
    return made.filter(Exists(undone))


def _is_undone(one: ValuePeriod, later: Sequence[ValuePeriod], earlier: Sequence[ValuePeriod]) -> bool:
    """Whether it was gone within a minute, and what stood before it was back, or nothing."""
    if one.until is None or one.until - one.since >= SOON_UNDONE or not later:
        return False
    is_back = bool(earlier) and earlier[0].value == later[0].value
    return is_back or later[0].since > one.until


def _told(one: ValuePeriod, begun: Mapping[date, int]) -> ValuePeriod:
    return replace(one, began=_moment(one.since, begun), ended=_moment(one.until, begun) if one.until else "")


def _moment(at: datetime, begun: Mapping[date, int]) -> str:
    local = localtime(at)
    return date_format(local, "MOMENT_FORMAT" if begun.get(local.date(), 0) > 1 else "DATE_FORMAT")
