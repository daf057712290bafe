"""Times and names as the admin shows them."""

from django import template

from interfaces.admin.wording import actor_name, ago, ahead, short_field

register = template.Library()
register.filter("ago", ago)
register.filter("ahead", ahead)
register.filter("actor_name", actor_name)
register.filter("short_field", short_field)
