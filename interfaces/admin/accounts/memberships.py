"""Who may enter the workspace, in which role, and whose memories a login sees."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AutocompleteSelect
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.tables.editable_admin import one_button
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.views.permissions import current_workspace, is_owner, is_superuser, staff_actor
from operations.invitations import withdraw_needless
from workspaces.models import Grant, Membership, Person
from workspaces.models.membership import STAFF_ROLES, Role, is_last_owner

LAST_OWNER = _("This is the last owner who may sign in. Make somebody else an owner first.")
MEANINGS: dict[Role, Promise] = {
    Role.OWNER: _("Reads and changes everything, also logins and invitations."),
    Role.ADMIN: _("Reads and changes everything but logins and invitations."),
    Role.REVIEWER: _("Reads everything, and answers the questions that a policy leaves to reviewers."),
    Role.VIEWER: _("Reads everything in this admin, and changes nothing."),
    Role.PERSON: _("Sees and decides about their own memories only, and cannot open this admin."),
}


class MembershipForm(forms.ModelForm):  # type: ignore[type-arg]
    """`person_id` as a choice among the workspace's people."""

    # Chosen by typing, as for a grant: there may be many people.
    person_id = forms.ModelChoiceField(
        Person.objects.order_by("name"),
        label=_("Person"),
        required=False,
        widget=AutocompleteSelect(Grant._meta.get_field("person"), admin.site),
        help_text=_(
            "Who signs in with this login, if they are remembered here. It shows them their memories and lets them "
            "answer questions. Leave it empty for staff whom nothing is remembered about. Cannot be changed later."
        ),
    )

    class Meta:
        model = Membership
        fields = ("role", "person_id")
        help_texts = {"role": _("What this login may do in this workspace.")}

    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"]
        row = self.instance
        if "role" in self.changed_data and role != Role.OWNER and is_last_owner(row.account_id, row.workspace_id):
            raise forms.ValidationError(LAST_OWNER)
        return role

    def clean_person_id(self) -> Any:
        person = self.cleaned_data["person_id"]
        return person.id if person else None


@admin.register(Membership)
class MembershipAdmin(StaffModelAdmin):
    """Who may enter the workspace, in which role. New ones come with a new login."""

    form = MembershipForm
    change_form_outer_before_template = "admin/login/membership.html"
    delete_confirmation_template = "admin/login/leave.html"
    # One at a time, because each is confirmed with its consequences.
    actions = None
    list_display = ("account", "role", "person_id", "created_at")
    list_filter = ("role",)
    list_select_related = ("account", "workspace")
    search_fields = ("account__username", "account__email")
    ordering = ("account__username",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Show a permanently set person by name."""
        is_fixed = "person_id" in self._fixed(request, obj)
        return ("account", "role", "person" if is_fixed else "person_id", "created_at")

    @admin.display(description=_("Person"))
    def person(self, row: Membership) -> str:
        return str((row.person_id and Person.objects.filter(id=row.person_id).first()) or "–")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        rows: QuerySet[Membership] = super().get_queryset(request)
        return rows.filter(workspace=current_workspace(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*self._fixed(request, obj), "person")

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        named = {"login": obj.account.get_username()}
        if "role" in form.changed_data:
            named["role"] = obj.get_role_display()
            messages.success(request, _("%(login)s is now %(role)s.") % named)
            self._open_admin(request, obj)
        if "person_id" in form.changed_data:
            messages.success(
                request, _("%(login)s is now the login of %(name)s.") % (named | {"name": self.person(obj)})
            )
            end_invitation(request, obj.person_id)

    def response_change(self, request: HttpRequest, obj: Membership) -> HttpResponse:
        """Show a message about the change."""
        if not getattr(request, "is_unchanged", False):
            return self.response_post_save_change(request, obj)
        response: HttpResponse = super().response_change(request, obj)
        return response

    def response_post_save_change(self, request: HttpRequest, obj: Membership) -> HttpResponse:
        return redirect("admin:workspaces_account_change", obj.account_id)

    def _open_admin(self, request: HttpRequest, obj: Membership) -> None:
        """A staff role opens the admin at once, where the login belongs to this workspace alone."""
        account = obj.account
        if obj.role not in STAFF_ROLES or account.is_staff:
            return
        if account.memberships.exclude(pk=obj.pk).exists() and not is_superuser(request):
            messages.warning(request, _("This login may not open the admin yet: ask the server's operator."))
            return
        account.is_staff = True
        account.save(update_fields=["is_staff"])
        self.record(request, [account], "changed", ["is_staff"])

    def _fixed(self, request: HttpRequest, obj: Any) -> tuple[str, ...]:
        """Return the fields that may not change: one's own role, and a login's person once it is set."""
        fixed = ["account", "created_at"]
        if obj is not None and not is_superuser(request):
            fixed += ["role"] if obj.account_id == request.user.pk else []
            fixed += ["person_id"] if obj.person_id else []
        return tuple(fixed)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """False where nothing can be changed, as in one's own."""
        is_settled = obj is not None and {"role", "person_id"} <= {*self._fixed(request, obj)}
        return is_owner(request) and not is_settled

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = self._context_of(request, row) if row is not None else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def _context_of(self, request: HttpRequest, row: Membership) -> dict[str, Any]:
        """Return what a role and a person mean, and the consequences of a change."""
        fixed, login = self._fixed(request, row), row.account.get_username()
        return one_button(_("Save")) | {
            "subtitle": gettext("Role and person of %(login)s") % {"login": login},
            "login": row.account,
            "roles": meanings(),
            "is_own": "role" in fixed,
            "linked_person": Person.objects.filter(id=row.person_id).first() if row.person_id else None,
            "may_change": self.has_change_permission(request, row),
            "may_delete": self.has_delete_permission(request, row),
            "cancel_url": reverse("admin:workspaces_account_change", args=[row.account_id]),
        }

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """False for one's own, and for a login's last, after which no workspace would list it."""
        if obj is None or not is_owner(request):
            return is_owner(request)
        return obj.account_id != request.user.pk and is_elsewhere(obj)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        may = row is not None and request.method == "POST" and self.has_delete_permission(request, row)
        if row is not None and may and is_last_owner(row.account_id, row.workspace_id):
            messages.error(request, LAST_OWNER)
            return redirect("admin:workspaces_membership_change", row.pk)
        context = self._context_of(request, row) if row is not None else {}
        response: HttpResponse = super().delete_view(request, object_id, context | (extra_context or {}))
        return response

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        messages.success(request, _("The login was taken out of this workspace."))
        return redirect("admin:workspaces_account_changelist")


def is_elsewhere(row: Membership) -> bool:
    """Whether the login also belongs to another workspace."""
    others = Membership.objects.filter(account_id=row.account_id, workspace__erased_at=None)
    return others.exclude(pk=row.pk).exists()


def end_invitation(request: HttpRequest, person_id: UUID | None) -> None:
    """Revoke the person's open invitation, whose link would create a second login."""
    if person_id is not None:
        withdraw_needless(person_id=person_id, actor=staff_actor(request), now=timezone.now())


def meanings() -> list[tuple[str, Promise]]:
    """Return each role's name and what it may do."""
    return [(str(role.label), text) for role, text in MEANINGS.items()]
