"""The status of a request: the label on its card and the filter that finds it, from one definition."""

from collections.abc import Mapping
from typing import Final

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.pages.cards.superseded_requests import successors_of
from interfaces.pages.texts.change_kinds import is_chosen

# States of a request whose value another request about the same field took over.
OPEN, CHOSEN, UNCHOSEN = "open", "chosen", "unchosen"
LABELS: Final[Mapping[str, Promise | str]] = {
    **dict(ProposalState.choices),
    OPEN: _("Still open"),
    CHOSEN: _("Chosen later"),
    UNCHOSEN: _("Not chosen"),
}
# The states that each filter finds. A replaced request may still be open in the newer one, or have been chosen there.
FILTERS: Final[Mapping[str, frozenset[str]]] = {
    **{end: frozenset({end}) for end in (*ProposalState.values, UNCHOSEN) if end != ProposalState.PENDING},
    ProposalState.SUPERSEDED.value: frozenset({ProposalState.SUPERSEDED.value, OPEN, CHOSEN}),
}
_FILTER_LABELS: Final[Mapping[str, Promise]] = {
    ProposalState.AMENDED.value: _("Edited or another value saved"),
    ProposalState.WITHDRAWN.value: _("Undone, not asked again"),
}
CHOICES: Final = [(name, _FILTER_LABELS.get(name, LABELS[name])) for name in FILTERS]
# Requests that another one may have replaced; all others ended as their state says.
_MAY_BE_REPLACED: Final = Q(state=ProposalState.REJECTED) | Q(superseded_by__isnull=False)
_ANSWERED: Final = (ProposalState.APPROVED, ProposalState.AMENDED, ProposalState.REJECTED)


def end_of(proposal: Proposal, joined: Proposal | None, *, is_open: bool) -> str:
    """Return a key of `LABELS`. A pending request that is not `is_open` has expired, though no job has closed it
    yet."""
    if proposal.state == ProposalState.PENDING and not is_open:
        return ProposalState.EXPIRED.value
    if joined is not None and joined.state == ProposalState.PENDING:
        return OPEN
    if joined is None or joined.state not in _ANSWERED:
        return str(proposal.state)
    return CHOSEN if is_chosen(proposal, joined) else UNCHOSEN


def verdict(proposal: Proposal, joined: Proposal | None, *, is_open: bool) -> str:
    """Return the label of the outcome, a word or two."""
    return str(LABELS[end_of(proposal, joined, is_open=is_open)])


def ended_as(rows: ProposalQuerySet, name: str) -> ProposalQuerySet:
    """Return the ended requests that a filter finds. Queries of `successors_of`; runs in the entered scope."""
    joined = list(rows.filter(_MAY_BE_REPLACED))
    others = successors_of(joined)
    found = [row.id for row in joined if end_of(row, others.get(row.id), is_open=False) in FILTERS[name]]
    return rows.filter(Q(id__in=found) | Q(state=name) & ~_MAY_BE_REPLACED)
