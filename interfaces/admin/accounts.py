"""Logins, memberships and workspaces: global rows, limited to the current workspace."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.admin import UserAdmin
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from interfaces.admin.staff import current_workspace, is_owner, is_superuser
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.wording import ago
from workspaces.models import Account, Grant, Membership, Organization, Person, Workspace
from workspaces.models.membership import Role


@admin.register(Account)
class AccountAdmin(StaffModelAdmin, UserAdmin):  # type: ignore[type-arg, misc]
    """Logins of the workspace. An owner manages those that belong to no other workspace and are no superuser's."""

    form = UserChangeForm
    add_form = UserCreationForm
    add_fieldsets = UserAdmin.add_fieldsets
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "role", "is_linked", "is_active", "last_sign_in")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username", "email", "first_name", "last_name")
    ordering = ("username",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email", "time_zone")}),
        (_("Access"), {"fields": ("is_active", "is_staff")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        """Each with their role and person here."""
        rows: QuerySet[Account] = super().get_queryset(request)
        here = rows.filter(memberships__workspace=current_workspace(request))
        return here.annotate(role_here=F("memberships__role"), person_here=F("memberships__person_id"))

    @admin.display(description=_("Role"), ordering="memberships__role")
    def role(self, row: Account) -> str:
        return str(Role(getattr(row, "role_here", Role.PERSON)).label)

    @admin.display(description=_("Linked to a person"), boolean=True)
    def is_linked(self, row: Account) -> bool:
        return getattr(row, "person_here", None) is not None

    @admin.display(description=_("Last sign-in"), ordering="last_login")
    def last_sign_in(self, row: Account) -> str:
        return ago(row.last_login)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None or is_superuser(request):
            return is_owner(request)
        elsewhere = obj.memberships.exclude(workspace=current_workspace(request))
        return is_owner(request) and not obj.is_superuser and not elsewhere.exists()

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            here = current_workspace(request)
            person_id = _unlinked_person(request.GET.get("person", ""), here)
            membership = Membership.objects.create(account=obj, workspace=here, role=Role.PERSON, person_id=person_id)
            self.record(request, [membership], "added")


def _unlinked_person(text: str, workspace: Workspace) -> UUID | None:
    """The person that the page of the new login names, unless they have a login already."""
    try:
        person = Person.objects.filter(id=UUID(text)).first()
    except ValueError:
        return None
    taken = Membership.objects.filter(workspace=workspace, person_id=person.id) if person else None
    return None if person is None or (taken is not None and taken.exists()) else person.id


class MembershipForm(forms.ModelForm):  # type: ignore[type-arg]
    """`person_id` as a choice among the workspace's people."""

    # The choices are those of a grant's person, by typing: there may be many people.
    person_id = forms.ModelChoiceField(
        Person.objects.order_by("name"),
        label=_("Person"),
        required=False,
        widget=AutocompleteSelect(Grant._meta.get_field("person"), admin.site),
        help_text=_("This login sees this person's memories and decides about them. Cannot be changed later."),
    )

    class Meta:
        model = Membership
        fields = ("role", "person_id")
        help_texts = {"role": _("Every role but the last can open the admin, if the login has staff status.")}

    def clean_person_id(self) -> Any:
        person = self.cleaned_data["person_id"]
        return person.id if person else None


@admin.register(Membership)
class MembershipAdmin(StaffModelAdmin):
    """Who may enter the workspace, in which role. New ones come with a new login."""

    form = MembershipForm
    list_display = ("account", "role", "is_linked", "created_at")
    list_filter = ("role",)
    list_select_related = ("account", "workspace")
    search_fields = ("account__username", "account__email")
    ordering = ("account__username",)
    fields = ("account", "role", "person_id", "created_at")

    @admin.display(description=_("Linked to a person"), boolean=True)
    def is_linked(self, row: Membership) -> bool:
        return row.person_id is not None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        rows: QuerySet[Membership] = super().get_queryset(request)
        return rows.filter(workspace=current_workspace(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Nobody changes their own role, or the person of a login once it is set."""
        fixed = ["account", "created_at"]
        if obj is not None and not is_superuser(request):
            fixed += ["role"] if obj.account_id == request.user.pk else []
            fixed += ["person_id"] if obj.person_id else []
        return tuple(fixed)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_owner(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_owner(request) and (obj is None or obj.account_id != request.user.pk)


@admin.register(Workspace)
class WorkspaceAdmin(StaffModelAdmin):
    """The workspace itself; `manage.py create_workspace` creates new ones."""

    list_display = ("name", "organization", "grants_new_agents", "retention_enabled", "created_at")
    list_select_related = ("organization",)
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "organization", "grants_new_agents", "retention_enabled", "created_at")
    readonly_fields = ("organization", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Workspace]:
        rows: QuerySet[Workspace] = super().get_queryset(request)
        return rows if is_superuser(request) else rows.filter(id=current_workspace(request).id)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_owner(request)


@admin.register(Organization)
class OrganizationAdmin(StaffModelAdmin):
    list_display = ("name", "created_at")
    search_fields = ("name",)
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Organization]:
        rows: QuerySet[Organization] = super().get_queryset(request)
        return rows if is_superuser(request) else rows.filter(workspaces=current_workspace(request))
