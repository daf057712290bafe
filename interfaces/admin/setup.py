"""Categories and allowlists."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from interfaces.admin.staff_admin import EditableAdmin, StaffModelAdmin, TenantForm
from workspaces.models import Allowlist, Category


@admin.register(Category)
class CategoryAdmin(StaffModelAdmin):
    """What memories are filed under (001 §5); the page of categories changes it."""

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
