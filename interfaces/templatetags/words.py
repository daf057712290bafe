"""Stored names and numbers as people write them."""

from django import template
from django.utils.functional import Promise

from consent.detection.bidi import visible
from interfaces.pages import wording
from interfaces.pages.filters import CERTAINTIES
from memories.models import Memory

register = template.Library()


@register.filter
def as_words(name: str) -> str:
    """`relationship_dynamic` → "Relationship dynamic"."""
    return wording.field_name(name).capitalize()


@register.filter
def as_percent(share: float) -> str:
    """0..1 → "80%"."""
    return f"{share:.0%}"


@register.filter
def as_event(event: str) -> Promise | str:
    """What happened, to be counted: `ADD` → "added"."""
    return wording.HAPPENED.get(event, event)


@register.filter
def as_kind(key: str, name: str) -> Promise | str:
    """One kind of a tally: a category, an origin or a band of certainty, in words."""
    words: dict[str, dict[str, Promise]] = {"trust": wording.ORIGINS, "certainty": CERTAINTIES}
    return words.get(name, {}).get(key, as_words(key))


@register.filter
def as_points(share: float) -> str:
    """What a signal added to a score of 1: 0.31 → "+ 31", -0.02 → "− 2"."""
    return f"{'−' if share < 0 else '+'} {abs(share) * 100:.0f}"


@register.filter
def as_question(query: str) -> str:
    """What was asked, in quotes."""
    return wording.asked(query)


@register.filter
def as_kept(text: str) -> str:
    """Text of others as it is kept: marks that turn the direction of writing are written out."""
    return visible(text)


@register.filter
def as_told(memory: Memory) -> str:
    """What a memory says; the key of a fact in words: `coding_style: black` → "Coding style: black"."""
    content = memory.current.content if memory.current else ""
    return wording.told(content, is_fact=memory.is_fact)


@register.filter
def origin(memory: Memory) -> Promise | str:
    """Who a memory comes from, as the person would say it."""
    return wording.ORIGINS.get(memory.trust, "")
