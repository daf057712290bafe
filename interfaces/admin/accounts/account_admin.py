"""Logins and workspaces: global rows, limited to the current workspace."""

from typing import Any
from uuid import UUID

from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, F, Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminSelectWidget

from interfaces.admin.accounts.memberships import LAST_OWNER, end_invitation
from interfaces.admin.accounts.password_links import ResetLinks, may_reset, summary_of
from interfaces.admin.tables.change_list import FEW
from interfaces.admin.tables.editable_admin import TimeZoneForm, initial_from_query
from interfaces.admin.tables.filters import AdminFilter, RoleFilter, SignInFilter
from interfaces.admin.tables.model_admin import CHOOSE, StaffModelAdmin
from interfaces.admin.texts.wording import ago
from interfaces.admin.views.permissions import current_workspace, is_owner, is_superuser
from interfaces.form_fields import person_choices
from interfaces.sign_in import show_rule_once
from operations.invitations import uninvited_people
from workspaces.addresses import forget_others
from workspaces.models import Account, Grant, Membership, Organization, Person, Workspace
from workspaces.models.membership import STAFF_ROLES, Role, is_last_owner


class LoginForm(TimeZoneForm, UserChangeForm):  # type: ignore[misc]
    class Meta:
        model = Account
        fields = ("username", "email", "first_name", "last_name", "time_zone", "is_active", "is_staff")
        labels = {"is_active": _("May sign in"), "is_staff": _("May open the admin")}
        help_texts = {
            "username": _("The name to sign in with."),
            "email": _("For reset links, reminders and digests."),
            "is_active": _("Logins are not deleted: switched off, nobody signs in with this one."),
            "is_staff": _("Works only for owners, admins, reviewers and viewers."),
        }

    # The login that uses the form, set by the page.
    editor_id: UUID | None = None

    def clean(self) -> dict[str, Any]:
        """Check that the change locks out neither the editor nor everyone."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        for name in ("is_active", "is_staff"):
            if name not in self.changed_data or given.get(name):
                continue
            if self.instance.pk == self.editor_id:
                self.add_error(name, _("You cannot switch this off for your own login. Ask another owner."))
            elif is_last_owner(self.instance.pk):
                self.add_error(name, LAST_OWNER)
        return given


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        show_rule_once(self.fields)


class NewLoginForm(UserCreationForm):  # type: ignore[misc]
    """A login with its role here, and the person whose memories it decides about."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.PERSON,
        required=False,
        widget=UnfoldAdminSelectWidget,
        help_text=_(
            "Owners manage everything; admins everything but logins; reviewers answer what policies delegate to them; "
            "viewers only read; a person remembered sees and decides about their own memories."
        ),
    )
    person = forms.ModelChoiceField(
        Person.objects.order_by("name"),
        label=_("Person"),
        required=False,
        widget=AutocompleteSelect(Grant._meta.get_field("person"), admin.site),
        help_text=_("This login sees this person's memories and decides about them. Cannot be changed later."),
    )

    class Meta:
        model = Account
        fields = ("username", "email")
        help_texts = {
            "username": _("The name to sign in with."),
            "email": _("For reset links, reminders and digests."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        show_rule_once(self.fields)
        for name in ("password1", "password2"):
            self.fields[name].required = True
        people = uninvited_people()
        if len(people) <= FEW:
            choices = [("", CHOOSE[Person]), *person_choices(people)]
            self.fields["person"].widget = UnfoldAdminSelectWidget(choices=choices)

    def clean_role(self) -> str:
        return self.cleaned_data["role"] or Role.PERSON

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        person = given.get("person")
        if person and Membership.objects.filter(person_id=person.id).exists():
            self.add_error("person", _("This person has a login already."))
        elif not person and "person" not in self.errors and given.get("role") == Role.PERSON:
            self.add_error("person", _("Choose whose memories this login is for."))
        return given

    def save(self, commit: bool = True) -> Account:
        self.instance.is_staff = self.cleaned_data["role"] in STAFF_ROLES
        account: Account = super().save(commit)
        return account


@admin.register(Account)
class AccountAdmin(StaffModelAdmin, UserAdmin):  # type: ignore[type-arg, misc]
    """Logins of the workspace. An owner manages those that belong to no other workspace and are no superuser's."""

    form = LoginForm
    add_form = NewLoginForm
    add_form_template = None
    add_fieldsets = ((None, {"fields": ("username", "email", "role", "person", "password1", "password2")}),)
    change_password_form = PasswordForm
    change_user_password_template = "admin/login/password.html"  # noqa: S105 -- of a page
    change_form_outer_before_template = "admin/login/summary.html"
    list_display = ("username", "role", "person", "email", "status", "second_step", "last_sign_in")
    list_filter = (RoleFilter, ("is_active", SignInFilter), ("is_staff", AdminFilter))
    search_fields = ("username", "email", "first_name", "last_name")
    search_help_text = _("Search login, name or email")  # type: ignore[misc]
    ordering = ("username",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "email", "first_name", "last_name", "time_zone")}),
        (_("Access"), {"fields": ("is_active", "is_staff")}),
    )
    actions = ("send_reset_links",)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.send_reset_link)
        reset = path("<uuid:account_id>/reset/", view, name="workspaces_account_reset")
        return [reset, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        """Return logins with their role and person here, and whether signing in takes a second step."""
        rows: QuerySet[Account] = super().get_queryset(request)
        here = rows.filter(memberships__workspace=current_workspace(request))
        person = Person.objects.filter(id=OuterRef("memberships__person_id"))
        steps = Authenticator.objects.filter(user=OuterRef("pk")).exclude(type=Authenticator.Type.RECOVERY_CODES)
        return here.annotate(
            role_here=F("memberships__role"),
            person_here=Subquery(person.values("name")),
            has_second_step=Exists(steps),
        )

    @admin.display(description=_("Role"), ordering="memberships__role")
    def role(self, row: Account) -> str:
        return str(Role(getattr(row, "role_here", Role.PERSON)).label)

    @admin.display(description=_("Person"), ordering="person_here")
    def person(self, row: Account) -> str:
        return getattr(row, "person_here", None) or "–"

    @display(description=_("Status"), ordering="is_active", label={"on": "success", "off": "default"})  # type: ignore[untyped-decorator]
    def status(self, row: Account) -> tuple[str, Promise]:
        return ("on", _("Active")) if row.is_active else ("off", _("Switched off"))

    @admin.display(description=_("Second step"), boolean=True)
    def second_step(self, row: Account) -> bool:
        return getattr(row, "has_second_step", False)

    @admin.display(description=_("Last sign-in"), ordering="last_login")
    def last_sign_in(self, row: Account) -> str:
        return ago(row.last_login)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    def has_owner_permission(self, request: HttpRequest) -> bool:
        return is_owner(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None or is_superuser(request):
            return is_owner(request)
        elsewhere = obj.memberships.exclude(workspace=current_workspace(request))
        return is_owner(request) and not obj.is_superuser and not elsewhere.exists()

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.editor_id = request.user.pk
        return form

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Without permission to change a login, the reason is shown above and no fields."""
        if obj is None or self.has_change_permission(request, obj):
            return super().get_fieldsets(request, obj)
        return []

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Prefill the person when the form is opened from a person's page."""
        return initial_from_query(request, "person")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = Person.objects.filter(pk__in=initial_from_query(request, "person").values()).first()
        named = {"title": gettext("Add a login for %(name)s") % {"name": person.name}} if person else {}
        response: HttpResponse = super().add_view(request, form_url, named | (extra_context or {}))
        return response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        account = self.get_object(request, object_id)
        above = summary_of(account, current_workspace(request)) if account else {}
        may = {"may_change": account is not None and self.has_change_permission(request, account)}
        is_own = account is not None and account.pk == request.user.pk and not is_superuser(request)
        may["may_change_role"] = not (is_own and above["linked_person"])
        response: HttpResponse = super().change_view(request, object_id, form_url, above | may | (extra_context or {}))
        return response

    def save_model(self, request: HttpRequest, obj: Account, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            forget_others(obj)
        if not change:
            here = current_workspace(request)
            role, person = form.cleaned_data["role"], form.cleaned_data["person"]
            person_id = person.id if person else None
            membership = Membership.objects.create(account=obj, workspace=here, role=role, person_id=person_id)
            self.record(request, [membership], "added")
            end_invitation(request, person_id)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        """The history's row about the role (`save_model`) covers the addition."""

    @admin.action(description=_("Send reset links to the selected logins"), permissions=["owner"])
    def send_reset_links(self, request: HttpRequest, rows: QuerySet[Account]) -> HttpResponse:
        return self._send(request, rows, reverse("admin:workspaces_account_changelist"))

    def send_reset_link(self, request: HttpRequest, account_id: UUID) -> HttpResponse:
        """Send a link from a login's page, by POST."""
        if request.method != "POST" or not is_owner(request):
            raise PermissionDenied
        rows = self.get_queryset(request).filter(pk=account_id)
        return self._send(request, rows, reverse("admin:workspaces_account_change", args=[account_id]))

    def _send(self, request: HttpRequest, rows: QuerySet[Account], back: str) -> HttpResponse:
        """Send links to logins that the owner may change, that can sign in and have an address; name the others."""
        chosen = [row for row in rows if self.has_change_permission(request, row)]
        self.record(request, [row for row in chosen if may_reset(row)], "changed", ["reset_link"])
        return ResetLinks(chosen, back)


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
