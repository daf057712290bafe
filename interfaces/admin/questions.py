"""Questions to people: the list, and a question's page, where reviewers answer what a policy hands to them (R17)."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.models import Decision, Proposal
from consent.models.proposal import ProposalState
from consent.policies.delegation import to_reviewers
from consent.policies.rules import REVIEWING_ROLES
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.errors import NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from interfaces.admin.after_scope import AfterScope
from interfaces.admin.filters import CategoryFilter
from interfaces.admin.staff import staff_membership
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.wording import actor_name, ahead, shortened
from workspaces.actors import Actor
from workspaces.models import Membership
from workspaces.scope import current_workspace_id

STATE_COLOURS = {
    ProposalState.PENDING: "warning",
    ProposalState.APPROVED: "success",
    ProposalState.AMENDED: "success",
    ProposalState.REJECTED: "danger",
}
ANSWERS = {"approve": approve_proposal, "refuse": reject_proposal}


class ReviewersAnswer(AfterScope, HttpResponseRedirect):
    """Answers a question in the person's place, then leads back to it."""

    def __init__(self, proposal: Proposal, answer: str, shown_hash: str) -> None:
        super().__init__(reverse("admin:consent_proposal_change", args=[proposal.id]))
        self.proposal_id, self.answer, self.shown_hash = proposal.id, answer, shown_hash

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        answered: Any = ANSWERS[self.answer]
        try:
            answered(proposal_id=self.proposal_id, actor=actor, now=timezone.now(), shown_hash=self.shown_hash)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except NotShown:
            messages.warning(request, _("This question has changed since you opened it. Please review it again."))
        except NotPending:
            messages.warning(request, _("Your answer came too late: this question is already closed."))
        except NotAmendable as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Answered. The record says that a reviewer did."))
        return self


@admin.register(Proposal)
class ProposalAdmin(StaffModelAdmin):
    """Requests to people. The people answer them, or reviewers where a policy says so."""

    change_form_outer_before_template = "admin/question/answer.html"
    list_display = ("about", "value", "person", "asked_by", "status", "ends", "created_at")
    list_filter = ("state", CategoryFilter, "created_at", "is_muted")
    list_select_related = ("person",)
    search_fields = ("field", "new_value", "actor_label", "person__name")
    search_help_text = _("Search field, value, person or ID")
    ordering = ("-created_at",)

    @admin.display(description=_("Field"), ordering="field")
    def about(self, row: Proposal) -> str:
        return shortened(row.field_name)

    @admin.display(description=_("Proposed value"), ordering="new_value")
    def value(self, row: Proposal) -> str:
        return shortened(row.value_in_force)

    @admin.display(description=_("Asked by"), ordering="actor_label")
    def asked_by(self, row: Proposal) -> str:
        return actor_name(row.actor_label)

    @display(description=_("Status"), ordering="state", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: Proposal) -> tuple[str, str]:
        return row.state, str(row.get_state_display())

    @admin.display(description=_("Ends"), ordering="expires_at")
    def ends(self, row: Proposal) -> str:
        return ahead(row.expires_at) if row.state == ProposalState.PENDING else "–"

    def get_urls(self) -> list[URLPattern]:
        answer = path("<uuid:proposal_id>/answer/", self.admin_site.admin_view(answer_question), name="answer_question")
        return [answer, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        proposal = self.get_object(request, object_id)
        above = _question(request, proposal) if proposal else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, above | (extra_context or {}))
        return response


def answer_question(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    proposal = get_object_or_404(Proposal, id=proposal_id)
    answer, shown_hash = request.POST.get("answer", ""), request.POST.get("shown_hash", "")
    if request.method != "POST" or answer not in ANSWERS or not shown_hash:
        raise PermissionDenied
    return ReviewersAnswer(proposal, answer, shown_hash)


def _question(request: HttpRequest, proposal: Proposal) -> dict[str, Any]:
    """What is asked, who may answer, and whether the request's role does."""
    membership = staff_membership(request)
    is_open = Proposal.objects.pending().filter(id=proposal.id).exists()
    is_delegated = is_open and to_reviewers(proposal)
    logins = Membership.objects.filter(workspace_id=current_workspace_id(), account__is_active=True)
    return {
        "subtitle": shortened(proposal.field_name),
        "question": proposal,
        "is_open": is_open,
        "is_delegated": is_delegated,
        "may_answer": is_delegated and membership is not None and membership.role in REVIEWING_ROLES,
        "has_login": proposal.person_id is not None and logins.filter(person_id=proposal.person_id).exists(),
        "decisions": Decision.objects.filter(proposal=proposal).order_by("created_at"),
    }
