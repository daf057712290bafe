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

from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.confirmation import name_problem, password_problem, remember_name, typed_name
from interfaces.admin.views.permissions import current_workspace, is_editor, is_owner
from memories.maintenance.record_setup import record_row
from operations.privacy.erase_person import request_erasure
from operations.privacy.erasure_tables import count_rows
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Account, Invitation, Membership, Person
from workspaces.models.membership import Role

# Tables that are meaningful to a reader; the others are not listed.
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
    """Erases, then redirects to the record; back to the form where name or password are wrong."""

    def __init__(self, person: Person, confirmation: str, password: str, switched_off: Account | None) -> None:
        super().__init__(reverse("admin:workspaces_person_changelist"))
        self.person, self.confirmation, self.password = person, confirmation, password
        self.switched_off = switched_off

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        wrong = [name_problem(self.confirmation, self.person.name)]
        wrong += [password_problem(request, self.password)] if _has_password(request) else []
        if any(wrong):
            messages.error(request, " ".join([*filter(None, wrong), _("Nothing was erased.")]))
            page = reverse("admin:workspaces_person_erase", args=[self.person.id])
            remember_name(request, page, self.confirmation)
            return redirect(page)
        tombstone = request_erasure(
            person_id=self.person.id, confirmation=self.confirmation, actor=actor, now=timezone.now()
        )
        if tombstone.erased_at:
            messages.success(request, _("Everything about %(name)s was erased.") % {"name": self.person.name})
        else:
            messages.success(request, _("%(name)s is being erased; it takes a while.") % {"name": self.person.name})
        if self.switched_off is not None:
            _switch_off(self.switched_off, actor)
            messages.success(request, _("The login %(name)s was switched off.") % {"name": self.switched_off})
        return redirect("admin:operations_tombstone_change", tombstone.id)


def erase_person(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """For owners and admins, in the entered scope."""
    if not is_editor(request):
        raise PermissionDenied
    person = get_object_or_404(Person, id=person_id)
    login = Membership.objects.filter(workspace=current_workspace(request), person_id=person.id).first()
    may_switch_off = is_owner(request) and login is not None and _is_for_this_alone(login)
    if request.method == "POST":
        off = login.account if login and may_switch_off and "switch_off" in request.POST else None
        confirmation, password = (request.POST.get(name, "") for name in ("confirmation", "password"))
        return ErasedPerson(person, confirmation, password, off)
    counts = count_rows(person.id)
    page = {
        "title": _("Erase %(name)s") % {"name": person.name},
        "person": person,
        "counts": [(text, counts[label]) for label, text in COUNTED.items() if label in counts],
        "login": login,
        "may_switch_off": may_switch_off,
        "invitations": Invitation.objects.filter(person=person).count(),
        "has_password": _has_password(request),
        "typed": typed_name(request, request.path),
    }
    return TemplateResponse(request, "admin/person/erase.html", admin.site.each_context(request) | page)


def _is_for_this_alone(login: Membership) -> bool:
    """Whether the login is used for nothing else: it is no staff login, and belongs to no other workspace."""
    others = login.account.memberships.exclude(pk=login.pk)
    return login.role == Role.PERSON and not login.account.is_superuser and not others.exists()


def _switch_off(account: Account, actor: Actor) -> None:
    with scope.enter(actor.workspace_id):
        account.is_active = False
        account.save(update_fields=["is_active"])
        record_row(row=account, done="changed", changed=["is_active"], actor=actor, now=timezone.now())


def _has_password(request: HttpRequest) -> bool:
    """Whether there is a password to type; not with single sign-on."""
    return isinstance(request.user, Account) and request.user.has_usable_password()
