"""Erasing a person: a page that asks for their name, then the same erasure as everywhere."""

from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from interfaces.admin.after_scope import AfterScope
from interfaces.admin.staff import is_editor
from memories.models import Memory
from operations.privacy.erase_person import NotConfirmed, request_erasure
from workspaces.actors import Actor
from workspaces.models import Person


class ErasedPerson(AfterScope, HttpResponseRedirect):
    """Erases, then leads to the list of people; back to the question where the name does not match."""

    def __init__(self, person: Person, confirmation: str) -> None:
        super().__init__(reverse("admin:workspaces_person_changelist"))
        self.person, self.confirmation = person, confirmation

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        try:
            tombstone = request_erasure(
                person_id=self.person.id, confirmation=self.confirmation, actor=actor, now=timezone.now()
            )
        except NotConfirmed:
            messages.error(request, _("That is not the person's name. Nothing was erased."))
            return redirect("admin:workspaces_person_erase", self.person.id)
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
        return ErasedPerson(person, request.POST.get("confirmation", "").strip())
    page = {
        "title": _("Erase %(name)s") % {"name": person.name},
        "person": person,
        "memory_count": Memory.objects.filter(person=person).count(),
    }
    return TemplateResponse(request, "admin/person/erase.html", admin.site.each_context(request) | page)
