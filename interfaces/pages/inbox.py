"""Deciding what may be remembered: the inbox, one proposal, the two answers, and what was decided before."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.actions.decide_proposal import approve_proposal, reject_proposal
from consent.models import Proposal
from consent.refusals import NotPending, NotYours, UnknownProposal
from interfaces.pages.cards import cards_for
from interfaces.pages.paging import page_of
from interfaces.pages.person_view import PersonView


class InboxView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        pending = Proposal.objects.visible_to(self.actor, now=self.now).pending()
        page = page_of(pending, "created_at", request.GET)
        cards = cards_for(page.rows, actor=self.actor, now=self.now)
        return self.page("inbox/list.html", {"page": page, "cards": cards})


class DecisionsView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        decided = Proposal.objects.visible_to(self.actor, now=self.now).filter(decided_at__isnull=False)
        page = page_of(decided, "decided_at", request.GET)
        return self.page(
            "inbox/decisions.html", {"page": page, "cards": cards_for(page.rows, actor=self.actor, now=self.now)}
        )


class ProposalView(PersonView):
    """One proposal, where an agent's `proposal_url` leads."""

    def get(self, request: HttpRequest, proposal_id: UUID) -> HttpResponse:
        return self.show(proposal_id)

    def show(self, proposal_id: UUID, *, status: int = 200) -> HttpResponse:
        """The proposal as it is now: the card alone for HTMX, else its page."""
        rows = list(Proposal.objects.visible_to(self.actor, now=self.now).filter(id=proposal_id))
        if not rows:
            raise Http404
        (card,) = cards_for(rows, actor=self.actor, now=self.now)
        template = "inbox/answered.html" if self.request.headers.get("HX-Request") else "inbox/proposal.html"
        return self.page(template, {"card": card, "was_late": status == 409}, status=status)


class DecideView(ProposalView):
    """An answer to a proposal: 200 or a redirect when it counts, 409 with the present state when it came too late."""

    http_method_names = ["post"]
    said: Promise

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        shown_hash = request.POST.get("shown_hash", "")
        if not shown_hash:
            return HttpResponseBadRequest(_("The form is incomplete. Please go back and reload the page."))
        try:
            self.decide(proposal_id, shown_hash)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except NotPending:
            return self.in_scope(lambda: self.show(proposal_id, status=409))
        if request.headers.get("HX-Request"):
            return self.in_scope(lambda: self.show(proposal_id))
        messages.success(request, str(self.said))
        return redirect("pages:inbox")

    def decide(self, proposal_id: UUID, shown_hash: str) -> None:
        raise NotImplementedError


class ApproveView(DecideView):
    said = gettext_lazy("Approved. It is remembered from now on.")

    def decide(self, proposal_id: UUID, shown_hash: str) -> None:
        approve_proposal(proposal_id=proposal_id, actor=self.actor, now=self.now, shown_hash=shown_hash)


class RefuseView(DecideView):
    said = gettext_lazy("Refused. Nothing was stored.")

    def decide(self, proposal_id: UUID, shown_hash: str) -> None:
        reject_proposal(proposal_id=proposal_id, actor=self.actor, now=self.now, shown_hash=shown_hash)
