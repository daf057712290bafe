"""The status of a request: its label on the card and the filter that finds it, from one definition."""

from collections.abc import Mapping
from typing import Final

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.pages.cards.superseded_requests import took_their_place
from interfaces.pages.texts.change_kinds import is_chosen

# What became of a request whose value another one about the same field took over.
OPEN, CHOSEN, UNCHOSEN = "open", "chosen", "unchosen"
LABELS: Final[Mapping[str, Promise | str]] = {
    **dict(ProposalState.choices),
    OPEN: _("Still open"),
    CHOSEN: _("Chosen later"),
    UNCHOSEN: _("Not chosen"),
}
# By the filter, which ends it finds. What a newer request took over may still be open there, or was chosen.
FILTERS: Final[Mapping[str, frozenset[str]]] = {
    **{end: frozenset({end}) for end in (*ProposalState.values, UNCHOSEN) if end != ProposalState.PENDING},
    ProposalState.SUPERSEDED.value: frozenset({ProposalState.SUPERSEDED.value, OPEN, CHOSEN}),
}
_NAMED: Final[Mapping[str, Promise]] = {
    ProposalState.AMENDED.value: _("Edited or another value saved"),
    ProposalState.WITHDRAWN.value: _("Undone, not asked again"),
}
CHOICES: Final = [(name, _NAMED.get(name, LABELS[name])) for name in FILTERS]
# What another one may have taken the place of; all else ended as its state says.
_JOINED: Final = Q(state=ProposalState.REJECTED) | Q(superseded_by__isnull=False)
_ANSWERED: Final = (ProposalState.APPROVED, ProposalState.AMENDED, ProposalState.REJECTED)


def end_of(proposal: Proposal, joined: Proposal | None, *, is_open: bool) -> str:
    """A key of `LABELS`. One that waits but is not `is_open` is over, though no job has closed it yet."""
    if proposal.state == ProposalState.PENDING and not is_open:
        return ProposalState.EXPIRED.value
    if joined is not None and joined.state == ProposalState.PENDING:
        return OPEN
    if joined is None or joined.state not in _ANSWERED:
        return str(proposal.state)
    return CHOSEN if is_chosen(proposal, joined) else UNCHOSEN


def verdict(proposal: Proposal, joined: Proposal | None, *, is_open: bool) -> str:
    """How it ended, in a word or two."""
    return str(LABELS[end_of(proposal, joined, is_open=is_open)])


def ended_as(rows: ProposalQuerySet, name: str) -> ProposalQuerySet:
    """Of those that ended, the ones that a filter finds. Queries of `took_their_place`; in the entered scope."""
    joined = list(rows.filter(_JOINED))
    others = took_their_place(joined)
    found = [row.id for row in joined if end_of(row, others.get(row.id), is_open=False) in FILTERS[name]]
    return rows.filter(Q(id__in=found) | Q(state=name) & ~_JOINED)
