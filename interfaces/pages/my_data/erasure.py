"""Erases everything about the person, and shows the receipt; also the receipt of a closed workspace."""

import json
from typing import Any
from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import View

from interfaces.pages.person_view import PersonView
from operations.models import Tombstone
from operations.privacy.erase_person import NotConfirmed, check_confirmation, request_erasure
from operations.privacy.erasure_receipt import receipt_of, receipt_of_workspace
from workspaces.models import Person, Workspace

# Tables that are meaningful to a person; the others are counted together.
COUNTED: dict[str, Promise] = {
    "memories.Memory": _("Memories"),
    "memories.MemoryVersion": _("Memory versions"),
    "memories.Fact": _("Facts, with their earlier values"),
    "conversations.Session": _("Conversations"),
    "conversations.Turn": _("Messages"),
    "consent.Proposal": _("Requests"),
    "consent.Decision": _("Decisions"),
    "conversations.Task": _("Tasks"),
    "memories.Artifact": _("Files"),
    "retrieval.RetrievalEvent": _("Questions by assistants"),
}


class EraseForm(forms.Form):
    confirmation = forms.CharField(max_length=200, strip=True)

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        field = self.fields["confirmation"]
        field.label = _("Type your name, %(name)s, to confirm") % {"name": name}
        field.widget.attrs["autocomplete"] = "off"


class EraseView(PersonView):
    """The effect of erasing, and a form for the person's name; 422 when it does not match.

    Without a confirmation of identity in the last minutes it is requested first, and then the request is carried out:
    an unattended session is not enough.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.form_page(None)

    def post(self, request: HttpRequest) -> HttpResponseBase:
        typed = request.POST.get("confirmation", "")
        try:
            check_confirmation(person_id=self.person_id, confirmation=typed, actor=self.actor)
        except NotConfirmed:
            return self.in_scope(lambda: self.form_page(typed, status=422))
        response: HttpResponseBase = reauthentication_required(self.erase)(request)
        return response

    def erase(self, request: HttpRequest) -> HttpResponseBase:
        typed = request.POST["confirmation"]
        tombstone = request_erasure(person_id=self.person_id, confirmation=typed, actor=self.actor, now=self.now)
        return redirect("pages:erasure", tombstone.id)

    def form_page(self, typed: str | None, *, status: int = 200) -> HttpResponse:
        person = get_object_or_404(Person, id=self.person_id)
        form = EraseForm({"confirmation": typed} if typed is not None else None, name=person.name)
        if typed and form.is_valid():
            form.add_error("confirmation", _("That doesn't match your name. Nothing was erased."))
        backup_days = settings.BACKUP_KEEP if settings.BACKUP_DIR else 0  # one backup a night
        context = {"form": form, "person": person, "backup_days": backup_days}
        return self.page("my_data/erase.html", context, status=status)


class ErasureView(PersonView):
    """The receipt, only for the account that requested the erasure."""

    def get(self, request: HttpRequest, erasure_id: UUID) -> HttpResponse:
        tombstone = self.find(erasure_id)
        counts = [(title, tombstone.counts[label]) for label, title in COUNTED.items() if label in tombstone.counts]
        others = sum(tombstone.counts.values()) - sum(count for _title, count in counts)
        return self.page("my_data/receipt.html", {"tombstone": tombstone, "counts": counts, "others": others})

    def find(self, erasure_id: UUID) -> Tombstone:
        return get_object_or_404(Tombstone, id=erasure_id, requested_by=self.membership.account_id)


class ReceiptView(ErasureView):
    """The same as a file, with the proof from the sealed history."""

    def get(self, request: HttpRequest, erasure_id: UUID) -> HttpResponse:
        receipt = receipt_of(self.find(erasure_id))
        headers = {"Content-Disposition": f'attachment; filename="erasure-{erasure_id}.json"'}
        return HttpResponse(json.dumps(receipt, indent=2), content_type="application/json", headers=headers)


class ClosingReceiptView(LoginRequiredMixin, View):
    """The receipt of a closed and erased workspace, for the account that closed it, which belongs to no workspace any
    more.

    As a file, with the proof from the sealed history. Before the erasure it states that the workspace is closed.
    """

    def get(self, request: HttpRequest, workspace_id: UUID) -> HttpResponse:
        workspace = get_object_or_404(Workspace, id=workspace_id, closed_by=request.user)
        headers = {"Content-Disposition": f'attachment; filename="closing-{workspace_id}.json"'}
        content = json.dumps(receipt_of_workspace(workspace), indent=2)
        response = HttpResponse(content, content_type="application/json", headers=headers)
        add_never_cache_headers(response)
        return response
