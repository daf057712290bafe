"""Changes of memories that staff make on a page: submitted to the gate, and the outcomes as messages."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from consent.changes import Change
from consent.gate import submit_many
from consent.outcomes import NO_ANSWERER, Applied, Outcome, Queued, Refused, Waiting
from consent.policies.delegation import unanswerable
from interfaces.admin.policies.matching_rules import rule_links
from interfaces.admin.texts.wording import fields_in_words
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import is_editor
from workspaces import scope
from workspaces.actors import Actor


class GateRedirect(AfterScope, HttpResponseRedirect):
    """Submits changes to the gate like everyone else (architecture, rule 1), then redirects."""

    def __init__(self, redirect_to: str, changes: Sequence[Change], *, done: str | Promise = "") -> None:
        """`done` is the message where a single change was applied."""
        super().__init__(redirect_to)
        self.changes, self.done = changes, done

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        outcomes = self.submitted(actor)
        with scope.enter(actor.workspace_id):
            _add_messages(request, outcomes, self.summary(outcomes))
            _add_refusals(request, [outcome for outcome in outcomes if isinstance(outcome, Refused)])
            _add_waiting_message(request, [one for outcome in outcomes for one in _questions(outcome)])
        return self.response(request, actor, outcomes)

    def submitted(self, actor: Actor) -> list[Outcome]:
        """Return the gate's outcome of each change. Runs outside any scope."""
        return submit_many(self.changes, actor=actor, now=timezone.now())

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        """Return the message where something was done. Runs in the entered scope."""
        applied = sum(isinstance(outcome, Applied) for outcome in outcomes)
        return str(self.done) or ngettext("%d change made.", "%d changes made.", applied) % applied

    def response(self, request: HttpRequest, actor: Actor, outcomes: Sequence[Outcome]) -> HttpResponseBase:
        """Return the response to send."""
        return self


def _add_messages(request: HttpRequest, outcomes: Sequence[Outcome], done: str) -> None:
    if any(isinstance(outcome, Applied) for outcome in outcomes):
        messages.success(request, done)
    if any(isinstance(outcome, Waiting) for outcome in outcomes):
        messages.info(request, _("Saved as evidence. It will be remembered once independent signals confirm it."))


def _add_refusals(request: HttpRequest, refused: Sequence[Refused]) -> None:
    """Add a message for each refusal, equal ones once, with links to the rules that forbid it."""
    rules = rule_links({rule for outcome in refused for rule in outcome.policies}, may_edit=is_editor(request))
    for detail, found in dict.fromkeys((_detail(outcome), outcome.policies) for outcome in refused):
        named = [rules[rule] for rule in found if rule in rules]
        links = format_html_join(", ", '<a class="underline" href="{1}">{0}</a>', named)
        messages.error(request, format_html("{} {}", detail, links) if links else detail)


def _detail(outcome: Refused) -> str:
    """Return the detail of a refusal; for something refused before, also the field and the day in words, but not the
    value."""
    if outcome.until is None:
        return gettext(outcome.detail)
    text = gettext("This value was refused: %(fields)s. It may be asked for again from %(date)s.")
    date = date_format(timezone.localtime(outcome.until), "DATE_FORMAT")
    return text % {"fields": fields_in_words(", ".join(outcome.fields)), "date": date}


def _questions(outcome: Outcome) -> Sequence[UUID]:
    """Return the questions that it, or a part of it, waits for."""
    if isinstance(outcome, Queued):
        return [outcome.proposal_id]
    return outcome.proposal_ids if isinstance(outcome, Applied) else ()


def _add_waiting_message(request: HttpRequest, questions: Sequence[UUID]) -> None:
    """Add a message with a link to the question, or the list of several, and whether anyone can answer."""
    if not questions:
        return
    count = len(questions)
    text = ngettext("%d change is awaiting approval.", "%d changes are awaiting approval.", count) % count
    page = reverse("admin:consent_proposal_changelist", query={"due": "open"})
    page = reverse("admin:consent_proposal_change", args=questions) if count == 1 else page
    link = gettext("Open the question") if count == 1 else gettext("Questions")
    messages.info(request, format_html('{} <a class="underline" href="{}">{}</a>', text, page, link))
    if unanswerable(questions):
        messages.warning(request, gettext(NO_ANSWERER))
