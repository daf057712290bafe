"""Stored names and numbers as people write them."""

from django import template

register = template.Library()


@register.filter
def as_words(name: str) -> str:
    """`relationship_dynamic` → "Relationship dynamic"."""
    return name.replace("_", " ").replace(".", " ").capitalize()


@register.filter
def as_percent(share: float) -> str:
    """0..1 → "80 %"."""
    return f"{share:.0%}".replace("%", " %")
