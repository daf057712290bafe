"""Decided requests. Requests settled by one answer are one entry."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from consent.models import Policy, Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.competing_requests import SET
from interfaces.joint_answers import choice_of
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.request_status import ended_as
from interfaces.pages.cards.superseded_requests import REPLACED, replaced_requests
from interfaces.pages.filters.filter_links import filter_links
from interfaces.pages.filters.filters import DecisionFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView, parse_id
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Decided:
    """The request that shows the outcome, and the others that the same answer settled. `next_card` is the next card of
    the list, for the last entry the one before it, None for a single entry."""

    card: Card
    others: Sequence[Card]
    next_card: UUID | None = None


def decided_for(rows: Sequence[Proposal], proposals: ProposalQuerySet, *, actor: Actor, now: datetime) -> list[Decided]:
    """Return the entries in the rows' order. `proposals` are all that the actor sees. One query for each step of
    replacement, besides those of the cards."""
    earlier = replaced_requests(rows, proposals)
    cards = cards_for([*rows, *(row for found in earlier.values() for row in found)], actor=actor, now=now)
    by_id = {card.proposal.id: card for card in cards}
    groups: dict[Hashable, list[Proposal]] = {}
    for row in rows:
        groups.setdefault(choice_of(row), []).append(row)
    decided = []
    for group in groups.values():
        first = min(group, key=_rank)
        others = [row for row in group if row is not first] + [one for row in group for one in earlier[row.id]]
        # The first card lists all requested values that were not saved.
        decided.append(Decided(by_id[first.id], [replace(by_id[row.id], not_saved={}) for row in others]))
    return [replace(one, next_card=_next_card(decided, place)) for place, one in enumerate(decided)]


def _next_card(decided: Sequence[Decided], place: int) -> UUID | None:
    near = [*decided[place + 1 : place + 2], *decided[max(place - 1, 0) : place]]
    return near[0].card.proposal.id if near else None


def _rank(row: Proposal) -> tuple[bool, bool, int]:
    """Sort key: the approved request first, then the request for the field itself, then the answered one, which names
    the others."""
    return row.state == ProposalState.REJECTED, row.change["type"] != SET, -len(row.evidence)


class DecisionsView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = DecisionFilters(request.GET)
        decided = self.proposals.filter(decided_at__isnull=False).ever_open()
        if state := filters.chosen.get("state"):
            decided = ended_as(decided, state)
        else:  # replaced requests are shown with their successor
            decided = decided.exclude(REPLACED, superseded_by__in=self.proposals.values("id"))
        page = page_of(decided, "decided_at", request.GET)
        together = self.proposals.none() if filters.chosen else self.proposals
        decisions = decided_for(page.rows, together, actor=self.actor, now=self.now)
        context = {
            "page": page,
            "filters": filters,
            "chips": filter_links(filters, request.GET, "state"),
            "decisions": decisions,
            "explains_undo": _explains_undo(decisions),
            "has_rules": Policy.objects.of_person(self.actor.person_id).exists(),
        }
        return self.page("inbox/decisions.html", context)


def _explains_undo(decisions: Sequence[Decided]) -> bool:
    """Whether a decision can both be undone and be allowed again, so that the page explains the difference once."""
    cards = [card for one in decisions for card in (one.card, *one.others)]
    return any(card.can_be_reopened and card.may_be_allowed_again for card in cards)


def place_in_list(form: QueryDict) -> str:
    """Return the URL of the list page that a form came from, at the card that it names; empty for forms of other
    pages."""
    grouped_cards = form.get("listed")
    if grouped_cards is None:
        return ""
    query, card = QueryDict(grouped_cards).urlencode(), parse_id(form.get("card", ""))
    address = reverse("pages:decisions") + (f"?{query}" if query else "")
    return f"{address}#proposal-{card}" if card else address
