"""Answering several questions at once. One that cannot be answered does not stop the others."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.policies.rules import in_force
from consent.proposals.errors import NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from interfaces.admin.memories.bulk_actions import MOST_UNDONE
from interfaces.admin.questions.answer_permissions import NO_POLICY, reasons_against
from interfaces.admin.questions.answers import decide, linked, with_rivals
from interfaces.admin.questions.bulk_undo import address_of
from interfaces.admin.questions.deciders import rule_for
from interfaces.admin.texts.wording import named_question, names_of
from interfaces.admin.views.after_scope import AfterScope
from workspaces import scope
from workspaces.actors import Actor


class SeveralAnswers(AfterScope, HttpResponseRedirect):
    """Gives the selected questions one answer, and reports which could not be answered and why."""

    def __init__(self, redirect_to: str, rows: Sequence[Proposal], answer: str, actor: Actor, *, edits: bool) -> None:
        super().__init__(redirect_to)
        self.answer = answer
        self.rows = rows
        self.unanswered = reasons_against(rows, actor)
        stuck = [row for row in rows if edits and self.unanswered.get(row.id) == str(NO_POLICY)]
        rules = in_force() if stuck else []
        self.rules = {row.id: rule_for(row, rules) for row in stuck}
        self.rivals = with_rivals([row for row in rows if row.id not in self.unanswered]) if answer == "approve" else {}
        self.unanswered |= {row_id: _competing(1 + len(others)) for row_id, others in self.rivals.items()}

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        for row_id in [row.id for row in self.rows]:
            if row_id not in self.unanswered and (text := self._answered(row_id, actor)):
                self.unanswered[row_id] = text
        if done := [row.id for row in self.rows if row.id not in self.unanswered]:
            with scope.enter(actor.workspace_id):
                messages.success(request, _done(self.answer, done))
        for (reason, rule_url), rows in self._left_out().items():
            messages.warning(request, _links_to_unanswered(rows, reason, rule_url))
        return self

    def _left_out(self) -> dict[tuple[str, str], list[Proposal]]:
        """Return the unanswered questions by the reason and the rule that would let reviewers answer."""
        counted, found = set[UUID](), dict[tuple[str, str], list[Proposal]]()
        for row in self.rows:
            # One of several competing questions links to all of them.
            if row.id in self.unanswered and counted.isdisjoint(self.rivals.get(row.id, ())):
                counted.add(row.id)
                found.setdefault((self.unanswered[row.id], self.rules.get(row.id, "")), []).append(row)
        return found

    def _answered(self, row_id: UUID, actor: Actor) -> str:
        """Return why it was not answered; empty where it was. Without the hash of a page, a question shown in another
        form counts as not shown."""
        try:
            decide(row_id, self.answer, actor)
        except NotShown:
            return _("it has changed since it was asked; open it to review it")
        except (NotPending, UnknownProposal):
            return _("it is already closed")
        except NotYours:
            return str(NO_POLICY)
        except NotAmendable as error:
            return str(error)
        return ""


def _competing(count: int) -> str:
    text = ngettext(
        "several values compete (%d request); open it to choose one",
        "several values compete (%d requests); open it to choose one",
        count,
    )
    return text % count


def _links_to_unanswered(rows: Sequence[Proposal], reason: str, rule_url: str) -> str:
    """Return why questions were not answered, with links to each, and to the rule that would let reviewers."""
    pages = [reverse("admin:consent_proposal_change", args=[row.id]) for row in rows]
    links = [linked(_("Make a rule for it"), rule_url)] if rule_url else []
    if len(rows) == 1:
        text: str = _("Not answered: %(question)s: %(reason)s.") % {
            "question": named_question(rows[0]),
            "reason": reason,
        }
        links.insert(0, linked(_("Open the question"), pages[0]))
    else:
        named = [linked(named_question(row), page) for page, row in zip(pages, rows, strict=True)]
        pattern = _("Not answered: {questions}. Of each: {reason}.")
        text = format_html(pattern, questions=mark_safe(names_of(named)), reason=reason)  # noqa: S308 -- all escaped
    return format_html("{} {}", text, format_html_join(" · ", "{}", ((one,) for one in links)))


def _done(answer: str, ids: Sequence[UUID]) -> str:
    """Return how many were answered, which, and a link to undo. Runs in the entered scope, after the answers: of
    refused values, only the field is shown."""
    count = len(ids)
    approved, refused = (
        ngettext("%(count)d question approved: %(names)s.", "%(count)d questions approved: %(names)s.", count),
        ngettext("%(count)d question refused: %(names)s.", "%(count)d questions refused: %(names)s.", count),
    )
    rows = Proposal.objects.select_related("person").in_bulk(ids)
    names = names_of([named_question(rows[row_id]) for row_id in ids if row_id in rows])
    done, noted = approved if answer == "approve" else refused, _("The record says that a reviewer did.")
    text = f"{done % {'count': count, 'names': names}} {noted}"
    if count > MOST_UNDONE:
        return text
    return format_html("{} {}", text, linked(_("Undo"), address_of(ids)))
