"""Open requests, the page of one request, and receipts."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.models import Proposal, Receipt
from consent.models.proposal import ProposalState
from consent.proposals.admission import question_behind
from consent.receipts.document import receipt_of
from interfaces.competing_requests import FORGET, open_questions
from interfaces.pages.cards.answer_effects import closed_note, unchanged_field_note
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.competing_changes import CompetingChanges
from interfaces.pages.cards.competing_values import Choice, grouped_cards, related_cards
from interfaces.pages.filters.filter_links import filter_links
from interfaces.pages.filters.filters import STAFF, InboxFilters
from interfaces.pages.filters.request_subjects import subjects_of
from interfaces.pages.inbox.last_answer import last_answer
from interfaces.pages.inbox.receipt_steps import steps_of
from interfaces.pages.inbox.request_list import requests_at, span_at, take_selected
from interfaces.pages.inbox.reviews import review_cards
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import change_kinds
from interfaces.pages.texts.actors import OTHERS
from workspaces.actors import ActorKind

# HTTP status that makes HTMX stop polling.
STOP_POLLING = 286
TO_REMEMBER = gettext_lazy(
    "Your assistants want to remember these things about you. None of these is saved until you approve it."
)
TO_FORGET = gettext_lazy("Your assistants want to forget these things about you. They stay until you approve it.")
TO_CHANGE = gettext_lazy(
    "Your assistants want to change what is remembered about you. Nothing is changed until you approve it."
)
BY_OTHERS = gettext_lazy("These requests are about you. Nothing is changed until you approve it.")
BY_OTHERS_MORE = gettext_lazy(
    "These requests are about you. Each card says what is saved already; nothing else is until you approve it."
)
NO_ASSISTANTS = {icon for icon, _colour in OTHERS.values()}


class InboxView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        filters = InboxFilters(request.GET)
        page, questions = requests_at(self.proposals, filters.chosen, request.GET)
        if page.newest and not page.rows:
            # Everything on this page was answered; newer requests may still be open.
            return redirect(reverse("pages:inbox") + page.newest)
        items = grouped_cards(page.rows, questions.choices, self.proposals, actor=self.actor, now=self.now)
        context = {
            "page": page,
            "span": span_at(self.proposals, filters.chosen, page, questions),
            "items": items,
            "introduction": _introduction(items),
            "cards": [item for item in items if isinstance(item, Card)],
            "filters": filters,
            "chips": filter_links(filters, request.GET, "category", "who", present=self.present()),
            "last": last_answer(request.session, self.proposals, actor=self.actor, now=self.now),
            "selected": take_selected(request.session),
            "has_memories": self.authorized_memories.exists,  # called only where nothing is open
            "reviews": [] if filters.chosen else review_cards(self.actor, now=self.now),
        }
        return self.page("inbox/list.html", context)

    def present(self) -> dict[str, set[str]]:
        """Return the subjects and askers of all open requests; filters by others would find nothing."""
        requested = self.proposals.pending().order_by().values_list("category", "claims", "actor_label").distinct()
        rows = [(subjects_of(category, claims), who) for category, claims, who in requested]
        return {
            "category": set().union(*(subjects for subjects, _who in rows)),
            "who": {STAFF if ActorKind.STAFF.is_of(who) else who for _subjects, who in rows},
        }


class CountView(PersonView):
    """The number of open requests for the navigation, and a notice if some are newer than the page."""

    def handle_no_permission(self) -> HttpResponse:  # type: ignore[override]
        return HttpResponse(status=STOP_POLLING)

    def get(self, request: HttpRequest) -> HttpResponse:
        newest = _parse_timestamp(request.GET.get("after", ""))
        has_newer = newest is not None and self.proposals.pending().filter(created_at__gt=newest).exists()
        return self.page("inbox/count.html", {"has_newer": has_newer})


class ProposalView(PersonView):
    """One proposal, where an agent's `review_url` leads. Staff are redirected to the admin if it is another person's.

    A muted proposal, which the person had answered before, shows that answer instead. `made_rule` is "always" or
    "never" where the answer made a rule.
    """

    made_rule = ""
    typed = ""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        try:
            return self.show(proposal_id)
        except Http404:
            if self.muted.filter(id=proposal_id).exists():
                messages.info(request, _("This had been marked as wrong, so you are not asked about it."))
                return redirect("pages:inbox")
            if self.membership.is_staff_member and Proposal.objects.filter(id=proposal_id).exists():
                return redirect("admin:consent_proposal_change", proposal_id)
            raise

    def show(self, proposal_id: UUID, *, note: str = "", status: int = 200) -> HttpResponse:
        """Show the proposal as it is now, with a note on top: only the card for HTMX, else its page."""
        proposal = self.proposals.filter(id=proposal_id).first() or self.earlier_answer(proposal_id)
        if proposal.id != proposal_id:
            note = note or _("This was requested again. You had already answered it.")
        # On its page it represents the requests that compete with it.
        is_open = proposal.state == ProposalState.PENDING
        groups = open_questions(self.proposals, first=[proposal.id]).choices if is_open else {}
        own = {field: sorted(ids, key=lambda one: one != proposal.id) for field, ids in groups.items()}
        (item,) = grouped_cards([proposal], own, self.proposals, actor=self.actor, now=self.now)
        notes = [note for note in (closed_note(proposal), unchanged_field_note(proposal, self.actor.person_id)) if note]
        context = {"item": item, "note": note, "made_rule": self.made_rule, "notes": notes, "typed": self.typed}
        if not self.request.headers.get("HX-Request"):
            return self.page("inbox/proposal.html", context, status=status)
        besides = related_cards(proposal, self.proposals, actor=self.actor, now=self.now)
        return self.page("inbox/answered.html", context | {"besides": besides}, status=status)

    @property
    def muted(self) -> QuerySet[Proposal]:
        mine = Proposal.objects.authorized_for(self.actor, now=self.now).filter(Q(person_id=self.actor.person_id))
        return mine.filter(is_muted=True)

    def earlier_answer(self, proposal_id: UUID) -> Proposal:
        """Return the answered request that muted this one; 404 where there is none."""
        answered = question_behind(get_object_or_404(self.muted, id=proposal_id))
        if answered is None:
            raise Http404
        return answered


class ReceiptPageView(PersonView):
    """Who answered a request, when and how; 404 for unanswered requests."""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        proposal = get_object_or_404(self.proposals, id=proposal_id)
        receipts = list(Receipt.objects.filter(decision__proposal=proposal).select_related("decision__proposal"))
        if not receipts:
            raise Http404
        receipts.sort(key=lambda row: row.decision.created_at)
        (card,) = cards_for([proposal], actor=self.actor, now=self.now)
        context = {"card": card, "proposal": proposal, "steps": steps_of(receipts), "closed": closed_note(proposal)}
        return self.page("inbox/receipt.html", context)


class ConsentReceiptView(PersonView):
    """The signed receipt as a file."""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        receipt = receipt_of(proposal_id, actor=self.actor, now=self.now)
        if receipt is None:
            raise Http404
        headers = {"Content-Disposition": f'attachment; filename="receipt-{proposal_id}.json"'}
        return JsonResponse(receipt, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


def _introduction(items: Sequence[Card | Choice | CompetingChanges]) -> Promise:
    """Return the introduction; it names the assistants only where each request is by one."""
    by_others = [{face.icon for face in item.faces} <= NO_ASSISTANTS for item in items]
    if any(by_others):
        is_saved_along = any(isinstance(item, Card) and item.saved_alongside for item in items)
        return BY_OTHERS_MORE if is_saved_along and not all(by_others) else BY_OTHERS
    requested = {_request_kind(item) for item in items}
    return requested.pop() if len(requested) == 1 else TO_CHANGE


def _request_kind(item: Card | Choice | CompetingChanges) -> Promise:
    if isinstance(item, Choice):
        return TO_REMEMBER
    if isinstance(item, CompetingChanges):
        return TO_CHANGE
    if item.proposal.change["type"] == FORGET:
        return TO_FORGET
    is_new = item.kind.sets_a_field or not item.proposal.old_value
    return TO_REMEMBER if is_new and change_kinds.kind_of(item.proposal) is None else TO_CHANGE


def _parse_timestamp(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
