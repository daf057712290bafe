"""Choices of reviewers among values that compete about one field, and undoing answers."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from consent.changes import KINDS
from consent.models import Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from consent.proposals.decide import ShownAnswer
from consent.proposals.errors import NotDecided
from consent.proposals.joint_decisions import decide_together
from consent.proposals.withdraw import Withdrawn, withdraw_decision, withdraw_together
from interfaces.admin.questions.answers import ANSWERED, CHANGED, QuestionRedirect, answered_note, rivals_of
from interfaces.admin.texts.wording import proposed, shortened, version_text
from interfaces.joint_answers import undone_with
from workspaces import scope
from workspaces.actors import Actor

REOPENED = _("Undone. The question waits again.")
UNDONE = _("Undone. The question stays closed: it has expired, or another one asks the same.")
CHANGED_SINCE = _("Undone. The memory was changed since: that stays, and the question stays closed.")


class Settlement(QuestionRedirect):
    """Approves one of the competing values and refuses the others, all or nothing. Redirects to the chosen one."""

    def __init__(self, kept: Proposal | None, answers: Sequence[ShownAnswer], shown: Proposal) -> None:
        super().__init__(kept or shown)
        self.value, self.answers = proposed(kept) if kept else "", answers

    def act(self, actor: Actor) -> str:
        decide_together(answers=self.answers, actor=actor, now=timezone.now())
        return answered_note(self.proposal_id, actor, self._done())

    def _done(self) -> str:
        refused = sum(one.verdict == Verdict.REJECT for one in self.answers)
        if not refused:
            return str(ANSWERED)
        if refused == len(self.answers):
            text = ngettext(
                "None was chosen: %(count)d was refused. The record says that a reviewer did.",
                "None was chosen: %(count)d were refused. The record says that a reviewer did.",
                refused,
            )
        else:
            text = ngettext(
                "“%(value)s” was chosen, %(count)d other was refused. The record says that a reviewer did.",
                "“%(value)s” was chosen, %(count)d others were refused. The record says that a reviewer did.",
                refused,
            )
        return text % {"value": self.value.removesuffix("."), "count": refused}


class Withdrawal(QuestionRedirect):
    """Undoes a reviewer's answer, so that the question is open again; for a choice between values, all of it."""

    def act(self, actor: Actor) -> Promise | str:
        now = timezone.now()
        with scope.enter(actor.workspace_id):
            together = undone_with(self.proposal_id, Proposal.objects.visible_to(actor, now=now))
        if len(together) == 1:
            return _done([withdraw_decision(proposal_id=self.proposal_id, actor=actor, now=now, reopen=True)])
        undone = withdraw_together(proposal_ids=together, actor=actor, now=now)
        if not undone:
            raise NotDecided
        return _done(undone)


def _done(undone: Sequence[Withdrawn]) -> Promise | str:
    waiting = sum(one.state == ProposalState.PENDING for one in undone)
    if len(undone) == 1 or not waiting:
        closed = CHANGED_SINCE if any(one.stays for one in undone) else UNDONE
        return REOPENED if waiting else closed
    stays = next((present_text(one.proposal, one.stays) for one in undone if one.stays), "")
    text = ngettext(
        "Undone. %(count)d question about the same waits again.",
        "Undone. %(count)d questions about the same wait again.",
        waiting,
    )
    summary = text % {"count": waiting}
    kept = gettext("The memory was changed since, and stays “%(value)s”; this request is closed.") % {"value": stays}
    return f"{summary} {kept}" if stays else summary


def present_text(proposal: Proposal, content: str) -> str:
    """Return the present text of the memory of an answered question: "City: Braga"."""
    return shortened(version_text(content, is_fact=KINDS[proposal.change["type"]].sets_a_field)).rstrip(".")


def settle_question(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    """The form has each question with the hash of what was shown, and the one to keep; none to refuse all."""
    proposal = get_object_or_404(Proposal, id=proposal_id)
    shown = dict(text.partition(":")[::2] for text in request.POST.getlist("shown"))
    if not all(shown.values()):
        raise PermissionDenied
    rows = {str(row.id): row for row in [proposal, *rivals_of(proposal)]}
    kept = request.POST.get("keep", "")
    if shown.keys() != rows.keys() or (kept and kept not in rows):
        messages.warning(request, CHANGED)
        return HttpResponseRedirect(reverse("admin:consent_proposal_change", args=[proposal.id]))
    wanted = rows[kept].claims if kept else None
    answers = [_answer(row, shown[name], row.claims == wanted) for name, row in rows.items()]
    return Settlement(rows.get(kept), answers, proposal)


def _answer(row: Proposal, shown_hash: str, is_kept: bool) -> ShownAnswer:
    return ShownAnswer(row.id, shown_hash, Verdict.APPROVE if is_kept else Verdict.REJECT)


def withdraw_answer(request: HttpRequest, proposal_id: UUID) -> HttpResponse:
    return Withdrawal(get_object_or_404(Proposal, id=proposal_id))
