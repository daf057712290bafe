"""Agents, their keys and grants."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from interfaces.admin.staff import current_workspace
from interfaces.admin.staff_admin import EditableAdmin, RevocableAdmin
from workspaces.actions.create_agent import create_agent, issue_key
from workspaces.models import Agent, ApiKey, Grant
from workspaces.models.agent import hash_secret


@admin.register(Agent)
class AgentAdmin(EditableAdmin):
    """Programs that read and write. A new one gets the grants that the workspace gives new agents (R1)."""

    list_display = ("name", "role", "is_active", "created_at")
    list_filter = ("role", "is_active")
    search_fields = ("name", "role")
    ordering = ("name",)
    fields = ("name", "role", "display_name", "icon", "colour", "is_active")

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        if change:
            obj.save()
            return
        agent = create_agent(name=obj.name, role=obj.role, workspace=current_workspace(request))
        obj.pk, obj.created_at, obj._state.adding = agent.pk, agent.created_at, False
        obj.save()


@admin.register(ApiKey)
class ApiKeyAdmin(RevocableAdmin):
    """A key is shown once, right after it is created; it is never changed, only revoked."""

    list_display = ("hint", "label", "agent", "created_at", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("agent__role", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent",)
    search_fields = ("hint", "label", "agent__name")
    ordering = ("-created_at",)
    fields = ("agent", "label", "hint", "created_at", "last_used_at", "expires_at", "revoked_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.fields if obj else ("agent", "label", "expires_at")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        key = issue_key(agent=obj.agent, label=obj.label, expires_at=obj.expires_at)
        request.issued_key = key  # type: ignore[attr-defined]
        obj.pk = ApiKey.objects.get(secret_sha256=hash_secret(key.rpartition("_")[2])).pk

    def response_add(self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None) -> HttpResponse:
        context = self.admin_site.each_context(request) | {"title": _("New API key"), "opts": self.opts, "api_key": obj}
        return TemplateResponse(request, "admin/api_key_issued.html", context)


@admin.register(Grant)
class GrantAdmin(RevocableAdmin):
    """Which memories an agent may read and write (R1)."""

    list_display = ("agent", "memories_of", "can_read", "can_write", "ceiling", "expires_at", "revoked_at")
    list_filter = ("ceiling", "can_read", "can_write", ("revoked_at", admin.EmptyFieldListFilter))
    list_select_related = ("agent", "person")
    search_fields = ("agent__name", "person__name", "namespace_path")
    ordering = ("agent__name", "created_at")
    fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")

    @admin.display(description=_("Memories of"))
    def memories_of(self, row: Grant) -> str:
        return str(row.person or row.namespace_path or _("Everyone"))
