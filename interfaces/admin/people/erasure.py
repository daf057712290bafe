"""Erasing a person: a page that asks for their name and the password, then the same erasure as everywhere."""

from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.after_scope import AfterScope
from interfaces.admin.confirmation import name_problem, password_problem
from interfaces.admin.staff import is_editor
from operations.privacy.erase_person import request_erasure
from operations.privacy.erasure_tables import count_rows
from workspaces.actors import Actor
from workspaces.models import Account, Person

# The tables that mean something to a reader; the others are not told.
COUNTED: dict[str, Promise] = {
    "memories.Memory": gettext_lazy("Memories"),
    "memories.Fact": gettext_lazy("Facts"),
    "conversations.Session": gettext_lazy("Conversations"),
    "conversations.Turn": gettext_lazy("Messages"),
    "consent.Proposal": gettext_lazy("Questions"),
    "consent.Decision": gettext_lazy("Decisions"),
    "conversations.Task": gettext_lazy("Tasks"),
    "memories.Artifact": gettext_lazy("Files"),
    "retrieval.RetrievalEvent": gettext_lazy("Queries"),
}


class ErasedPerson(AfterScope, HttpResponseRedirect):
    """Erases, then leads to the list of people; back to the question where name or password are wrong."""

    def __init__(self, person: Person, confirmation: str, password: str) -> None:
        super().__init__(reverse("admin:workspaces_person_changelist"))
        self.person, self.confirmation, self.password = person, confirmation, password

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        wrong = [name_problem(self.confirmation, self.person.name)]
        wrong += [password_problem(request, self.password)] if _has_password(request) else []
        if any(wrong):
            messages.error(request, " ".join([*filter(None, wrong), _("Nothing was erased.")]))
            return redirect("admin:workspaces_person_erase", self.person.id)
        tombstone = request_erasure(
            person_id=self.person.id, confirmation=self.confirmation, actor=actor, now=timezone.now()
        )
        if tombstone.erased_at:
            messages.success(request, _("Everything about %(name)s was erased.") % {"name": self.person.name})
        else:
            messages.success(request, _("%(name)s is being erased; it takes a while.") % {"name": self.person.name})
        return self


def erase_person(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """For owners and admins, in the entered scope."""
    if not is_editor(request):
        raise PermissionDenied
    person = get_object_or_404(Person, id=person_id)
    if request.method == "POST":
        return ErasedPerson(person, *(request.POST.get(name, "") for name in ("confirmation", "password")))
    counts = count_rows(person.id)
    page = {
        "title": _("Erase %(name)s") % {"name": person.name},
        "person": person,
        "counts": [(text, counts[label]) for label, text in COUNTED.items() if label in counts],
        "has_password": _has_password(request),
    }
    return TemplateResponse(request, "admin/person/erase.html", admin.site.each_context(request) | page)


def _has_password(request: HttpRequest) -> bool:
    """Who signs in by single sign-on has none to type."""
    return isinstance(request.user, Account) and request.user.has_usable_password()
