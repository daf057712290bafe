"""Requests that the person answered by saving something else."""

from django.contrib import messages
from django.utils.translation import gettext as _

from consent.proposals.rebase import ALREADY_SO, CHANGED_BY_PERSON
from interfaces.competing_requests import head
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.wording import readable
from workspaces import scope


def add_closed_messages(view: PersonView) -> None:
    """Add a message for each request that the person has answered by what they saved just now."""
    with scope.enter(view.membership.workspace_id):
        answered = view.proposals.filter(closed_because__in=(CHANGED_BY_PERSON, ALREADY_SO))
        closed = list(answered.filter(decided_at__gte=view.now))
    for row in closed:
        text = _("The request “%(value)s” is closed: you have answered it with this.")
        messages.info(view.request, text % {"value": readable(head(row.new_value)).removesuffix(".")})
