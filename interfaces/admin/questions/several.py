"""Answering several chosen questions at once: each for itself, so that one that cannot be answered stops no other."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import Proposal
from consent.proposals.errors import NotAmendable, NotPending, NotShown, NotYours, UnknownProposal
from interfaces.admin.after_scope import AfterScope
from interfaces.admin.questions.answerable import reasons_against
from interfaces.admin.questions.answers import decide, with_rivals
from interfaces.admin.wording import question_title, shortened
from workspaces.actors import Actor


class SeveralAnswers(AfterScope, HttpResponseRedirect):
    """Gives the chosen questions one answer, and tells which could not be answered and why."""

    def __init__(self, redirect_to: str, rows: Sequence[Proposal], answer: str, actor: Actor) -> None:
        super().__init__(redirect_to)
        self.answer = answer
        self.names = {row.id: _name(row) for row in rows}
        self.unanswered = reasons_against(rows, actor)
        if answer == "approve":
            several = _("several values compete; open it to choose one")
            self.unanswered = dict.fromkeys(with_rivals(rows), several) | self.unanswered

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        for row_id in self.names:
            if row_id not in self.unanswered and (text := self._answered(row_id, actor)):
                self.unanswered[row_id] = text
        if count := len(self.names) - len(self.unanswered):
            text = ngettext(
                "%d question answered. The record says that a reviewer did.",
                "%d questions answered. The record says that a reviewer did.",
                count,
            )
            messages.success(request, text % count)
        for row_id, name in self.names.items():
            if reason := self.unanswered.get(row_id):
                text = _("Not answered: %(question)s (%(reason)s).")
                messages.warning(request, text % {"question": name, "reason": reason})
        return self

    def _answered(self, row_id: UUID, actor: Actor) -> str:
        """Empty, or why it was not. Without the hash of a page, what was shown otherwise since counts as not shown."""
        try:
            decide(row_id, self.answer, actor)
        except NotShown:
            return _("it has changed since it was asked; open it to review it")
        except (NotPending, UnknownProposal):
            return _("it is already closed")
        except NotYours:
            return _("no policy lets reviewers answer it")
        except NotAmendable as error:
            return str(error)
        return ""


def _name(row: Proposal) -> str:
    person = f"{row.person}, " if row.person else ""
    return person + shortened(capfirst(question_title(row)))
