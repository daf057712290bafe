"""Times as people say them, with the exact one on hover."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = template.Library()
JUST_NOW_SECONDS = 60


@register.simple_tag(takes_context=True)
def moment(context: template.Context, at: datetime) -> SafeString:
    """`<time>` saying "3 hours ago" or "in 6 days", by the page's `now` and the person's time zone."""
    local = _local(at)
    exact = f"{date_format(local, 'j F Y, H:i')} {local.tzname()}"
    told = relative(at, context["now"])
    return format_html('<time datetime="{}" title="{}">{}</time>', local.isoformat(timespec="seconds"), exact, told)


def relative(at: datetime, now: datetime) -> str:
    """How far away a time is, in its largest unit."""
    if abs((at - now).total_seconds()) < JUST_NOW_SECONDS:
        return _("just now") if at <= now else _("in less than a minute")
    if at < now:
        return _("%(time)s ago") % {"time": timesince(at, now, depth=1)}
    return _("in %(time)s") % {"time": timesince(now, _rounded(at, at - now), depth=1)}


def _local(at: datetime) -> datetime:
    """In the person's time zone, but for the first and the last hours that a date can tell."""
    try:
        return timezone.localtime(at)
    except OverflowError:
        return at


def _rounded(at: datetime, distance: timedelta) -> datetime:
    try:
        return at + _half_unit(distance)
    except OverflowError:
        return at


def _half_unit(distance: timedelta) -> timedelta:
    """What makes a truncated distance a rounded one: "in 7 days" a moment after "in 7 days" was true."""
    return (
        timedelta(hours=12)
        if distance >= timedelta(days=1)
        else timedelta(minutes=30) * (distance >= timedelta(hours=1))
    )
