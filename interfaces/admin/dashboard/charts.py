"""Bar charts of the last two weeks by day (UTC), each with its numbers as a table."""

import json
from collections import Counter
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
from retrieval.recall_rates import MOST_SHARE, RecallShare, recall_shares
from workspaces.actors import Actor

DAYS = 14
# In static/css/admin.css; each has a contrast of 3:1 to the light and the dark background.
COLOURS = tuple(f"var(--chart-{number})" for number in range(1, 6))
LINE_COLOUR = "var(--color-red-500)"
SHOWN_EVENTS = (Event.ADD, Event.UPDATE, Event.MERGE, Event.DELETE)


@dataclass(frozen=True, slots=True)
class Series:
    """One number a day, None without data; `is_line` draws a limit across the bars."""

    label: str
    values: Sequence[float | None]
    is_line: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars per day. `data` and `options` are JSON for Chart.js; `empty` is shown without data. `about` describes what
    is counted."""

    title: str
    days: Sequence[str]
    series: Sequence[Series]
    is_stacked: bool = True
    empty: str = ""
    about: str = ""

    @property
    def data(self) -> str:
        bars = [row for row in self.series if not row.is_line]
        sets = [self._bars(row, colour) for row, colour in zip(bars, COLOURS, strict=False)]
        sets += [_line(row) for row in self.series if row.is_line]
        return json.dumps({"labels": self.days, "datasets": sets})

    def _bars(self, row: Series, colour: str) -> dict[str, Any]:
        stack = {"stack": "all"} if self.is_stacked else {}
        return {"label": row.label, "data": row.values, "backgroundColor": colour} | stack

    @property
    def options(self) -> str:
        level = {"maxRotation": 0, "autoSkip": True, "autoSkipPadding": 12}
        across = {"stacked": self.is_stacked, "grid": {"display": False}, "ticks": level}
        axes = {"x": across, "y": {"stacked": self.is_stacked, "beginAtZero": True, "ticks": {"precision": 0}}}
        legend = {"display": len(self.series) > 1, "position": "bottom"}
        shape = {"animation": False, "maintainAspectRatio": False, "maxBarThickness": 24}
        return json.dumps({**shape, "scales": axes, "plugins": {"legend": legend}})

    @property
    def rows(self) -> list[tuple[str, list[float | None]]]:
        """One row a day: its label, then a number per series."""
        return [(day, [row.values[place] for row in self.series]) for place, day in enumerate(self.days)]


def all_charts(*, actor: Actor, now: datetime) -> list[Chart]:
    return [_writes(now), _reads(now), _decisions(now), _recall(actor, now)]


def _writes(now: datetime) -> Chart:
    counts = _by_day(History.objects.filter(event__in=SHOWN_EVENTS), "event", since=_start(now))
    kinds = {event: str(Event(event).label) for event in SHOWN_EVENTS}
    empty = _("No memory was added or changed in the last two weeks.")
    return _chart(_("Changes of memories per day"), counts, kinds, now, empty=empty)


def _reads(now: datetime) -> Chart:
    counts = _by_day(RetrievalEvent.objects.annotate(kind=Value("")), "kind", since=_start(now))
    about = _("All searches by agents and people, also during conversations.")
    empty = _("Nobody searched in the last two weeks.")
    return _chart(_("Queries per day"), counts, {"": _("Queries")}, now, empty=empty, about=about)


def _decisions(now: datetime) -> Chart:
    counts = _by_day(Decision.objects.all(), "verdict", since=_start(now))
    kinds = {verdict: str(label) for verdict, label in Verdict.choices}
    empty = _("No question was answered in the last two weeks.")
    return _chart(_("Answers to questions per day"), counts, kinds, now, empty=empty)


def _recall(actor: Actor, now: datetime) -> Chart:
    """The share of turns that made an agent recall, with the limit of 001 §11 (R21)."""
    shares = recall_shares(actor=actor, now=now, since=_start(now), until=now)
    by_agent = {(row.agent or _("People"), row.day): row for row in shares}
    often = Counter[str]()
    for (agent, _day), row in by_agent.items():
        often[agent] += row.recalls
    days = _days(now)
    series = [
        Series(agent, [_percent(by_agent.get((agent, day))) for day in days])
        for agent, _count in often.most_common(len(COLOURS))
    ]
    line = Series(_("At most %(share)s") % {"share": f"{MOST_SHARE:.0%}"}, [100 * MOST_SHARE] * DAYS, is_line=True)
    empty = "" if series else _("No agent has looked something up during a conversation yet.")
    about = _(
        "What agents look up during a conversation, as a share of what people said that day. Few are good: the context "
        "that they get by themselves was enough."
    )
    return Chart(
        _("Look-ups during conversations, in % of messages"),
        _labels(days),
        [*series, line],
        is_stacked=False,
        empty=empty,
        about=about,
    )


def _percent(row: RecallShare | None) -> float | None:
    """Return 0 on a day without recall, None without turns to compare with."""
    if row is None:
        return 0
    return None if row.share is None else round(100 * row.share, 1)


def _line(row: Series) -> dict[str, Any]:
    style = {"type": "line", "borderColor": LINE_COLOUR, "borderWidth": 2, "pointRadius": 0}
    return {"label": row.label, "data": row.values, "backgroundColor": LINE_COLOUR} | style


def _by_day(rows: Any, kind: str, *, since: datetime) -> dict[tuple[date, Any], int]:
    """How many rows of each kind on each day."""
    recent = rows.filter(created_at__gte=since).annotate(day=TruncDate("created_at"))
    found: Iterable[tuple[date, Any, int]] = recent.values_list("day", kind).annotate(count=Count("id")).order_by()
    return {(day, value): count for day, value, count in found}


def _chart(
    title: str,
    counts: Mapping[tuple[date, Any], int],
    kinds: Mapping[Any, str],
    now: datetime,
    *,
    empty: str,
    about: str = "",
) -> Chart:
    """Build a chart; `empty` is its text without a count."""
    days = _days(now)
    series = [Series(label, [counts.get((day, kind), 0) for day in days]) for kind, label in kinds.items()]
    return Chart(title, _labels(days), series, empty="" if counts else empty, about=about)


def _days(now: datetime) -> list[date]:
    return [_start(now).date() + timedelta(days=number) for number in range(DAYS)]


def _labels(days: Sequence[date]) -> list[str]:
    return [date_format(day, "SHORT_DAY_FORMAT") for day in days]


def _start(now: datetime) -> datetime:
    """The start of the first day shown."""
    return (now - timedelta(days=DAYS - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
