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
    allowed_again_text,
    joint_undo_summary,
    rule_forbidding,
    rules_removed,
    undo_summary,
)
from interfaces.pages.inbox.decide import MOST, AnswerView
from interfaces.pages.inbox.decisions import place_in_list
from interfaces.pages.inbox.last_answer import forget_answered
from interfaces.pages.inbox.request_list import card_address, keep_selected, list_address, selected_ids
from interfaces.pages.person_view import PersonView, parse_id
from interfaces.pages.texts.change_kinds import memory_link
from workspaces import scope

STILL_FORBIDDEN = gettext_noop("Your assistants could ask for this again, but your rule “{rule}” still forbids it.")
ASKED_MEANWHILE = gettext_lazy("One of them already did: you can answer it now.")


def with_link(message: str, newer: UUID) -> SafeString:
    address = reverse("pages:proposal", args=[newer])
    return format_html('{} <a href="{}">{}</a>', message, address, _("View the newer request"))


def linked_to_memory(message: str, undone: Sequence[Withdrawn]) -> str:
    """Return the message with a link to the memory that stays, if one does."""
    memory_id = next((one.proposal.memory_id for one in undone if one.stays), None)
    if memory_id is None:
        return message
    return format_html("{} {}", message, memory_link(memory_id))


class BackToCardView(AnswerView):
    """Redirects to the request's own page, because the list may have it on another page. From the list of earlier
    decisions it redirects back to the same place, with a link to the open request."""

    def get_success_url(self, proposal_id: UUID) -> str:
        return place_in_list(self.request.POST) or reverse("pages:proposal", args=[proposal_id])

    def get_success_message(self, proposal_id: UUID) -> str:
        message, waiting = super().get_success_message(proposal_id), self.waiting(proposal_id)
        if not waiting or not place_in_list(self.request.POST):
            return message
        address = reverse("pages:proposal", args=[waiting])
        return format_html('{} <a href="{}">{}</a>', message, address, _("View request"))

    def waiting(self, proposal_id: UUID) -> UUID | None:
        """Return the request that is open now, if any."""
        with scope.enter(self.actor.workspace_id):
            found = self.proposals.pending().filter(id=proposal_id).exists()
        return proposal_id if found else None


class UndoView(BackToCardView):
    """Undoes an answer: removes what was saved and opens the request again, with the others that the same choice
    closed. From the list of open requests, it redirects to the request in the list."""

    later: UUID | None = None

    def get_success_url(self, proposal_id: UUID) -> str:
        """Return the URL of the request, or of the newer request that replaced it."""
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
            ids = undone_with(proposal_id, self.proposals)
        if len(ids) > 1:
            undone = withdraw_together(proposal_ids=ids, actor=self.actor, now=self.now)
        else:
            undone = [withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now, reopen=True)]
        self.later = next((one.later.id for one in undone if one.later and one.proposal.id == proposal_id), None)
        self.set_messages(undone)
        forget_answered(self.request.session, ids)

    def set_messages(self, undone: Sequence[Withdrawn]) -> None:
        with scope.enter(self.actor.workspace_id):
            message = (
                " ".join(joint_undo_summary(undone, self.proposals)) if len(undone) > 1 else undo_summary(undone[0])
            )
            message = linked_to_memory(message, undone)
        is_noted = len(undone) > 1 or undone[0].ended or undone[0].state != ProposalState.PENDING
        self.success_message = message
        self.note = (with_link(message, self.later) if self.later else message) if is_noted else ""


class WithdrawView(BackToCardView):
    """Undoes an answer without opening the request again: what was saved is removed and cannot be requested again for a
    while."""

    success_message: Promise | str = gettext_lazy("Decision undone.")

    def act(self, proposal_id: UUID) -> None:
        withdrawn = withdraw_decision(proposal_id=proposal_id, actor=self.actor, now=self.now)
        forget_answered(self.request.session, [proposal_id])
        if withdrawn.stays:
            with scope.enter(self.actor.workspace_id):
                self.note = self.success_message = linked_to_memory(undo_summary(withdrawn), [withdrawn])


class AllowAgainView(BackToCardView):
    """Releases what an answer refused, so that assistants may request it again. If one already did, redirects to that
    request."""

    newer_request: UUID | None = None

    def act(self, proposal_id: UUID) -> None:
        with scope.enter(self.actor.workspace_id):
            ids = settled_with(proposal_id)
        allowed = allow_again(proposal_id=proposal_id, actor=self.actor, now=self.now, also=ids)
        self.newer_request = next(iter(allowed.asked), None)
        with scope.enter(self.actor.workspace_id):
            self.success_message = self.describe(allowed)
        if self.newer_request:
            self.note = with_link(self.success_message, self.newer_request)

    def describe(self, allowed: Allowed) -> str:
        """Return what may be requested again, whether an assistant already did, which rule still forbids all of it, and
        which rules ended."""
        can_ask = allowed_again_text(allowed.released)
        rules = [rule_forbidding(row, self.actor.person_id) for row in allowed.released]
        if self.newer_request:
            can_ask = f"{can_ask} {ASKED_MEANWHILE}"
        elif all(rules):
            can_ask = _(STILL_FORBIDDEN).format(rule=rules[0])
        return f"{can_ask} {rules_removed(allowed.ended)}".rstrip()

    def waiting(self, proposal_id: UUID) -> UUID | None:
        return self.newer_request

    def get_success_url(self, proposal_id: UUID) -> str:
        return super().get_success_url(self.newer_request or proposal_id)


class UndoManyView(PersonView):
    """Undoes answers that were given together; the requests are selected again."""

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
            lines = joint_undo_summary(undone, self.proposals)
            address = card_address(self.proposals, ids, place)
        for line in (linked_to_memory(lines[0], undone), *lines[1:]):
            messages.success(request, line)
        return redirect(address or list_address(place))
