"""Until when assistants cannot request again what was refused or not chosen."""

from collections.abc import Iterable, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.proposals.unchosen_values import blocked_until_of
from interfaces.competing_requests import requested_values
from interfaces.pages.texts import wording
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.plain_words import either


def blocked_on_card(proposals: Iterable[Proposal]) -> str:
    """Return sentences about the values that one answer refused, grouped by the date of their block; a single value is
    not named. Empty where none is blocked."""
    by_day: dict[str, list[Proposal]] = {}
    for row in proposals:
        if until := blocked_until_of(row):
            by_day.setdefault(date_format(localtime(until)), []).append(row)
    values = [value for rows in by_day.values() for value in requested_values(rows)]
    if by_day and len(values) <= 1:  # a request to forget has no values
        return _("Assistants can't ask for it again before {day}.").format(day=next(iter(by_day)))
    return " ".join(blocked_values(requested_values(rows), day) for day, rows in by_day.items())


def blocked_values(values: Sequence[str], day: str) -> str:
    quoted = [str(QUOTED).format(value=wording.readable(value)) for value in values]
    return _("Assistants can't ask for {values} again before {day}.").format(values=either(quoted), day=day)
