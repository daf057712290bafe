"""The step of the wizard that invites people: their invitations, with links to pass on."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from interfaces.form_fields import distinct_names
from interfaces.pages.setup.forms import NEW_PERSON, InviteForm
from interfaces.pages.setup.wizard import SetupView
from memories.maintenance.record_setup import record_row
from operations.delivery.mail import is_mail_sent
from operations.invitations import HasLogin, invite, link_of, send_invitation, uninvited_people, withdraw
from workspaces import scope
from workspaces.models import Invitation, Person


class PeopleView(SetupView):
    """Invitations: to send, to send again, to revoke."""

    step = "setup_people"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self.show({"form": InviteForm(people=uninvited_people()), **self.details()})

    def details(self) -> dict[str, Any]:
        rows = Invitation.objects.select_related("person").order_by("-created_at")[:100]
        names = distinct_names([row.person for row in rows if row.person])
        invitations = [(row, _called(row, names), row.state(now=self.now), link_of(row)) for row in rows]
        made = self.request.GET.get("made")
        new = next(
            ((name, link) for row, name, state, link in invitations if str(row.id) == made and state == "open"), None
        )
        return {"invitations": invitations, "is_mail_sent": is_mail_sent(), "new": new}

    def post(self, request: HttpRequest) -> HttpResponseBase:
        workspace_id = self.workspace.id
        with scope.enter(workspace_id):
            form = InviteForm(request.POST, people=uninvited_people())
        if not form.is_valid():
            return self.form_with_errors(form)
        with scope.enter(workspace_id):
            person_id = self._person_id(form.cleaned_data)
            invitation = invite(person_id=person_id, email=form.cleaned_data["email"], actor=self.actor, now=self.now)
            name = _called(invitation, distinct_names([Person.objects.get(id=person_id)]))
        self.send(invitation, name)
        return _with_link(invitation)

    def _person_id(self, given: dict[str, Any]) -> UUID:
        if given["person"] != NEW_PERSON:
            return UUID(given["person"])
        person = Person.objects.create(name=given["name"])
        record_row(row=person, done="added", actor=self.actor, now=self.now)
        return person.id

    def send(self, invitation: Invitation, name: str) -> None:
        place, sender = self.membership.workspace.name, self.membership.account.get_username()
        if send_invitation(invitation, place=place, sender=sender):
            messages.success(self.request, _("Invitation sent to %(email)s.") % {"email": invitation.email})
        elif not is_mail_sent():
            whose = {"email": invitation.email or name}
            messages.success(self.request, _("The link for %(email)s is ready below.") % whose)
        else:
            messages.error(self.request, _("No email was sent. Copy the link below and send it yourself."))


def _called(invitation: Invitation, names: Mapping[UUID, str]) -> str:
    """Return who is invited; one of several people of a name with what tells them apart."""
    return names[invitation.person_id] if invitation.person_id else invitation.called


def _with_link(invitation: Invitation) -> HttpResponseBase:
    """Show the page with this invitation's link at the top."""
    return redirect(reverse("pages:setup_people", query={"made": str(invitation.id)}))


class InvitationView(PeopleView):
    """Send an invitation again, or revoke it."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, invitation_id: UUID) -> HttpResponseBase:  # type: ignore[override]
        with scope.enter(self.workspace.id):
            row = Invitation.objects.waiting().filter(id=invitation_id).select_related("person").first()
            if row is None:
                raise Http404
            if "revoke" in request.POST:
                withdraw(row, actor=self.actor, now=self.now)
            else:
                self._invite_again(row)
            name = _called(row, distinct_names([row.person] if row.person else []))
        if "revoke" in request.POST:
            messages.success(request, _("Invitation revoked. Its link no longer works."))
            return redirect("pages:setup_people")
        self.send(row, name)
        return _with_link(row)

    def _invite_again(self, row: Invitation) -> None:
        try:
            renewed = invite(person_id=row.person_id, role=row.role, email=row.email, actor=self.actor, now=self.now)
        except HasLogin:
            raise Http404 from None
        row.number, row.expires_at = renewed.number, renewed.expires_at
