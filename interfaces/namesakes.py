"""People of one name, told apart where one of them is chosen."""

from collections import Counter
from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from workspaces.models import Person


def told_apart(people: Sequence[Person]) -> list[tuple[str, str]]:
    """By name; those of one name by their own ids or else by when they were added, too."""
    of_name = Counter(one.name for one in people)
    return [(str(one.id), one.name if of_name[one.name] == 1 else _told_more(one)) for one in people]


def _told_more(person: Person) -> str:
    if person.external_id:
        return f"{person.name} ({person.external_id})"
    added = date_format(timezone.localtime(person.created_at), "SHORT_DATETIME_FORMAT")
    return _("%(name)s (added %(date)s)") % {"name": person.name, "date": added}
