"""What all model pages of the admin share."""

from typing import Any

from django.db.models import Model
from django.forms import ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from unfold.admin import ModelAdmin

from interfaces.admin.staff import is_editor, staff_membership


class StaffModelAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows of the workspace that the request looks at, to read for every member of staff.

    Owners and admins may change what `is_editable` allows. Django's LogEntry is global and would hold content: it is
    never written, memories have History.
    """

    is_editable = False
    is_deletable = False
    show_full_result_count = False
    list_per_page = 50
    list_filter_submit = True

    def has_module_permission(self, request: HttpRequest) -> bool:
        return staff_membership(request) is not None

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return staff_membership(request) is not None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.is_editable and is_editor(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.is_editable and is_editor(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.is_deletable and is_editor(request)

    def has_editor_permission(self, request: HttpRequest) -> bool:
        """For actions on rows that are otherwise read-only."""
        return is_editor(request)

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        raise Http404

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        return None

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        return None

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        return None


class TenantForm(ModelForm):  # type: ignore[type-arg]
    """Checks what is unique per workspace too: without that column Django would leave it to the database."""

    def _get_validation_exclusions(self) -> set[str]:
        return set(super()._get_validation_exclusions()) - {"workspace"}  # type: ignore[misc]


class EditableAdmin(StaffModelAdmin):
    """Rows that make up the workspace's set-up."""

    is_editable = True
    form = TenantForm
