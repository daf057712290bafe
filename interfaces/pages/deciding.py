"""Answering proposals: one at a time or several, in one's own words, for next time too, and taking it back."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from consent.models import Proposal
from consent.models.decision import Verdict
from consent.policies.preferences import revoke_preference
from consent.proposals.decide import ShownAnswer, amend_proposal, approve_proposal, decide_many, reject_proposal
from consent.proposals.errors import NoSuchRule, NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from consent.proposals.withdraw import allow_again, withdraw_decision
from interfaces.pages.inbox import LAST_DECIDED, ProposalView
from interfaces.pages.outcomes import outcome
from interfaces.pages.person_view import PersonView
from workspaces import scope

LATE = gettext_lazy("Your answer came too late: this request is already closed.")
CHANGED = gettext_lazy("This request has changed since you opened it. Please review it again.")
NO_RULE = gettext_lazy("This request can't become a rule, so your answer was not saved. Answer without the rule.")
MOST = 100
VERBS = {"approve": Verdict.APPROVE, "refuse": Verdict.REJECT}


class AnswerView(ProposalView):
    """Something done to one proposal.

    200 or a redirect when it counts, 409 with the present state when it came too late or something else would happen
    than was shown, 422 when the value cannot be kept.
    """

    http_method_names = ["post"]
    said: Promise
    returns_to = "pages:inbox"

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        try:
            self.act(proposal_id)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except (NotPending, NotAmendable, NoSuchRule) as error:
            note, status = _why_not(error)
            return self.in_scope(lambda: self.show(proposal_id, note=note, status=status))
        if request.headers.get("HX-Request"):
            return self.in_scope(lambda: self.show(proposal_id))
        messages.success(request, self.told(proposal_id))
        return redirect(self.returns_to)

    def told(self, proposal_id: UUID) -> str:
        return str(self.said)

    def act(self, proposal_id: UUID) -> None:
        raise NotImplementedError


class DecideView(AnswerView):
    """An answer; the form carries the hash of what was shown, so that nothing else is agreed to."""

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        if not self.shown_hash:
            return HttpResponseBadRequest(_("The form is incomplete. Please go back and reload the page."))
        return super().post(request, proposal_id)

    def act(self, proposal_id: UUID) -> None:
        self.decide(proposal_id)
        self.request.session[LAST_DECIDED] = str(proposal_id)

    def decide(self, proposal_id: UUID) -> None:
        raise NotImplementedError

    def told(self, proposal_id: UUID) -> str:
        with scope.enter(self.actor.workspace_id):
            proposal = Proposal.objects.get(id=proposal_id)
        return f"{proposal.get_state_display()}. {outcome(proposal)}"

    @property
    def shown_hash(self) -> str:
        return self.request.POST.get("shown_hash", "")

    @property
    def for_next_time(self) -> bool:
        return "next_time" in self.request.POST


class ApproveView(DecideView):
    def decide(self, proposal_id: UUID) -> None:
        approve_proposal(
            proposal_id=proposal_id,
            actor=self.actor,
            now=self.now,
            shown_hash=self.shown_hash,
            always=self.for_next_time,
        )


class RefuseView(DecideView):
    def decide(self, proposal_id: UUID) -> None:
        reject_proposal(
            proposal_id=proposal_id,
            actor=self.actor,
            now=self.now,
            shown_hash=self.shown_hash,
            never=self.for_next_time,
        )


class AmendView(DecideView):
    def decide(self, proposal_id: UUID) -> None:
        value = self.request.POST.get("value", "")
        amend_proposal(proposal_id=proposal_id, value=value, actor=self.actor, now=self.now, shown_hash=self.shown_hash)


class UndoView(AnswerView):
    """As if it had not been answered: what was stored goes, the question waits again."""

    said = gettext_lazy("Undone. The request is open again.")

    def act(self, proposal_id: UUID) -> None:
        withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now, reopen=True)
        self.request.session.pop(LAST_DECIDED, None)


class TakeBackView(AnswerView):
    """For good: what was stored goes and is not asked for again for a while."""

    said = gettext_lazy("Decision undone.")
    returns_to = "pages:decisions"

    def act(self, proposal_id: UUID) -> None:
        withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now)


class AllowAgainView(AnswerView):
    said = gettext_lazy("Your assistants can ask for this again.")
    returns_to = "pages:decisions"

    def act(self, proposal_id: UUID) -> None:
        allow_again(proposal_id=proposal_id, actor=self.actor, now=self.now)


class DecideManyView(PersonView):
    """One answer to each of those that are ticked; each carries the hash of what was shown."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        back = redirect(reverse("pages:inbox") + _place(request))
        named = [verdict for name, verdict in VERBS.items() if name in request.POST]
        if len(named) != 1:
            messages.warning(request, _("Choose whether to approve or refuse the selected requests."))
            return back
        (verdict,) = named
        looks = [look for value in request.POST.getlist("look")[:MOST] if (look := _look(value, verdict))]
        if not looks:
            messages.warning(request, _("Select the requests you want to answer first."))
            return back
        looked = decide_many(answers=looks, actor=self.actor, now=self.now)
        done = [str(one.proposal_id) for one in looked if one.counts]
        _remember_last(request, done)
        _tell(request, verdict, counted=len(done), missed=len(looked) - len(done))
        return back


class EndRuleView(PersonView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, policy_id: UUID) -> HttpResponse:
        if not revoke_preference(policy_id=policy_id, actor=self.actor, now=self.now):
            raise Http404
        messages.success(request, _("Rule removed. You will be asked again."))
        return redirect("pages:decisions")


def _why_not(error: Exception) -> tuple[str, int]:
    if isinstance(error, NotAmendable):
        return str(error), 422
    if isinstance(error, NoSuchRule):
        return str(NO_RULE), 422
    return str(CHANGED if isinstance(error, NotShown) else LATE), 409


def _place(request: HttpRequest) -> str:
    """The page of the list that the form stood on, with what it was narrowed by."""
    place = QueryDict(request.POST.get("place", "")).urlencode()
    return f"?{place}" if place else ""


def _remember_last(request: HttpRequest, done: Sequence[str]) -> None:
    """One answer can be undone as the last one; of several none is the last, and an earlier one is so no more."""
    if len(done) == 1:
        request.session[LAST_DECIDED] = done[0]
    elif done:
        request.session.pop(LAST_DECIDED, None)


def _look(value: str, verdict: Verdict) -> ShownAnswer | None:
    proposal_id, _separator, shown_hash = value.partition(":")
    try:
        return ShownAnswer(UUID(proposal_id), shown_hash, verdict)
    except ValueError:
        return None


def _tell(request: HttpRequest, verdict: Verdict, *, counted: int, missed: int) -> None:
    if counted and verdict == Verdict.APPROVE:
        text = ngettext("%(count)s request approved.", "%(count)s requests approved.", counted)
        messages.success(request, text % {"count": counted})
    elif counted:
        text = ngettext("%(count)s request refused.", "%(count)s requests refused.", counted)
        messages.success(request, text % {"count": counted})
    if missed:
        text = ngettext(
            "%(count)s answer was not saved: the request had changed or was closed. Please review it again.",
            "%(count)s answers were not saved: the requests had changed or were closed. Please review them again.",
            missed,
        )
        messages.warning(request, text % {"count": missed})
