"""What a search of the timeline asks for by a verb, as "what did I refuse" does."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models.decision import Verdict
from consent.proposals.undone import by_withdrawal
from interfaces.spelling import in_each_language, plain
from memories.models.choices import Event


class Deed(NamedTuple):
    """The beginnings of the words by which it is asked for, and the rows of history that tell of it."""

    starts: Promise
    rows: Q


DEEDS: Final[Mapping[str, Deed]] = {
    "refused": Deed(
        _("refus, reject, declin"),
        Q(event=Event.CONSENT, meta__verdict=Verdict.REJECT),
    ),
    "approved": Deed(
        _("approv, agreed"),
        Q(event=Event.CONSENT, meta__verdict__in=(Verdict.APPROVE, Verdict.AMEND)),
    ),
    "undone": Deed(_("undid, undo"), Q(by_withdrawal())),
    "forgotten": Deed(
        _("forgot, forget, delet"),
        Q(~by_withdrawal(), event=Event.DELETE),
    ),
}


def deed_asked(words: Sequence[str]) -> tuple[Q | None, Sequence[str]]:
    """The rows of the deed that one of the words names, None without one, and the other words."""
    named = {word: deed for word in words if (deed := _deed_of(plain(word)))}
    deed = next(iter(named.values()), "")
    return DEEDS[deed].rows if deed else None, [word for word in words if word not in named]


def _deed_of(word: str) -> str:
    return next((deed for start, deed in _starts() if word.startswith(start)), "")


@cache
def _starts() -> Sequence[tuple[str, str]]:
    """In all languages of the pages."""
    found: dict[str, str] = {}
    for _language in in_each_language():
        found |= {plain(one).strip(): name for name, deed in DEEDS.items() for one in str(deed.starts).split(",")}
    return [(start, name) for start, name in found.items() if start]  # none behind a comma at the end
