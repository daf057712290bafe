"""Changes of memories asked for in the admin: they walk through the gate like everybody's (architecture, rule 1)."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from consent.changes import Change
from consent.gate import submit_many
from consent.outcomes import Applied, Outcome, Queued, Refused, Waiting
from interfaces.admin.after_scope import AfterScope
from workspaces.actors import Actor


class GateRedirect(AfterScope, HttpResponseRedirect):
    """A view's wish to have changes made, and where to go then."""

    def __init__(self, redirect_to: str, changes: Sequence[Change]) -> None:
        super().__init__(redirect_to)
        self.changes = changes

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        outcomes = submit_many(self.changes, actor=actor, now=timezone.now())
        _tell(request, outcomes)
        return self


def _tell(request: HttpRequest, outcomes: Sequence[Outcome]) -> None:
    applied = sum(isinstance(outcome, Applied) for outcome in outcomes)
    queued = sum(isinstance(outcome, Queued) for outcome in outcomes)
    refused = [outcome.detail for outcome in outcomes if isinstance(outcome, Refused)]
    if applied:
        messages.success(request, ngettext("%d change made.", "%d changes made.", applied) % applied)
    if queued:
        text = ngettext("%d change is awaiting the person's approval.", "%d changes are awaiting approval.", queued)
        messages.info(request, text % queued)
    if any(isinstance(outcome, Waiting) for outcome in outcomes):
        messages.info(request, _("Saved as evidence. It will be remembered once independent signals confirm it."))
    for detail in dict.fromkeys(refused):
        messages.error(request, detail)
