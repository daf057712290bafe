"""Undoing several answers of reviewers at once, from the message about them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from consent.proposals.errors import NotDecided, NotPending, NotYours, UnknownProposal
from consent.proposals.withdraw import withdraw_decision
from interfaces.admin.memories.bulk_actions import MOST_UNDONE
from interfaces.admin.questions.choices import CHANGED_SINCE, UNDONE
from interfaces.admin.texts.wording import named_question, uuid_of
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import is_reviewer
from workspaces.actors import Actor

NOTHING = gettext_lazy("There is no answer to undo.")
EFFECT = gettext_lazy(
    "The answers are taken back with what they changed, and the questions wait again. What was changed since stays."
)
PAGE = "admin:undo_questions"


def address_of(ids: Iterable[UUID]) -> str:
    return reverse(PAGE, query={"id": [str(row_id) for row_id in ids]})


def undo_several(request: HttpRequest) -> HttpResponse:
    """Show the confirmation for the answers in the address; by POST, undo those of the form."""
    if not is_reviewer(request):
        raise PermissionDenied
    given = request.POST if request.method == "POST" else request.GET
    named = [row_id for text in given.getlist("id")[:MOST_UNDONE] if (row_id := uuid_of(text)) is not None]
    answers = Decision.objects.filter(method=Method.REVIEWER, proposal_id__in=named)
    standing = answers.filter(withdrawn_at__isnull=True).exclude(verdict=Verdict.WITHDRAW)
    rows = list(Proposal.objects.filter(id__in=standing.values("proposal_id")).select_related("person").order_by("id"))
    back = reverse("admin:consent_proposal_changelist")
    if not rows:
        messages.warning(request, str(NOTHING))
        return redirect(back)
    if request.method == "POST":
        return SeveralUndone(back, [row.id for row in rows])
    page = {
        "title": ngettext("Undo %d answer?", "Undo %d answers?", len(rows)) % len(rows),
        "effect": EFFECT,
        "button": _("Undo"),
        "page": "admin:consent_proposal_change",
        "rows": [(row, named_question(row)) for row in rows],
        "most": MOST_UNDONE,
        "address": reverse(PAGE),
        "back": back,
    }
    return TemplateResponse(request, "admin/several.html", admin.site.each_context(request) | page)


class SeveralUndone(AfterScope, HttpResponseRedirect):
    """Undoes each answer separately, and reports how many questions are open again, and why others are not."""

    def __init__(self, redirect_to: str, ids: Sequence[UUID]) -> None:
        super().__init__(redirect_to)
        self.ids = ids

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        reasons = [_undone(row_id, actor) for row_id in self.ids]
        if waiting := reasons.count(""):
            text = ngettext("Undone. %d question waits again.", "Undone. %d questions wait again.", waiting)
            messages.success(request, text % waiting)
        for text in dict.fromkeys(str(one) for one in reasons if one):
            messages.warning(request, text)
        return self


def _undone(row_id: UUID, actor: Actor) -> Promise | str:
    """Return why the question is not open again; empty where it is."""
    try:
        done = withdraw_decision(proposal_id=row_id, actor=actor, now=timezone.now(), reopen=True)
    except (NotDecided, NotPending, UnknownProposal):
        return NOTHING
    except NotYours:
        return _("An answer was not undone: no policy lets reviewers answer it any more.")
    if done.state == ProposalState.PENDING:
        return ""
    return CHANGED_SINCE if done.stays else UNDONE
