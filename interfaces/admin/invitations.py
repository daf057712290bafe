"""Invitations by mail: sent, sent again and revoked by the workspace's owners."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.after_scope import AfterScope
from interfaces.admin.staff import current_workspace, is_owner, staff_membership
from interfaces.admin.staff_admin import RevocableAdmin, TenantForm
from operations.invitations import invite, link_of, send_invitation
from workspaces.actors import Actor
from workspaces.models import Invitation, Membership
from workspaces.models.invitation import InvitationState

STATES = {
    InvitationState.OPEN: gettext_lazy("Open"),
    InvitationState.EXPIRED: gettext_lazy("Expired"),
    InvitationState.REVOKED: gettext_lazy("Revoked"),
    InvitationState.ACCEPTED: gettext_lazy("Accepted"),
}


class Sent(AfterScope, HttpResponseRedirect):
    """Mails the links once the scope is left, then shows the list."""

    def __init__(self, invitations: Sequence[Invitation], place: str) -> None:
        super().__init__(reverse("admin:workspaces_invitation_changelist"))
        self.invitations, self.place = invitations, place

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        for row in self.invitations:
            if send_invitation(row, place=self.place, sender=request.user.get_username()):
                messages.success(request, _("Invitation sent to %(email)s.") % {"email": row.email})
            else:
                text = _("The email to %(email)s could not be sent. Send this link yourself: %(link)s")
                messages.error(request, text % {"email": row.email, "link": link_of(row)})
        return self


class InvitationForm(TenantForm):
    class Meta:
        model = Invitation
        fields = ("person", "email")

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        person = given.get("person")
        if person and Membership.objects.filter(person_id=person.id).exists():
            raise forms.ValidationError(_("This person has a login already."))
        return given

    def validate_constraints(self) -> None:
        """Another open invitation of the person is sent anew."""


@admin.register(Invitation)
class InvitationAdmin(RevocableAdmin):
    """Links that make a login for a person; a new one for a person takes the place of the one that is open."""

    form = InvitationForm
    list_display = ("email", "person", "state", "created_at", "expires_at")
    list_select_related = ("person",)
    search_fields = ("email", "person__name")
    ordering = ("-created_at",)
    fields = ("person", "email", "created_at", "expires_at", "accepted_at", "revoked_at")
    actions = ("revoke", "send_again")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields if obj else ("person", "email")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_editor_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    @admin.display(description=gettext_lazy("State"))
    def state(self, row: Invitation) -> str:
        return str(STATES[row.state(now=timezone.now())])

    def revocable(self, rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
        return rows.filter(accepted_at=None)

    def save_model(self, request: HttpRequest, obj: Invitation, form: Any, change: bool) -> None:
        made = self._invite(request, obj)
        obj.pk, obj._state.adding = made.pk, False
        request.invitation = made  # type: ignore[attr-defined]

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:
        """`invite` has recorded it."""

    def response_add(self, request: HttpRequest, obj: Invitation, post_url_continue: str | None = None) -> Sent:
        return Sent([request.invitation], current_workspace(request).name)  # type: ignore[attr-defined]

    @admin.action(description=gettext_lazy("Send the selected invitations again"), permissions=["editor"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Invitation]) -> Sent:
        members = Membership.objects.filter(workspace=current_workspace(request), person_id__isnull=False)
        known = set(members.values_list("person_id", flat=True))
        chosen = [row for row in rows.filter(accepted_at=None, revoked_at=None) if row.person_id not in known]
        return Sent([self._invite(request, row) for row in chosen], current_workspace(request).name)

    def _invite(self, request: HttpRequest, row: Invitation) -> Invitation:
        membership = staff_membership(request)
        assert membership is not None, "admin_view lets nobody through without a membership"
        actor = membership.as_staff()
        return invite(person_id=row.person_id, email=row.email, actor=actor, now=timezone.now())
