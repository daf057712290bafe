"""Categories and allowlists as tables; the page of categories changes both."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.plain_words import title_of
from interfaces.roles import role_title
from workspaces.models import Allowlist, Category


class ChangedUnderCategories(StaffModelAdmin):
    changed_at = "admin:category_config"


@admin.register(Category)
class CategoryAdmin(ChangedUnderCategories):
    """What memories are filed under (001 §5)."""

    list_display = ("name", "context", "rag_length", "is_in_context")
    list_filter = ("context", "is_system")
    search_fields = ("name",)
    ordering = ("name",)

    @admin.display(description=_("Comes with the server"), boolean=True, ordering="is_system")
    def is_in_context(self, row: Category) -> bool:
        return row.is_system


@admin.register(Allowlist)
class AllowlistAdmin(ChangedUnderCategories):
    """The categories one agent role may ask for (001 §5, R3)."""

    list_display = ("called", "listed")
    search_fields = ("role",)
    ordering = ("role",)
    fields = ("role", "categories")

    @admin.display(description=_("Role"), ordering="role")
    def called(self, row: Allowlist) -> str:
        return role_title(row.role)

    @admin.display(description=_("Categories"))
    def listed(self, row: Allowlist) -> str:
        return ", ".join(map(title_of, row.categories))
