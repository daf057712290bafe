"""Local times, and the distance between two times in words: "3 days", inflected as in "3 days ago" and "in 3 days"."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import npgettext_lazy

# Django's own German says "vor 3 Tage".
DISTANCES: dict[str, Any] = {
    "year": npgettext_lazy("ago or in", "%(num)d year", "%(num)d years", "num"),
    "month": npgettext_lazy("ago or in", "%(num)d month", "%(num)d months", "num"),
    "week": npgettext_lazy("ago or in", "%(num)d week", "%(num)d weeks", "num"),
    "day": npgettext_lazy("ago or in", "%(num)d day", "%(num)d days", "num"),
    "hour": npgettext_lazy("ago or in", "%(num)d hour", "%(num)d hours", "num"),
    "minute": npgettext_lazy("ago or in", "%(num)d minute", "%(num)d minutes", "num"),
}


def local_time(at: datetime) -> datetime:
    """Return the time in the person's time zone, except for the first and last hours that a date can represent."""
    try:
        return timezone.localtime(at)
    except OverflowError:
        return at


def distance(earlier: datetime, later: datetime) -> str:
    """Return the distance in the largest unit, cut off."""
    return timesince(earlier, later, depth=1, time_strings=DISTANCES)


def distance_ahead(now: datetime, later: datetime) -> str:
    """Return how far away a later time is, rounded, so that "in 1 hour" is still true a moment later."""
    return distance(now, _rounded(later, later - now))


def _rounded(at: datetime, apart: timedelta) -> datetime:
    """Add half a unit, so that the cut-off distance is rounded."""
    units = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))
    half_unit = next((unit for unit in units if apart >= unit), units[-1]) / 2
    try:
        return at + half_unit
    except OverflowError:
        return at
