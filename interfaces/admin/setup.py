"""Categories and allowlists as tables; the page of categories changes both."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from interfaces.admin.staff_admin import StaffModelAdmin
from workspaces.models import Allowlist, Category


class ChangedUnderCategories(StaffModelAdmin):
    changed_at = "admin:category_config"


@admin.register(Category)
class CategoryAdmin(ChangedUnderCategories):
    """What memories are filed under (001 §5)."""

    list_display = ("name", "context", "rag_length", "is_system")
    list_filter = ("context", "is_system")
    search_fields = ("name",)
    ordering = ("name",)


@admin.register(Allowlist)
class AllowlistAdmin(ChangedUnderCategories):
    """The categories one agent role may ask for (001 §5, R3)."""

    list_display = ("role", "listed")
    search_fields = ("role",)
    ordering = ("role",)
    fields = ("role", "categories")

    @admin.display(description=_("Categories"))
    def listed(self, row: Allowlist) -> str:
        return ", ".join(row.categories)
