"""Open requests, earlier decisions, and the person's own rules."""

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from consent.receipts.document import receipt_of
from interfaces.pages.assistants import Faces
from interfaces.pages.cards import Card, cards_for
from interfaces.pages.filters import DecisionFilters, InboxFilters
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView
from interfaces.pages.reviews import review_cards

LAST_DECIDED = "last_decided"
# Tells HTMX to stop polling.
STOP_POLLING = 286


class InboxView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = InboxFilters(request.GET)
        page = page_of(self.rows(filters.chosen), "created_at", request.GET)
        if page.newest and not page.rows:
            # Everything on this page was answered; newer requests may still be open.
            return redirect(reverse("pages:inbox") + page.newest)
        cards = cards_for(page.rows, actor=self.actor, now=self.now)
        context = {
            "page": page,
            "cards": cards,
            "filters": filters,
            "last": self.last_decided(),
            "reviews": [] if filters.chosen else review_cards(self.actor, now=self.now),
        }
        return self.page("inbox/list.html", context)

    def rows(self, chosen: dict[str, str]) -> QuerySet[Proposal]:
        rows = self.proposals.pending()
        named = {"category": chosen.get("category"), "actor_label": chosen.get("who")}
        return rows.filter(**{name: value for name, value in named.items() if value})

    def last_decided(self) -> Card | None:
        """The last answer of this session, to be undone."""
        proposal_id = self.request.session.get(LAST_DECIDED)
        row = self.proposals.filter(id=proposal_id).first() if proposal_id else None
        (card,) = cards_for([row], actor=self.actor, now=self.now) if row else [None]
        return card if card and card.can_be_undone else None


class CountView(PersonView):
    """The number of open requests for the navigation, and a notice if some are newer than the page."""

    def handle_no_permission(self) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=STOP_POLLING)

    def get(self, request: HttpRequest) -> HttpResponse:
        newest = _parse_timestamp(request.GET.get("after", ""))
        has_newer = newest is not None and self.proposals.pending().filter(created_at__gt=newest).exists()
        return self.page("inbox/count.html", {"has_newer": has_newer})


class DecisionsView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = DecisionFilters(request.GET)
        decided = self.proposals.filter(decided_at__isnull=False)
        page = page_of(decided.filter(**filters.chosen), "decided_at", request.GET)
        context = {
            "page": page,
            "filters": filters,
            "cards": cards_for(page.rows, actor=self.actor, now=self.now),
            "rules": self.rules(),
        }
        return self.page("inbox/decisions.html", context)

    def rules(self) -> list[tuple[Policy, str, bool]]:
        """The person's own "always" and "never": the rule, the assistant, and whether it is an "always"."""
        rows = list(Policy.objects.of_person(self.actor.person_id).order_by("fact_category", "fact_key", "id"))
        faces = Faces.load() if rows else Faces([])
        return [(row, faces.name("", row.agent_id), row.outcome == Outcome.APPLY) for row in rows]


class ProposalView(PersonView):
    """One proposal, where an agent's `proposal_url` leads."""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        return self.show(proposal_id)

    def show(self, proposal_id: UUID, *, note: str = "", status: int = 200) -> HttpResponse:
        """The proposal as it is now, with a note on top: the card alone for HTMX, else its page."""
        proposal = get_object_or_404(self.proposals, id=proposal_id)
        (card,) = cards_for([proposal], actor=self.actor, now=self.now)
        template = "inbox/answered.html" if self.request.headers.get("HX-Request") else "inbox/proposal.html"
        return self.page(template, {"card": card, "note": note}, status=status)


class ConsentReceiptView(PersonView):
    """The proof of what was answered, as a file."""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        receipt = receipt_of(proposal_id, actor=self.actor, now=self.now)
        if receipt is None:
            raise Http404
        headers = {"Content-Disposition": f'attachment; filename="receipt-{proposal_id}.json"'}
        return JsonResponse(receipt, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


def _parse_timestamp(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
