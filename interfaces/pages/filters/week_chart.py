"""A chart of weeks: the number of events in each, with a link that shows that week alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db.models import Case, CharField, Count, F, Func, OuterRef, Subquery, UUIDField, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, TruncWeek
from django.http import QueryDict
from django.utils import timezone

from consent.models import Proposal
from interfaces.pages.filters.filter_links import query_with
from memories.models.choices import Event
from memories.models.history import HistoryQuerySet
from providers.statements import MULTI_VALUED_KEYS, SPECIAL_KEYS

WEEKS, FEWEST_WEEKS = 24, 8
WEEK = timedelta(weeks=1)
PARAMETER = "week"
# Percent of the chart's height, so that any week with events is visible.
LEAST_HEIGHT = 4
# One change of a memory may have several rows: restored, and changed.
CHANGES = Count(Func("change_id", "memory_id", function="ROW", output_field=CharField()), distinct=True)
# One answer to all requests about a single-valued field has a row for each.
SEVERAL = MULTI_VALUED_KEYS | SPECIAL_KEYS | {""}
ANSWERED = Case(When(requested_field__in=SEVERAL, then=Cast("id", CharField())), default=F("requested_field"))
ANSWERS = Count(Func("created_at", ANSWERED, function="ROW", output_field=CharField()), distinct=True)


@dataclass(frozen=True, slots=True)
class Week:
    """One bar: `height` is 0..100 of the chart's; `address` the query string for this week alone, or for all again.

    `is_labelled`: its month is shown below, for the first bar and each that begins a month.
    """

    start: date
    count: int
    height: int
    address: str
    is_chosen: bool
    is_labelled: bool

    @property
    def top(self) -> int:
        return 100 - self.height


def chosen_week(query: QueryDict) -> date | None:
    """Return the Monday of the week in a query string; None where it names none."""
    try:
        day = date.fromisoformat(query.get(PARAMETER, ""))
        return day - timedelta(days=day.weekday())
    except (ValueError, OverflowError):
        return None


def bounds_of(week: date) -> tuple[datetime, datetime]:
    """Return the start and end of a week in the person's time zone."""
    start = datetime.combine(week, time(), timezone.get_current_timezone())
    try:
        return start, start + WEEK
    except OverflowError:
        return start, start


def weeks_of(rows: HistoryQuerySet, query: QueryDict, *, today: date, of_answers: bool = False) -> Sequence[Week]:
    """Return the last weeks, oldest first, from the first with an event; one query. Empty where there are no events.

    `of_answers`: count answers to requests, as the timeline shows them.
    """
    this = today - timedelta(days=today.weekday())
    starts = [this - WEEK * back for back in reversed(range(WEEKS))]
    recent = rows.filter(created_at__gte=bounds_of(starts[0])[0]).order_by()
    by_week = recent.annotate(week=TruncWeek("created_at"))
    if of_answers:
        by_week = by_week.filter(event=Event.CONSENT).alias(requested_field=_requested_field())
    counted = by_week.values_list("week").annotate(count=ANSWERS if of_answers else CHANGES)
    counts = {timezone.localtime(week).date(): count for week, count in counted}
    most, chosen = max(counts.values(), default=0), chosen_week(query)
    if not most:
        return []
    first = min([starts[-FEWEST_WEEKS], *(start for start in starts if counts.get(start))])
    weeks = [_week(start, counts.get(start, 0), most, query, chosen) for start in starts if start >= first]
    if not weeks[1].is_labelled:  # two labels beside each other would touch
        weeks[0] = replace(weeks[0], is_labelled=True)
    return weeks


def _requested_field() -> Subquery:
    """Select the claim of an answer's request; empty where it claims nothing."""
    request = Proposal.objects.filter(id=Cast(KeyTextTransform("proposal_id", OuterRef("meta")), UUIDField()))
    claim = Func(KeyTextTransform(0, "claims"), Value("="), Value(1), function="split_part")
    key = Func(claim, Value("."), Value(2), function="split_part", output_field=CharField())
    return Subquery(request.values_list(key)[:1])


def _week(start: date, count: int, most: int, query: QueryDict, chosen: date | None) -> Week:
    height = max(LEAST_HEIGHT, round(100 * count / most)) if count else 0
    is_chosen = start == chosen
    address = query_with(query, **{PARAMETER: "" if is_chosen else start.isoformat()})
    return Week(start, count, height, address, is_chosen, is_labelled=start.day <= WEEK.days)
