"""Times, numbers, names and texts as the pages show them."""

from collections.abc import Iterable
from datetime import datetime

from babel.numbers import format_percent
from django import template
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from interfaces.pages.filters.filters import CONFIDENCE_BANDS
from interfaces.pages.texts import diffs, wording
from interfaces.relative_times import distance, distance_ahead, local_time
from memories.models import Memory, MemoryVersion
from workspaces.sensitivity import RESTRICTED

register = template.Library()
JUST_NOW_SECONDS = 60

register.filter("quoted_query", wording.quoted_query)
register.filter("readable", wording.readable)
register.filter("text_alone", diffs.text_alone)
register.filter("field_name", wording.field_name)
register.filter("memory_text", wording.memory_text)


@register.filter
def text_of_version(version: MemoryVersion) -> str:
    """Return a memory's text in one version; the memory must be loaded with it."""
    return wording.version_text(version.content, is_fact=version.memory.is_fact)


@register.filter
def with_code(text: str) -> SafeString:
    """Show text between backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ([format_html("<code>{}</code>", one) if place % 2 else one] for place, one in parts)
    )


@register.simple_tag(takes_context=True)
def timestamp(context: template.Context, at: datetime, of_day: bool = False, dated: bool = False) -> SafeString:
    """Return `<time>` with "3 hours ago" or "in 6 days" by the page's `now`, `of_day` with only the time, `dated` with
    the date too where it is another day.

    The exact local time is in the tooltip.
    """
    local = local_time(at)
    exact = f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"
    text = date_format(local, "TIME_FORMAT") if of_day else relative(at, context["now"])
    if dated and local.date() != local_time(context["now"]).date():
        text = f"{text}, {date_format(local, 'DATE_FORMAT')}"
    return format_html('<time datetime="{}" title="{}">{}</time>', local.isoformat(timespec="seconds"), exact, text)


@register.simple_tag(takes_context=True)
def written(context: template.Context, memory: Memory) -> SafeString:
    """Return when the text of a memory was written, after the day of its event where that is earlier."""
    when = timestamp(context, memory.written_at)
    if memory.occurred_at is None or local_time(memory.occurred_at).date() >= local_time(memory.written_at).date():
        return when
    day = date_format(local_time(memory.occurred_at), "DATE_FORMAT")
    return format_html(_("Of {day}, saved {when}"), day=day, when=when)


def relative(at: datetime, now: datetime) -> str:
    """Return how far away a time is, in its largest unit."""
    if abs((at - now).total_seconds()) < JUST_NOW_SECONDS:
        return _("just now") if at <= now else _("in less than a minute")
    if at < now:
        return _("%(time)s ago") % {"time": distance(at, now)}
    return _("in %(time)s") % {"time": distance_ahead(now, at)}


@register.filter
def as_words(name: str) -> str:
    """`relationship_dynamic` → "Relationship dynamic"."""
    return capfirst(wording.field_name(name))


@register.filter
def in_words(names: Iterable[str]) -> str:
    """Several names, separated by commas."""
    return ", ".join(map(as_words, names))


@register.filter
def percent(share: float) -> str:
    """0..1 → "80%", in the language's format."""
    return format_percent(share, locale=get_language() or "en")


@register.filter
def points(share: float) -> str:
    """Return what a signal added to a score of 1: 0.31 → "+ 31", -0.02 → "− 2"."""
    return f"{'−' if share < 0 else '+'} {abs(share) * 100:.0f}"


@register.filter
def event_phrase(event: str) -> Promise | str:
    """`ADD` → "added", after a count."""
    return wording.HAPPENED.get(event, event)


@register.filter
def group_label(key: str, name: str) -> Promise | str:
    """Return the label of a group in a tally: a category, a source or a band of confidence."""
    labels: dict[str, dict[str, Promise]] = {"trust": wording.TALLIED, "certainty": CONFIDENCE_BANDS}
    return labels.get(name, {}).get(key, as_words(key))


@register.filter
def source_label(memory: Memory) -> Promise | str:
    """Return the origin of a memory processed by `note_origins`."""
    return wording.ORIGINS.get(getattr(memory, "origin", memory.trust), "")


@register.filter
def shared_with(sensitivity: str) -> Promise:
    """Return which assistants may read a memory by its label."""
    return wording.SHARED_WITH.get(sensitivity, wording.SHARED_WITH[RESTRICTED])
