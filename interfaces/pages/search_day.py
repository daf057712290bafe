"""A search that is a day: what was kept and said on it."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from interfaces.pages.hits import SHOWN
from interfaces.typed_days import day_in
from memories.models import Memory
from memories.models.memory import MemoryQuerySet

ON_THAT_DAY: Promise = _("on that day")


def searched_day(words: str) -> date | None:
    """The day that a search names and nothing else; a day that is to come has nothing yet."""
    day, others = day_in(words)
    return day if day and not others and day <= timezone.localdate() else None


def on_day(column: str, day: date) -> Q:
    """In the person's time zone."""
    start = timezone.make_aware(datetime.combine(day, time.min))
    end = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    return Q(**{f"{column}__gte": start, f"{column}__lt": end})


def kept_on(day: date, alive: MemoryQuerySet) -> Iterator[Memory]:
    """The newest, added or changed; one query."""
    kept = on_day("created_at", day) | on_day("current__ingested_at", day)
    yield from alive.filter(kept).order_by("-created_at", "-id")[: 2 * SHOWN]


def said_on(day: date, turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """The first messages of the day."""
    return turns.filter(on_day("occurred_at", day)).order_by("occurred_at", "id")[:SHOWN]
