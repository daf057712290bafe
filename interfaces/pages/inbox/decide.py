"""Answers requests, one or several: approve, refuse or edit, with a rule for next time if asked for."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from consent.changes import from_json
from consent.models import Proposal
from consent.models.decision import Verdict
from consent.outcomes import Refused
from consent.proposals.amending import is_unchanged
from consent.proposals.decide import ShownAnswer, amend_proposal, approve_proposal, decide_many, reject_proposal
from consent.proposals.errors import NoSuchRule, NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from interfaces.differing_facts import differing_fact, value_for_field
from interfaces.pages.cards.answer_effects import closed_note, edit_address, unchanged_field_note
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.closed_requests import add_closed_messages
from interfaces.pages.conversations.saved_needs import saved_alongside
from interfaces.pages.inbox.field_change import field_set, set_as_stated
from interfaces.pages.inbox.inbox import ProposalView
from interfaces.pages.inbox.last_answer import LAST_DECIDED
from interfaces.pages.inbox.request_list import keep_selected, list_address, selected_ids
from interfaces.pages.person_view import PersonView, parse_id
from interfaces.pages.texts.field_values import values_in
from memories.models import Fact
from workspaces import scope

LATE = gettext_lazy("Your answer came too late: this request is already closed.")
CHANGED = gettext_lazy("This request has changed since you opened it. Please review it again.")
NO_RULE = gettext_lazy("This request can't become a rule, so your answer was not saved. Answer without the rule.")
ONE_VALUE = gettext_noop(
    "A comma begins another value, and this request is about one. Write one here; add the others with “Add a value”."
)
ONE = {Verdict.APPROVE: gettext_lazy("1 request approved."), Verdict.REJECT: gettext_lazy("1 request refused.")}
RULES = {
    "always": gettext_lazy("From now on this is approved without asking you."),
    "never": gettext_lazy("From now on this is refused without asking you."),
}
MOST = 100
VERBS = {"approve": Verdict.APPROVE, "refuse": Verdict.REJECT}


class AnswerView(ProposalView):
    """An action on one proposal.

    Responds with 200 or a redirect when it counts, 409 with the present state when it came too late or the proposal has
    changed since it was shown, 422 when the value cannot be stored.
    """

    http_method_names = ["post"]
    success_message: Promise | str
    note = ""

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        try:
            self.act(proposal_id)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except (NotPending, NotAmendable, NoSuchRule) as error:
            note, status = _explain(error)
            return self.in_scope(lambda: self.show(proposal_id, note=note, status=status))
        if request.headers.get("HX-Request"):
            return self.in_scope(lambda: self.show(proposal_id, note=self.note))
        messages.success(request, self.get_success_message(proposal_id))
        self.add_notes(proposal_id)
        return redirect(self.get_success_url(proposal_id))

    def get_success_message(self, proposal_id: UUID) -> str:
        return str(self.success_message)

    def add_notes(self, proposal_id: UUID) -> None:
        """Add messages below the success message."""

    def get_success_url(self, proposal_id: UUID) -> str:
        return reverse("pages:inbox")

    def act(self, proposal_id: UUID) -> None:
        raise NotImplementedError


class DecideView(AnswerView):
    """An answer; the form contains the hash of what was shown, so that nothing else is approved."""

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        if not request.POST.get("shown_hash"):
            return HttpResponseBadRequest(_("The form is incomplete. Please go back and reload the page."))
        return super().post(request, proposal_id)

    def act(self, proposal_id: UUID) -> None:
        shown_hash = self.request.POST["shown_hash"]
        self.decide(proposal_id=proposal_id, actor=self.actor, now=self.now, shown_hash=shown_hash)
        self.request.session[LAST_DECIDED] = [str(proposal_id)]

    def decide(self, **answer: Any) -> None:
        raise NotImplementedError

    def get_success_message(self, proposal_id: UUID) -> str:
        with scope.enter(self.actor.workspace_id):
            proposal = self.proposals.get(id=proposal_id)
            (card,) = cards_for([proposal], actor=self.actor, now=self.now)
        rule = f" {RULES[self.made_rule]}" if self.made_rule else ""
        return f"{card.verdict}. {card.outcome}{rule}"

    def add_notes(self, proposal_id: UUID) -> None:
        with scope.enter(self.actor.workspace_id):
            proposal = self.proposals.get(id=proposal_id)
            unchanged = unchanged_field_note(proposal, self.actor.person_id, is_linked="edit" not in self.request.POST)
            alongside = saved_alongside([proposal], actor=self.actor, now=self.now).get(proposal_id)
            for note in filter(None, (closed_note(proposal), unchanged, alongside)):
                messages.info(self.request, note)


class ApproveView(DecideView):
    """With `edit`, a field that the answer leaves at another value is set to the value that the sentence states; where
    it states none by itself, the page to edit the field follows."""

    def post(self, request: HttpRequest, proposal_id: UUID) -> HttpResponseBase:
        response = super().post(request, proposal_id)
        if "edit" not in request.POST or not isinstance(response, HttpResponseRedirect):
            return response
        proposal, fact = self.left(proposal_id)
        return redirect(edit_address(fact, proposal)) if fact else response

    def left(self, proposal_id: UUID) -> tuple[Proposal, Fact | None]:
        """Return the request, and the field that it leaves at another value."""
        with scope.enter(self.actor.workspace_id):
            proposal = self.proposals.get(id=proposal_id)
            return proposal, differing_fact(proposal, self.actor.person_id)

    def add_notes(self, proposal_id: UUID) -> None:
        if "edit" in self.request.POST:
            self.change_field(*self.left(proposal_id))
        super().add_notes(proposal_id)

    def change_field(self, proposal: Proposal, fact: Fact | None) -> None:
        value = value_for_field(proposal)
        if fact is None or not value:
            return
        outcome = set_as_stated(fact, value, actor=self.actor, now=self.now)
        if isinstance(outcome, Refused):
            messages.error(self.request, _(outcome.detail))
        else:
            messages.success(self.request, field_set(fact, value))
            add_closed_messages(self)

    def decide(self, **answer: Any) -> None:
        is_rule = "next_time" in self.request.POST
        approve_proposal(**answer, always=is_rule)
        self.made_rule = "always" if is_rule else ""


class RefuseView(DecideView):
    def decide(self, **answer: Any) -> None:
        is_rule = "next_time" in self.request.POST
        reject_proposal(**answer, never=is_rule)
        self.made_rule = "never" if is_rule else ""


class AmendView(DecideView):
    """An edit that changes nothing approves the request as it is."""

    def decide(self, **answer: Any) -> None:
        self.typed = self.request.POST.get("value", "")
        with scope.enter(self.actor.workspace_id):
            proposal = self.proposals.filter(id=answer["proposal_id"]).first()
        if proposal is not None and is_unchanged(proposal, self.typed):
            approve_proposal(**answer)
        elif proposal is not None and _lists_several(proposal, self.typed):
            raise NotAmendable(ONE_VALUE)
        else:
            amend_proposal(**answer, value=self.typed)


def _lists_several(proposal: Proposal, typed: str) -> bool:
    """Whether several values were typed where one belongs; the same split as when a fact is added by hand."""
    fact = from_json(proposal.change).fact
    return fact is not None and bool(fact.item) and len(values_in(fact.key, typed)) > 1


class DecideManyView(PersonView):
    """One answer to all selected requests; each contains the hash of what was shown. Requests that it did not answer
    stay selected."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        to_list = redirect(list_address(request.POST.get("place", "")))
        verdicts = [verdict for name, verdict in VERBS.items() if name in request.POST]
        if len(verdicts) != 1:
            messages.warning(request, _("Choose whether to approve or refuse the selected requests."))
            keep_selected(request.session, selected_ids(request.POST))
            return to_list
        (verdict,) = verdicts
        values = request.POST.getlist("selected")[:MOST]
        answers = [answer for value in values if (answer := _parse_answer(value, verdict))]
        if not answers:
            messages.warning(request, _("Select the requests you want to answer first."))
            return to_list
        results = decide_many(answers=answers, actor=self.actor, now=self.now)
        saved = [str(result.proposal_id) for result in results if result.counts]
        keep_selected(request.session, (one for one in selected_ids(request.POST) if str(one) not in saved))
        if saved:
            request.session[LAST_DECIDED] = saved
        _add_messages(request, verdict, saved=len(saved), missed=len(results) - len(saved))
        return to_list


def _explain(error: Exception) -> tuple[str, int]:
    if isinstance(error, NotAmendable):
        return _(str(error)), 422
    if isinstance(error, NoSuchRule):
        return str(NO_RULE), 422
    return str(CHANGED if isinstance(error, NotShown) else LATE), 409


def _parse_answer(value: str, verdict: Verdict) -> ShownAnswer | None:
    proposal_id, _separator, shown_hash = value.partition(":")
    found = parse_id(proposal_id)
    return ShownAnswer(found, shown_hash, verdict) if found else None


def _add_messages(request: HttpRequest, verdict: Verdict, *, saved: int, missed: int) -> None:
    """Add the messages that the undo line does not contain; that line counts several answers."""
    if saved == 1:
        messages.success(request, str(ONE[verdict]))
    if missed:
        text = ngettext(
            "%(count)s answer was not saved: the request had changed or was closed. Please review it again.",
            "%(count)s answers were not saved: the requests had changed or were closed. Please review them again.",
            missed,
        )
        messages.warning(request, text % {"count": missed})
