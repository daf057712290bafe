"""The list of people, their form, and the addresses of their pages."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.models import Proposal
from interfaces.admin.people.erasure import erase_person
from interfaces.admin.people.overview import overview
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.editable_admin import EditableAdmin, TenantForm, TimeZoneForm
from interfaces.admin.texts.wording import uuid_of
from interfaces.admin.views.after_scope import export_person
from memories.models import Memory
from memories.models.choices import LifecycleState
from workspaces.models import Invitation, Membership, Person
from workspaces.scope import current_workspace_id


class PeopleList(DeclaredLookups):
    """Links to each person's page, not to the form."""

    def url_for_result(self, result: Person) -> str:
        return reverse("admin:workspaces_person_overview", args=[result.pk])


class SignInFilter(admin.SimpleListFilter):
    title = _("sign-in")
    parameter_name = "sign_in"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("waiting", _("Cannot sign in, and questions wait")),
            ("none", _("Cannot sign in")),
            ("login", _("Can sign in")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Person]) -> QuerySet[Person]:
        logins = Membership.objects.filter(
            workspace_id=current_workspace_id(), person_id=OuterRef("pk"), account__is_active=True
        )
        waiting = Proposal.objects.unmuted().pending().filter(person_id=OuterRef("pk"))
        conditions: dict[str, list[Q]] = {
            "waiting": [Q(~Exists(logins)), Q(Exists(waiting))],
            "none": [Q(~Exists(logins))],
            "login": [Q(Exists(logins))],
        }
        return queryset.filter(*conditions.get(self.value() or "", []))


class PersonForm(TimeZoneForm, TenantForm):
    class Meta:
        help_texts = {
            "external_id": _("The ID that your own system has for this person, if it has one."),
            "time_zone": _("Such as Europe/Lisbon. Dates in what they say are understood in it."),
        }

    def clean_external_id(self) -> str | None:
        given: str | None = self.cleaned_data["external_id"]
        others = Person.everybody.exclude(pk=self.instance.pk)
        other = others.filter(external_id=given).first() if given else None
        if other is None:
            return given
        if other.erasure_asked_at:
            raise ValidationError(_("Somebody has this ID whose data are being deleted. Try again when that is done."))
        text = gettext("%(name)s has this ID already.") % {"name": other}
        page = reverse("admin:workspaces_person_overview", args=[other.pk])
        raise ValidationError(format_html('<a class="underline" href="{}">{}</a>', page, text))


@admin.register(Person)
class PersonAdmin(EditableAdmin):
    """The people remembered, and their data as a file."""

    form = PersonForm
    list_display = ("name", "external_id", "sign_in", "memories", "waiting", "created_at")
    list_filter = (SignInFilter, "created_at")
    search_fields = ("name", "external_id")
    search_help_text = _("Search name, external ID or ID")
    nothing_yet = _(
        "Every memory is about a person. Add somebody here, or invite them: then they choose a password and decide "
        "themselves what is remembered."
    )
    ordering = ("name",)
    fields = ("name", "external_id", "time_zone")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PeopleList]:
        return PeopleList

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path("<uuid:row_id>/export/", self.by_editors(export_person), name="workspaces_person_export"),
            path("<uuid:person_id>/erase/", self.admin_site.admin_view(erase_person), name="workspaces_person_erase"),
            path("<uuid:person_id>/", self.admin_site.admin_view(overview), name="workspaces_person_overview"),
        ]
        return [*pages, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        """Annotate the columns of the list."""
        rows: QuerySet[Person] = super().get_queryset(request)
        logins = Membership.objects.filter(workspace_id=current_workspace_id(), person_id=OuterRef("pk"))
        active = Memory.objects.filter(state=LifecycleState.ACTIVE)
        pending = Proposal.objects.unmuted().pending()
        return rows.annotate(
            login=Subquery(logins.values("account__username")[:1]),
            login_is_active=Subquery(logins.values("account__is_active")[:1]),
            is_invited=Exists(Invitation.objects.open(now=timezone.now()).filter(person_id=OuterRef("pk"))),
            memory_count=_counted(active),
            waiting_count=_counted(pending),
        )

    @display(description=_("Sign-in"), ordering="login")  # type: ignore[untyped-decorator]
    def sign_in(self, row: Person) -> Any:
        if login := getattr(row, "login", None):
            return login if row.login_is_active else _("%(login)s, off") % {"login": login}  # type: ignore[attr-defined]
        return _("Invited") if getattr(row, "is_invited", False) else _("No login")

    @admin.display(description=_("Memories"), ordering="memory_count")
    def memories(self, row: Person) -> int:
        return getattr(row, "memory_count", 0)

    @admin.display(description=_("Open questions"), ordering="waiting_count")
    def waiting(self, row: Person) -> int:
        return getattr(row, "waiting_count", 0)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        number = uuid_of(object_id)
        back = {"cancel_url": reverse("admin:workspaces_person_overview", args=[number])} if number else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, back | (extra_context or {}))
        return response

    def response_post_save_change(self, request: HttpRequest, obj: Person) -> HttpResponse:
        return redirect("admin:workspaces_person_overview", obj.pk)

    def response_post_save_add(self, request: HttpRequest, obj: Person) -> HttpResponse:
        return redirect("admin:workspaces_person_overview", obj.pk)


def _counted(rows: QuerySet[Any]) -> Coalesce:
    """Return how many of these rows are about each person."""
    mine = rows.filter(Q(person_id=OuterRef("pk"))).order_by().values("person_id").annotate(count=Count("pk"))
    return Coalesce(Subquery(mine.values("count"), output_field=IntegerField()), 0)
