"""Stored names and numbers as people write them."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.pages import wording
from memories.models import Memory
from memories.models.choices import Trust

register = template.Library()
ORIGINS: dict[str, Promise] = {
    Trust.PERSON: _("Said or confirmed by you"),
    Trust.AGENT: _("Noted by an assistant"),
    Trust.SOURCE: _("Read from a source"),
    Trust.DERIVED: _("Worked out by the memory server"),
}


@register.filter
def as_words(name: str) -> str:
    """`relationship_dynamic` → "Relationship dynamic"."""
    return wording.field_name(name).capitalize()


@register.filter
def as_percent(share: float) -> str:
    """0..1 → "80 %"."""
    return f"{share:.0%}".replace("%", " %")


@register.filter
def as_told(memory: Memory) -> str:
    """What a memory says; the key of a fact in words: `coding_style: black` → "Coding style: black"."""
    content = memory.current.content if memory.current else ""
    return wording.told(content, is_fact=memory.is_fact)


@register.filter
def origin(memory: Memory) -> Promise | str:
    """Who a memory comes from, as the person would say it."""
    return ORIGINS.get(memory.trust, "")
