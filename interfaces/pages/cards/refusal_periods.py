"""Until when assistants cannot ask again for what was refused or not chosen."""

from collections.abc import Iterable, Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.proposals.unchosen_values import blocked_until_of
from interfaces.competing_requests import values_asked
from interfaces.pages.texts import wording
from interfaces.pages.texts.change_kinds import QUOTED
from interfaces.plain_words import either


def blocked_on_card(proposals: Iterable[Proposal]) -> str:
    """What one answer refused, each value with its own day; one alone is not named, and nothing told where none
    is blocked."""
    by_day: dict[str, list[Proposal]] = {}
    for row in proposals:
        if until := blocked_until_of(row):
            by_day.setdefault(date_format(localtime(until)), []).append(row)
    values = [value for rows in by_day.values() for value in values_asked(rows)]
    if by_day and len(values) <= 1:  # to forget asks for none
        return _("Assistants can't ask for it again before {day}.").format(day=next(iter(by_day)))
    return " ".join(blocked_values(values_asked(rows), day) for day, rows in by_day.items())


def blocked_values(values: Sequence[str], day: str) -> str:
    told = [str(QUOTED).format(value=wording.readable(value)) for value in values]
    return _("Assistants can't ask for {values} again before {day}.").format(values=either(told), day=day)
