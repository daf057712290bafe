"""Times and names as the admin shows them."""

from typing import Any

from django import template

from interfaces.admin.policies.wording import answers
from interfaces.admin.wording import actor_name, ago, ahead, moment, readable, sensitivity_label, short_field

register = template.Library()
register.filter("ago", ago)
register.filter("answers", answers)
register.filter("ahead", ahead)
register.filter("actor_name", actor_name)
register.filter("short_field", short_field)
register.filter("moment", moment)
register.filter("readable", readable)
register.filter("sensitivity_label", sensitivity_label)


@register.simple_tag
def who(row: Any) -> str:
    """Who is behind a row of history that is annotated with `login`."""
    return actor_name(row.actor_label, row.login or "")
