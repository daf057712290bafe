"""Agents, their keys and grants."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from interfaces.admin.accounts import current_workspace
from interfaces.admin.staff_admin import EditableAdmin
from workspaces.actions.create_agent import create_agent, issue_key
from workspaces.models import Agent, ApiKey, Grant


@admin.register(Agent)
class AgentAdmin(EditableAdmin):
    """Programs that read and write. A new one gets the grants that the workspace gives new agents (R1)."""

    list_display = ("name", "role", "is_active", "created_at")
    list_filter = ("role", "is_active")
    search_fields = ("name", "role")
    ordering = ("name",)
    fields = ("name", "role", "is_active")

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        if change:
            obj.save()
            return
        made = create_agent(name=obj.name, role=obj.role, workspace=current_workspace(request))
        obj.pk, obj._state.adding = made.pk, False


@admin.register(ApiKey)
class ApiKeyAdmin(EditableAdmin):
    """Keys of agents. One is shown in clear once, in the answer that creates it; it is never changed, only revoked."""

    list_display = ("hint", "label", "agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("agent__role", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent",)
    search_fields = ("hint", "label", "agent__name")
    ordering = ("-created_at",)
    fields = ("agent", "label", "hint", "created_at", "last_used_at", "expires_at", "revoked_at")
    actions = ("revoke",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.fields if obj else ("agent", "label", "expires_at")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        request.issued_key = issue_key(  # type: ignore[attr-defined]
            agent=obj.agent, label=obj.label, expires_at=obj.expires_at
        )

    def response_add(self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None) -> HttpResponse:
        context = self.admin_site.each_context(request) | {"title": _("New API key"), "opts": self.opts, "api_key": obj}
        return TemplateResponse(request, "admin/api_key_issued.html", context)

    @admin.action(description=_("Revoke the selected keys"), permissions=["editor"])
    def revoke(self, request: HttpRequest, rows: QuerySet[ApiKey]) -> None:
        count = rows.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
        messages.success(request, ngettext("%d key revoked.", "%d keys revoked.", count) % count)


@admin.register(Grant)
class GrantAdmin(EditableAdmin):
    """Whose memories an agent may touch (R1)."""

    list_display = ("agent", "whose", "can_read", "can_write", "ceiling", "expires_at", "revoked_at")
    list_filter = ("ceiling", "can_read", "can_write", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent", "person")
    search_fields = ("agent__name", "person__name", "namespace_path")
    ordering = ("agent__name", "created_at")
    fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")
    actions = ("revoke",)

    @admin.display(description=_("Memories of"))
    def whose(self, row: Grant) -> str:
        return str(row.person or row.namespace_path or _("Everyone"))

    @admin.action(description=_("Revoke the selected grants"), permissions=["editor"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Grant]) -> None:
        count = rows.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
        messages.success(request, ngettext("%d grant revoked.", "%d grants revoked.", count) % count)
