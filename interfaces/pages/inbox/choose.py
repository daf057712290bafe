"""Answers competing requests about a field: approves one value and refuses the others, all or none."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.models.decision import Verdict
from consent.models.proposal import GIVEN
from consent.proposals.decide import ShownAnswer
from consent.proposals.errors import NotAmendable, NotPending, NotYours, UnknownProposal
from consent.proposals.joint_decisions import decide_together
from consent.proposals.unchosen_values import blocked_until_of
from interfaces.competing_requests import SET, claim_of, head, key_of, open_questions, requested_values
from interfaces.pages.cards.answer_effects import LONGEST, unchanged_field_note
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.competing_values import ALL, Choice, choices_for
from interfaces.pages.cards.refusal_periods import blocked_values
from interfaces.pages.cards.stored_values import with_links
from interfaces.pages.inbox.decide import CHANGED, MOST
from interfaces.pages.inbox.last_answer import LAST_DECIDED
from interfaces.pages.inbox.request_list import list_address
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from interfaces.pages.texts.change_kinds import memory_link
from workspaces import scope


class ChooseView(PersonView):
    """The form contains the requests as they were shown, and one of the values, none, or the person's own."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponseBase:
        shown = _shown(request.POST)
        with scope.enter(self.actor.workspace_id):
            choice = self.choice(request.POST.get("field", ""), shown)
        if choice is not None and "own" in request.POST and not request.POST.get("value", "").strip():
            return self.ask_again(choice, _("Write what to remember instead, or choose one of the values above."))
        answers = _answers(choice, shown, request.POST) if choice else None
        if choice is None or not answers:
            return self.show_changed(request.POST.get("field", ""))
        try:
            decide_together(answers=answers, actor=self.actor, now=self.now)
        except UnknownProposal as error:
            raise Http404 from error
        except NotYours as error:
            raise PermissionDenied from error
        except NotAmendable as error:
            return self.ask_again(choice, _(str(error)))
        except NotPending:
            return self.show_changed(choice.field)
        request.session[LAST_DECIDED] = [str(answer.proposal_id) for answer in answers]
        with scope.enter(self.actor.workspace_id):
            self.add_messages(choice, _message(choice, request.POST), list(self.proposals.filter(id__in=list(shown))))
            if choice.remembered and "own" not in request.POST and not request.POST.get("choose"):
                messages.info(request, with_links(_("Still remembered: {memories}."), choice.remembered))
        return redirect(list_address(request.POST.get("place", "")))

    def ask_again(self, choice: Choice, problem: str, *, status: int = 422) -> HttpResponseBase:
        """Show the card with the typed value and the problem with it."""
        context = {"item": choice, "problem": problem, "typed": self.typed}
        return self.in_scope(lambda: self.page("inbox/proposal.html", context, status=status))

    @property
    def typed(self) -> str:
        return self.request.POST.get("value", "").strip() if "own" in self.request.POST else ""

    def show_changed(self, field: str) -> HttpResponseBase:
        """Show the list with the card as it is now; the typed value is in the card, or else in the message."""
        if self.typed:
            with scope.enter(self.actor.workspace_id):
                waiting = open_questions(self.proposals).choices.get(field, ())
                choice = self.choice(field, dict.fromkeys(waiting, ""))
            if choice is not None and choice.fact:
                return self.ask_again(choice, str(CHANGED), status=409)
        unsaved_note = _("Not saved: “{text}”.").format(text=self.typed.removesuffix(".")) if self.typed else ""
        messages.warning(self.request, f"{CHANGED} {unsaved_note}".rstrip())
        return redirect(list_address(self.request.POST.get("place", "")))

    def add_messages(self, choice: Choice, text: str, answered: Sequence[Proposal]) -> None:
        """Add messages: what was saved with a link to it, what cannot be requested again for a while, and which fields
        are unchanged."""
        approved = [row for row in answered if row.state in GIVEN and row.memory_id]
        is_present = bool(choice.present) and self.request.POST.get("choose") == key_of(choice.field, choice.present)
        first = min(approved, key=lambda row: row.change["type"] != SET, default=None)
        saved = None if is_present and first and first.change["type"] != SET else first
        link = memory_link(saved.memory_id) if saved else ""
        messages.success(self.request, format_html("{} {} {}", text, _blocked(choice, answered), link))
        for row in {row.memory_id: row for row in approved if not saved or row.memory_id != saved.memory_id}.values():
            messages.info(self.request, _also_saved(row))
        notes = [unchanged_field_note(row, self.actor.person_id) for row in answered]
        for note in dict.fromkeys(filter(None, notes)):
            messages.info(self.request, note)

    def choice(self, field: str, shown: Mapping[UUID, str]) -> Choice | None:
        """Return the same card again; None unless all of its requests are still open and offer a choice."""
        rows = [row for row in self.proposals.pending().filter(id__in=shown) if _is_about(field, row)]
        if not rows or len(rows) < len(shown):
            return None
        rows.sort(key=lambda row: (row.created_at, row.id), reverse=True)
        cards = cards_for(rows, actor=self.actor, now=self.now)
        by_id = {card.proposal.id: card for card in cards}
        return choices_for({field: list(by_id)}, by_id, actor=self.actor, now=self.now).get(rows[0].id)


def _also_saved(proposal: Proposal) -> SafeString:
    text = Truncator(wording.readable(head(proposal.value_in_force))).chars(LONGEST).removesuffix(".")
    return format_html("{} {}", _("Also saved: “{text}”.").format(text=text), memory_link(proposal.memory_id))


def _is_about(field: str, row: Proposal) -> bool:
    return claim_of(row.claims).partition("=")[0] == field


def _shown(form: QueryDict) -> dict[UUID, str]:
    found = {}
    for value in form.getlist("shown")[:MOST]:
        proposal_id, _separator, shown_hash = value.partition(":")
        try:
            found[UUID(proposal_id)] = shown_hash
        except ValueError:
            continue
    return found


def _answers(choice: Choice, shown: Mapping[UUID, str], form: QueryDict) -> list[ShownAnswer]:
    """Return an answer for each request; empty where the chosen value is none of theirs."""
    verdicts = {card.proposal.id: Verdict.REJECT for card in choice.cards}
    values: dict[UUID, str] = {}
    if "own" in form:
        amended, value = choice.fact, form.get("value", "")
    else:
        key = form.get("choose")
        if key == ALL and choice.may_save_all:
            return [ShownAnswer(one, shown[one], Verdict.APPROVE) for one in verdicts]
        option = next((option for option in choice.options if option.key == key), None)
        if option is None and key != "":
            return []
        verdicts |= {card.proposal.id: Verdict.APPROVE for card in (option.cards if option else ())}
        value = option.value_for_field if option else ""
        amended = choice.fact if value else None
        values |= option.respelled if option else {}
        verdicts |= dict.fromkeys(values, Verdict.AMEND)
    if amended is not None:
        verdicts[amended.proposal.id], values[amended.proposal.id] = Verdict.AMEND, value
    elif "own" in form:
        return []
    return [ShownAnswer(one, shown[one], verdict, values.get(one)) for one, verdict in verdicts.items()]


def _blocked(choice: Choice, answered: Sequence[Proposal]) -> str:
    """Return until when assistants cannot request the refused or unchosen values again, the field's present value
    aside; empty where nothing was refused."""
    now = key_of(choice.field, choice.present)
    blocked = {row: until for row in answered if (until := blocked_until_of(row)) and claim_of(row.claims) != now}
    saved = {key_of(choice.field, head(row.value_in_force)) for row in answered if row.state in GIVEN} | {now}
    refused = [value for value in requested_values(blocked) if key_of(choice.field, value) not in saved]
    if not refused:
        return ""
    return blocked_values(refused, date_format(localtime(min(blocked.values()))))


def _message(choice: Choice, form: QueryDict) -> str:
    if form.get("choose") == ALL and "own" not in form:
        return _("All of these are saved as confirmed by you.")
    values = {option.key: option.name for option in choice.options}
    saved = form.get("value", "").strip() if "own" in form else values.pop(form.get("choose", ""), "")
    if not saved:
        return _("Nothing was changed. None of the suggested values was saved.")
    text = ngettext(
        "“{value}” is saved as confirmed by you. The other value was not saved.",
        "“{value}” is saved as confirmed by you. The other values were not saved.",
        len(values),
    )
    return text.format(value=wording.readable(saved))
