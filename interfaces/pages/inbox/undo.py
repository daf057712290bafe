"""Undoes answers, and lets assistants ask again."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from consent.models.proposal import ProposalState
from consent.proposals.allow import Allowed, allow_again
from consent.proposals.errors import NotYours, UnknownProposal
from consent.proposals.withdraw import Withdrawn, withdraw_decision, withdraw_together
from interfaces.joint_answers import settled_with, undone_with
from interfaces.pages.cards.answer_effects import (
    can_ask_again,
    rule_forbidding,
    rules_removed,
    what_undone,
    what_undone_together,
)
from interfaces.pages.inbox.decide import MOST, AnswerView
from interfaces.pages.inbox.decisions import place_in_list
from interfaces.pages.inbox.inbox import forget_answered
from interfaces.pages.inbox.request_list import card_address, keep_selected, list_address, selected_ids
from interfaces.pages.person_view import PersonView, parse_id
from interfaces.pages.texts.change_kinds import SEE_IT
from workspaces import scope

STILL_FORBIDDEN = gettext_noop("Your assistants could ask for this again, but your rule “{rule}” still forbids it.")
ASKED_MEANWHILE = gettext_lazy("One of them already did: you can answer it now.")


def linked(told: str, newer: UUID) -> SafeString:
    address = reverse("pages:proposal", args=[newer])
    return format_html('{} <a href="{}">{}</a>', told, address, _("View the newer request"))


def linked_to_memory(told: str, undone: Sequence[Withdrawn]) -> str:
    """What undoing did, with a link to the memory that stays, if one does."""
    stays = next((one.proposal.memory_id for one in undone if one.stays), None)
    if stays is None:
        return told
    return format_html('{} <a href="{}">{}</a>', told, reverse("pages:memory", args=[stays]), SEE_IT)


class BackToCardView(AnswerView):
    """Leads to the request as it is now, on its own page: a list may have it on another one. Done in the list of
    earlier decisions, it leads back to where one was, and links to the request that waits."""

    def get_success_url(self, proposal_id: UUID) -> str:
        return place_in_list(self.request.POST) or reverse("pages:proposal", args=[proposal_id])

    def get_success_message(self, proposal_id: UUID) -> str:
        told, waiting = super().get_success_message(proposal_id), self.waiting(proposal_id)
        if not waiting or not place_in_list(self.request.POST):
            return told
        address = reverse("pages:proposal", args=[waiting])
        return format_html('{} <a href="{}">{}</a>', told, address, _("View request"))

    def waiting(self, proposal_id: UUID) -> UUID | None:
        """The request that waits for an answer now, if any."""
        with scope.enter(self.actor.workspace_id):
            found = self.proposals.pending().filter(id=proposal_id).exists()
        return proposal_id if found else None


class UndoView(BackToCardView):
    """As if it had not been answered: what was saved is removed, and the request is open again. So are the others that
    the same choice between values closed. Undone from the list of open requests, it is shown there.
    """

    later: UUID | None = None

    def get_success_url(self, proposal_id: UUID) -> str:
        """Of the request itself, or of the newer one that waits in its place."""
        waiting = self.later or proposal_id
        own = super().get_success_url(waiting)
        if "place" not in self.request.POST:
            return own
        keep_selected(self.request.session, selected_ids(self.request.POST))
        with scope.enter(self.actor.workspace_id):
            return card_address(self.proposals, [waiting], self.request.POST["place"]) or own

    def waiting(self, proposal_id: UUID) -> UUID | None:
        return self.later or super().waiting(proposal_id)

    def act(self, proposal_id: UUID) -> None:
        with scope.enter(self.actor.workspace_id):
            together = undone_with(proposal_id, self.proposals)
        if len(together) > 1:
            undone = withdraw_together(proposal_ids=together, actor=self.actor, now=self.now)
        else:
            undone = [withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now, reopen=True)]
        self.later = next((one.later.id for one in undone if one.later and one.proposal.id == proposal_id), None)
        self.tell(undone)
        forget_answered(self.request.session, together)

    def tell(self, undone: Sequence[Withdrawn]) -> None:
        with scope.enter(self.actor.workspace_id):
            told = " ".join(what_undone_together(undone, self.proposals)) if len(undone) > 1 else what_undone(undone[0])
            told = linked_to_memory(told, undone)
        is_noted = len(undone) > 1 or undone[0].ended or undone[0].state != ProposalState.PENDING
        self.success_message = told
        self.note = (linked(told, self.later) if self.later else told) if is_noted else ""


class WithdrawView(BackToCardView):
    """The request is not opened again: what was saved is removed and not requested again for a while."""

    success_message: Promise | str = gettext_lazy("Decision undone.")

    def act(self, proposal_id: UUID) -> None:
        withdrawn = withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now)
        forget_answered(self.request.session, [proposal_id])
        if withdrawn.stays:
            with scope.enter(self.actor.workspace_id):
                self.note = self.success_message = linked_to_memory(what_undone(withdrawn), [withdrawn])


class AllowAgainView(BackToCardView):
    """Of a choice all that it refused may be asked for. Where an assistant did ask meanwhile, leads to that request."""

    asked: UUID | None = None

    def act(self, proposal_id: UUID) -> None:
        with scope.enter(self.actor.workspace_id):
            together = settled_with(proposal_id)
        allowed = allow_again(proposal_id=proposal_id, actor=self.actor, now=self.now, also=together)
        self.asked = next(iter(allowed.asked), None)
        with scope.enter(self.actor.workspace_id):
            self.success_message = self.told(allowed)
        if self.asked:
            self.note = linked(self.success_message, self.asked)

    def told(self, allowed: Allowed) -> str:
        """What may be asked for; that somebody did, or which rule still forbids all of it; which rules ended."""
        can_ask = can_ask_again(allowed.released)
        rules = [rule_forbidding(row, self.actor.person_id) for row in allowed.released]
        if self.asked:
            can_ask = f"{can_ask} {ASKED_MEANWHILE}"
        elif all(rules):
            can_ask = _(STILL_FORBIDDEN).format(rule=rules[0])
        return f"{can_ask} {rules_removed(allowed.ended)}".rstrip()

    def waiting(self, proposal_id: UUID) -> UUID | None:
        return self.asked

    def get_success_url(self, proposal_id: UUID) -> str:
        return super().get_success_url(self.asked or proposal_id)


class UndoManyView(PersonView):
    """Answers that were given together are taken back together; the requests are selected again."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        ids = [found for value in request.POST.getlist("answered")[:MOST] if (found := parse_id(value))]
        try:
            undone = withdraw_together(proposal_ids=ids, actor=self.actor, now=self.now)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        forget_answered(request.session, ids)
        keep_selected(request.session, [*ids, *selected_ids(request.POST)])
        place = request.POST.get("place", "")
        with scope.enter(self.actor.workspace_id):
            told = what_undone_together(undone, self.proposals)
            address = card_address(self.proposals, ids, place)
        for line in (linked_to_memory(told[0], undone), *told[1:]):
            messages.success(request, line)
        return redirect(address or list_address(place))
