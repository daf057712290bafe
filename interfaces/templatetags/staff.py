"""Times and names as the admin shows them."""

from typing import Any

from django import template

from interfaces.admin.policies.wording import answers
from interfaces.admin.wording import (
    actor_name,
    ago,
    ahead,
    field_words,
    moment,
    readable,
    sensitivity_label,
    short_field,
    version_text,
)

register = template.Library()
register.filter("ago", ago)
register.filter("answers", answers)
register.filter("ahead", ahead)
register.filter("actor_name", actor_name)
register.filter("field_words", field_words)
register.filter("short_field", short_field)
register.filter("moment", moment)
register.filter("readable", readable)
register.filter("sensitivity_label", sensitivity_label)


@register.filter
def memory_words(memory: Any) -> str:
    """What it says now; a fact's key in words."""
    return version_text(memory.current.content if memory.current else "", is_fact=memory.is_fact)


@register.simple_tag
def who(row: Any) -> str:
    """Who is behind a row of history that is annotated with `login`."""
    return actor_name(row.actor_label, row.login or "")
