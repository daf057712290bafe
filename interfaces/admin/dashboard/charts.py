"""The last two weeks, day by day (UTC), as bars; the numbers stand below each for whoever cannot see them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Value
from django.db.models.functions import TruncDate
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from consent.models import Decision
from consent.models.decision import Verdict
from memories.models import History
from memories.models.choices import Event
from retrieval.models import RetrievalEvent

DAYS = 14
COLOURS = ("var(--color-primary-600)", "var(--color-primary-300)", "var(--color-base-400)", "var(--color-base-600)")
SHOWN_EVENTS = (Event.ADD, Event.UPDATE, Event.MERGE, Event.DELETE)


@dataclass(frozen=True, slots=True)
class Series:
    label: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars per day. `data` and `options` are what Chart.js takes, as JSON."""

    title: str
    days: Sequence[str]
    series: Sequence[Series]

    @property
    def data(self) -> str:
        sets = [
            {"label": str(row.label), "data": row.values, "backgroundColor": colour, "stack": "all"}
            for row, colour in zip(self.series, COLOURS, strict=False)
        ]
        return json.dumps({"labels": self.days, "datasets": sets})

    @property
    def options(self) -> str:
        axes = {"x": {"stacked": True, "grid": {"display": False}}, "y": {"stacked": True, "ticks": {"precision": 0}}}
        legend = {"display": len(self.series) > 1, "position": "bottom"}
        shape = {"animation": False, "maintainAspectRatio": False, "maxBarThickness": 24}
        return json.dumps({**shape, "scales": axes, "plugins": {"legend": legend}})

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """One row a day: its label, then a number per series."""
        return [(day, [row.values[place] for row in self.series]) for place, day in enumerate(self.days)]


def all_charts(*, now: datetime) -> list[Chart]:
    return [_writes(now), _reads(now), _decisions(now)]


def _writes(now: datetime) -> Chart:
    counts = _by_day(History.objects.filter(event__in=SHOWN_EVENTS), "event", since=_start(now))
    return _chart(_("Written"), counts, {event: Event(event).label for event in SHOWN_EVENTS}, now)


def _reads(now: datetime) -> Chart:
    counts = _by_day(RetrievalEvent.objects.annotate(kind=Value("")), "kind", since=_start(now))
    return _chart(_("Asked"), counts, {"": _("Questions")}, now)


def _decisions(now: datetime) -> Chart:
    counts = _by_day(Decision.objects.all(), "verdict", since=_start(now))
    return _chart(_("Decided by people"), counts, dict(Verdict.choices), now)


def _by_day(rows: Any, kind: str, *, since: datetime) -> dict[tuple[date, Any], int]:
    """How many rows of each kind on each day."""
    recent = rows.filter(created_at__gte=since).annotate(day=TruncDate("created_at"))
    found: Iterable[tuple[date, Any, int]] = recent.values_list("day", kind).annotate(count=Count("id")).order_by()
    return {(day, value): count for day, value, count in found}


def _chart(title: str, counts: Mapping[tuple[date, Any], int], kinds: Mapping[Any, str], now: datetime) -> Chart:
    days = [_start(now).date() + timedelta(days=number) for number in range(DAYS)]
    series = [Series(label, [counts.get((day, kind), 0) for day in days]) for kind, label in kinds.items()]
    return Chart(title, [date_format(day, "j M") for day in days], series)


def _start(now: datetime) -> datetime:
    """The first moment of the first day shown."""
    return (now - timedelta(days=DAYS - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
