"""Shared parts of forms of the pages and the admin: choices of people, an address."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from operations.delivery.mail import is_mail_sent
from workspaces.models import Person


def person_choices(people: Sequence[Person]) -> list[tuple[str, str]]:
    """Return people as choices, by name; several with one name also by their own ids, or else by when they were
    added."""
    of_name = Counter(one.name for one in people)
    return [(str(one.id), _distinct_name(one, of_name)) for one in people]


def distinct_names(people: Sequence[Person]) -> dict[UUID, str]:
    """Return their names as `person_choices` does, also where the others of that name are not among these. Runs in the
    scope, one query."""
    of_name = Counter(Person.objects.filter(name__in={one.name for one in people}).values_list("name", flat=True))
    return {one.id: _distinct_name(one, of_name) for one in people}


def _distinct_name(person: Person, of_name: Counter[str]) -> str:
    return person.name if of_name[person.name] == 1 else _with_detail(person)


def _with_detail(person: Person) -> str:
    if person.external_id:
        return f"{person.name} ({person.external_id})"
    added = date_format(timezone.localtime(person.created_at), "SHORT_DATETIME_FORMAT")
    return _("%(name)s (added %(date)s)") % {"name": person.name, "date": added}


def ask_for_address(field: forms.Field) -> None:
    """Where no mail is sent, an invitation needs no address: its link is passed on by hand."""
    if not is_mail_sent():
        field.required = False
        field.help_text = _("Optional. It becomes the address of the new login.")
