"""Verbs in a search of the timeline ("what did I refuse") that select one kind of action."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models.decision import Verdict
from consent.proposals.undone_decisions import caused_by_undo
from interfaces.spelling import in_each_language, plain
from memories.models.choices import Event


class ActionVerb(NamedTuple):
    """`starts` are the beginnings of words that name the action, `rows` selects its history rows."""

    starts: Promise
    rows: Q


ACTIONS: Final[Mapping[str, ActionVerb]] = {
    "refused": ActionVerb(
        _("refus, reject, declin"),
        Q(event=Event.CONSENT, meta__verdict=Verdict.REJECT),
    ),
    "approved": ActionVerb(
        _("approv, agreed"),
        Q(event=Event.CONSENT, meta__verdict__in=(Verdict.APPROVE, Verdict.AMEND)),
    ),
    "undone": ActionVerb(_("undid, undo"), Q(caused_by_undo())),
    "forgotten": ActionVerb(
        _("forgot, forget, delet"),
        Q(~caused_by_undo(), event=Event.DELETE),
    ),
}


def requested_action(words: Sequence[str]) -> tuple[Q | None, Sequence[str]]:
    """Return the condition of the action that a word names, None without one, and the other words."""
    named = {word: action for word in words if (action := _action_of(plain(word)))}
    action = next(iter(named.values()), "")
    return ACTIONS[action].rows if action else None, [word for word in words if word not in named]


def _action_of(word: str) -> str:
    return next((action for start, action in _starts() if word.startswith(start)), "")


@cache
def _starts() -> Sequence[tuple[str, str]]:
    """Return the beginnings in all languages of the pages."""
    found: dict[str, str] = {}
    for _language in in_each_language():
        found |= {plain(one).strip(): name for name, action in ACTIONS.items() for one in str(action.starts).split(",")}
    return [(start, name) for start, name in found.items() if start]  # no empty part after a final comma
