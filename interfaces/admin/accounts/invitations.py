"""Invitations by mail: sent, sent again and revoked by the workspace's owners."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelectWidget

from interfaces.admin.accounts.memberships import meanings
from interfaces.admin.tables.editable_admin import RevocableAdmin, TenantForm, initial_from_query, one_button
from interfaces.admin.views.after_scope import AfterScope
from interfaces.admin.views.permissions import current_workspace, is_editor, is_owner, staff_membership
from interfaces.form_fields import ask_for_address, person_choices
from operations.delivery.mail import is_mail_sent
from operations.invitations import invite, link_of, send_invitation, uninvited_people, waiting_for
from workspaces.actors import Actor
from workspaces.models import Invitation, Membership, Person
from workspaces.models.invitation import InvitationState
from workspaces.models.membership import STAFF_ROLES, Role
from workspaces.scope import current_workspace_id

STATES = {
    InvitationState.OPEN: gettext_lazy("Open"),
    InvitationState.EXPIRED: gettext_lazy("Expired"),
    InvitationState.REVOKED: gettext_lazy("Revoked"),
    InvitationState.ACCEPTED: gettext_lazy("Accepted"),
}


STATE_COLOURS = {
    InvitationState.OPEN: "warning",
    InvitationState.ACCEPTED: "success",
    InvitationState.EXPIRED: "danger",
    InvitationState.REVOKED: "default",
}


class StateFilter(admin.SimpleListFilter):
    title = gettext_lazy("status")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(state.value, name) for state, name in STATES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> QuerySet[Invitation]:
        now, waiting = timezone.now(), Q(accepted_at=None, revoked_at=None)
        conditions = {
            InvitationState.OPEN.value: waiting & Q(expires_at__gt=now),
            InvitationState.EXPIRED.value: waiting & Q(expires_at__lte=now),
            InvitationState.REVOKED.value: Q(revoked_at__isnull=False),
            InvitationState.ACCEPTED.value: Q(accepted_at__isnull=False),
        }
        return queryset.filter(conditions.get(self.value() or "", Q()))


class Sent(AfterScope, HttpResponseRedirect):
    """Mails the links after the scope, then shows the invitation, with its link to copy, or the list."""

    def __init__(self, invitations: Sequence[Invitation], place: str, *, is_renewed: bool = False) -> None:
        single = len(invitations) == 1
        name, given = ("change", [invitations[0].pk]) if single else ("changelist", [])
        super().__init__(reverse(f"admin:workspaces_invitation_{name}", args=given))
        self.invitations, self.place = invitations, place
        self.is_renewed = is_renewed

    def carry_out(self, request: HttpRequest, actor: Actor) -> HttpResponseBase:
        for row in self.invitations:
            if send_invitation(row, place=self.place, sender=request.user.get_username()):
                messages.success(request, _("Invitation sent to %(email)s.") % {"email": row.email})
            elif not is_mailed(row):
                text = _("The link for %(name)s is ready. Copy it and pass it on.")
                messages.success(request, text % {"name": row.called})
            else:
                text = _("No email was sent to %(email)s. Copy the link from the invitation and send it yourself.")
                messages.warning(request, text % {"email": row.email})
        if self.invitations and self.is_renewed:
            messages.info(request, _("The link before no longer works."))
        return self


def is_mailed(invitation: Invitation) -> bool:
    """Whether its link is mailed, rather than passed on by hand."""
    return is_mail_sent() and bool(invitation.email)


def context_of(invitation: Invitation, *, may: bool) -> dict[str, Any]:
    """Return its state, and for owners the link of an open one."""
    state = invitation.state(now=timezone.now())
    may_send = may and state in (InvitationState.OPEN, InvitationState.EXPIRED)
    link = link_of(invitation) if may_send and state == InvitationState.OPEN else ""
    context = {"state": state.value, "state_name": STATES[state], "may_send": may_send, "link": link}
    return context | {"invitation": invitation, "is_mailed": is_mailed(invitation)}


class InvitationForm(TenantForm):
    class Meta:
        model = Invitation
        fields = ("role", "person", "email")
        help_texts = {
            "role": gettext_lazy("What they may do here. Staff work in the admin."),
            "person": gettext_lazy(
                "Whose memories they will see and decide about. Add new people under People first. Staff need none."
            ),
            "email": gettext_lazy("Where the link goes, and later reminders. They can change it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """People with a login are not offered; among many people, the chosen one is checked instead."""
        super().__init__(*args, **kwargs)
        if "email" in self.fields:
            ask_for_address(self.fields["email"])
            self.fields["role"].required = False
        field = self.fields.get("person")
        if field is not None and isinstance(field.widget, UnfoldAdminSelectWidget):
            field.widget.choices = [("", field.empty_label), *_choices()]  # type: ignore[attr-defined]

    def clean_role(self) -> str:
        return self.cleaned_data["role"] or Role.PERSON

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        person = given.get("person")
        if person and Membership.objects.filter(person_id=person.id).exists():
            raise forms.ValidationError(_("This person has a login already."))
        if not person and "person" not in self.errors and given.get("role") == Role.PERSON:
            self.add_error("person", _("Choose whose memories this login is for."))
        if given.get("role") != Role.PERSON and _is_staff_here(given.get("email", "")):
            self.add_error("email", _("There is a login of staff with this address already."))
        return given

    def validate_constraints(self) -> None:
        """Another open invitation of the person is renewed instead of refused."""


def _choices() -> list[tuple[str, str]]:
    """Return who may be invited, with a note on those who are invited already."""
    invited = {str(one) for one in Invitation.objects.waiting().values_list("person_id", flat=True)}
    mark = _("%(name)s – invited already; a new link ends the one before")
    return [
        (number, mark % {"name": name} if number in invited else name)
        for number, name in person_choices(uninvited_people())
    ]


def _is_staff_here(email: str) -> bool:
    """Whether staff of the workspace have the address. Runs in the entered scope."""
    staff = Membership.objects.filter(workspace_id=current_workspace_id(), role__in=STAFF_ROLES)
    return bool(email) and staff.filter(account__email__iexact=email).exists()


@admin.register(Invitation)
class InvitationAdmin(RevocableAdmin):
    """Links that create a login, for a person or for staff; a new one replaces the open one."""

    form = InvitationForm
    nothing_yet = gettext_lazy("Invite the people that memories are about, so that they can see and decide, and staff.")
    change_form_outer_before_template = "admin/invitation/summary.html"
    list_display = ("who", "role", "address", "state", "created_at", "expires")
    list_filter = (StateFilter, "role")
    list_select_related = ("person",)
    search_fields = ("email", "person__name")
    ordering = ("-created_at",)
    fields = ("created_at", "expires_at", "accepted_at", "revoked_at")
    actions = ("revoke", "send_again")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": ("role", "person", "email")})]
        return [(gettext_lazy("All fields"), {"classes": ["collapse"], "fields": self.fields})]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_editor_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    @admin.display(description=gettext_lazy("Who"), ordering="person__name")
    def who(self, row: Invitation) -> str:
        return row.called

    @admin.display(description=gettext_lazy("Email address"), ordering="email")
    def address(self, row: Invitation) -> str:
        return row.email or "–"

    @display(description=gettext_lazy("Status"), ordering="expires_at", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def state(self, row: Invitation) -> tuple[str, str]:
        state = row.state(now=timezone.now())
        return state, str(STATES[state])

    @admin.display(description=gettext_lazy("Expires"), ordering="expires_at")
    def expires(self, row: Invitation) -> datetime | None:
        """Show nothing for accepted or revoked invitations."""
        return row.expires_at if row.accepted_at is None and row.revoked_at is None else None

    def get_urls(self) -> list[URLPattern]:
        again = path("<uuid:row_id>/again/", self.by_editors(self.send_one_again), name="workspaces_invitation_again")
        return [again, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        text = gettext_lazy("Send invitation") if is_mail_sent() else gettext_lazy("Create link")
        person_id = initial_from_query(request, "person").get("person")
        if request.method == "GET" and not person_id and "role" not in request.GET and not uninvited_people():
            return self._no_candidates(request)
        context = one_button(text) | {
            "is_mail_sent": is_mail_sent(),
            "roles": meanings(),
            "ends_at": timezone.now() + timedelta(days=settings.INVITATION_DAYS),
            "waiting": Invitation.objects.waiting().filter(person_id=person_id).first() if person_id else None,
        }
        response: HttpResponse = super().add_view(request, form_url, context | (extra_context or {}))
        return response

    def _no_candidates(self, request: HttpRequest) -> HttpResponse:
        """Show a page instead of a form without any choices."""
        has_people = Person.objects.exists()
        page = {"title": _("Invite somebody"), "has_people": has_people, "may_add": is_editor(request)}
        return TemplateResponse(
            request, "admin/invitation/nobody.html", self.admin_site.each_context(request) | page | {"opts": self.opts}
        )

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Prefill the person from a person's page, staff from the list of logins."""
        role = {"role": request.GET["role"]} if request.GET.get("role") in Role.values else {}
        return initial_from_query(request, "person") | role

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        above = context_of(row, may=is_owner(request)) if row else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, above | (extra_context or {}))
        return response

    def send_one_again(self, request: HttpRequest, row_id: UUID) -> Sent:
        return self.send_again(request, self.get_queryset(request).filter(pk=row_id))

    def revocable(self, rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
        return rows.filter(accepted_at=None)

    def save_model(self, request: HttpRequest, obj: Invitation, form: Any, change: bool) -> None:
        is_renewed = waiting_for(obj.person_id, obj.email) is not None
        made = self._invite(request, obj)
        request.is_renewed = is_renewed  # type: ignore[attr-defined]
        obj.pk, obj._state.adding = made.pk, False
        request.invitation = made  # type: ignore[attr-defined]

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:
        """`invite` has recorded it."""

    def response_add(self, request: HttpRequest, obj: Invitation, post_url_continue: str | None = None) -> Sent:
        made: Invitation = request.invitation  # type: ignore[attr-defined]
        is_renewed: bool = request.is_renewed  # type: ignore[attr-defined]
        return Sent([made], current_workspace(request).name, is_renewed=is_renewed)

    @admin.action(description=gettext_lazy("Send the selected invitations again"), permissions=["editor"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Invitation]) -> Sent:
        members = Membership.objects.filter(workspace=current_workspace(request), person_id__isnull=False)
        known = set(members.values_list("person_id", flat=True))
        waiting = rows.filter(accepted_at=None, revoked_at=None)
        chosen = [row for row in waiting if row.person_id is None or row.person_id not in known]
        renewed = [self._invite(request, row) for row in chosen]
        return Sent(renewed, current_workspace(request).name, is_renewed=True)

    def _invite(self, request: HttpRequest, row: Invitation) -> Invitation:
        membership = staff_membership(request)
        assert membership is not None, "admin_view lets nobody through without a membership"
        return invite(
            person_id=row.person_id,
            role=row.role,
            email=row.email,
            actor=membership.as_staff(),
            now=timezone.now(),
        )
