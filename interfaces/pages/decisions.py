"""Earlier decisions, and the way back to them."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from consent.models import Policy
from interfaces.pages.chips import chips_of
from interfaces.pages.decided import Decided, decided_for
from interfaces.pages.ends import ended_as
from interfaces.pages.filters import DecisionFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView, parse_id
from interfaces.pages.superseded import REPLACED


class DecisionsView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = DecisionFilters(request.GET)
        decided = self.proposals.filter(decided_at__isnull=False)
        if state := filters.chosen.get("state"):
            decided = ended_as(decided, state)
        else:  # what a later one took the place of is told with that
            decided = decided.exclude(REPLACED, superseded_by__in=self.proposals.values("id"))
        page = page_of(decided, "decided_at", request.GET)
        together = self.proposals.none() if filters.chosen else self.proposals
        decisions = decided_for(page.rows, together, actor=self.actor, now=self.now)
        context = {
            "page": page,
            "filters": filters,
            "chips": chips_of(filters, request.GET, "state"),
            "decisions": decisions,
            "explains_undo": _explains_undo(decisions),
            "has_rules": Policy.objects.of_person(self.actor.person_id).exists(),
        }
        return self.page("inbox/decisions.html", context)


def _explains_undo(decisions: Sequence[Decided]) -> bool:
    """Whether one of them can be undone or let be asked again, of which the page says once how they differ."""
    cards = [card for one in decisions for card in (one.card, *one.others)]
    return any(card.can_wait_again and card.may_be_let_again for card in cards)


def place_in_list(form: QueryDict) -> str:
    """The page of the list from which a form was sent, at the card that it names; empty where it was sent elsewhere."""
    listed = form.get("listed")
    if listed is None:
        return ""
    query, card = QueryDict(listed).urlencode(), parse_id(form.get("card", ""))
    address = reverse("pages:decisions") + (f"?{query}" if query else "")
    return f"{address}#proposal-{card}" if card else address
