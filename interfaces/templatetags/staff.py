"""Times as the admin shows them."""

from django import template

from interfaces.admin.wording import ago, ahead

register = template.Library()
register.filter("ago", ago)
register.filter("ahead", ahead)
