"""People, categories and allowlists."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from interfaces.admin.after_scope import export_person
from interfaces.admin.staff_admin import EditableAdmin, TenantForm
from workspaces.models import Allowlist, Category, Person


@admin.register(Person)
class PersonAdmin(EditableAdmin):
    """The people remembered, and their data as a file."""

    change_form_outer_after_template = "admin/person_export.html"
    list_display = ("name", "external_id", "time_zone", "created_at", "id")
    list_filter = ("created_at",)
    search_fields = ("name", "external_id")
    ordering = ("name",)
    fields = ("name", "external_id", "time_zone")

    def get_urls(self) -> list[URLPattern]:
        export = path("<uuid:row_id>/export/", self.by_editors(export_person), name="workspaces_person_export")
        return [export, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        may = {"may_export": self.has_editor_permission(request)}
        response: HttpResponse = super().change_view(request, object_id, form_url, may | (extra_context or {}))
        return response


@admin.register(Category)
class CategoryAdmin(EditableAdmin):
    """What memories are filed under (001 §5)."""

    is_deletable = True
    list_display = ("name", "context", "rag_length", "is_system")
    list_filter = ("context", "is_system")
    search_fields = ("name",)
    ordering = ("name",)


class AllowlistForm(TenantForm):
    """The categories as boxes to tick; a listed one that the workspace no longer has stays until it is unticked."""

    categories = forms.MultipleChoiceField(
        label=_("Categories"), required=False, widget=UnfoldAdminCheckboxSelectMultipleWidget
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {*Category.objects.values_list("name", flat=True), *(self.instance.categories or [])}
        self.fields["categories"].choices = [(name, name) for name in sorted(names)]  # type: ignore[attr-defined]


@admin.register(Allowlist)
class AllowlistAdmin(EditableAdmin):
    """The categories one agent role may ask for (001 §5, R3)."""

    is_deletable = True
    form = AllowlistForm
    list_display = ("role", "listed")
    search_fields = ("role",)
    ordering = ("role",)
    fields = ("role", "categories")

    @admin.display(description=_("Categories"))
    def listed(self, row: Allowlist) -> str:
        return ", ".join(row.categories)
