"""Agents, with their keys, grants and webhooks."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from interfaces.admin.agents.agent_form import AgentForm, NewAgentForm, shared_name
from interfaces.admin.agents.agent_parts import add_agent_webhook, parts_of, remove_webhook, try_webhook
from interfaces.admin.categories.views import list_role
from interfaces.admin.tables.editable_admin import EditableAdmin, one_button
from interfaces.admin.tables.filters import AgentRoleFilter
from interfaces.admin.texts.actors import badge
from interfaces.admin.texts.wording import (
    ago,
    category_label,
)
from interfaces.admin.views.permissions import current_workspace, staff_actor
from interfaces.name_suggestions import did_you_mean, nearest
from interfaces.roles import role_title
from workspaces.actions.create_agent import create_agent
from workspaces.models import Agent, Allowlist, ApiKey, Grant
from workspaces.models.agent import BY_NAME

NEW_GRANTS = _(
    "It may read and write everyone's memories at once, and the shared namespace “shared”, because the workspace is "
    "set so: these are two grants."
)
USUALLY = _(
    "Unless you choose people below, it may read and write everyone's memories at once. The shared namespace “shared” "
    "it reads and writes in any case."
)
STATUS_LABELS = {"on": "success", "keyless": "warning", "off": "default"}
STILL_WIDE = _("A narrower grant that you add narrows nothing until you revoke the one for everyone.")


@admin.register(Agent)
class AgentAdmin(EditableAdmin):
    """Programs that read and write. A new one gets the workspace's default grants (R1)."""

    form = AgentForm
    change_form_outer_before_template = "admin/agent/above.html"
    change_form_outer_after_template = "admin/agent/parts.html"
    list_display = ("badged", "internal_name", "what_it_is", "status", "keys", "last_used", "created_at")
    list_filter = (AgentRoleFilter, "is_active")
    search_fields = ("name", "display_name", "role")
    ordering = (BY_NAME,)
    main = ("name", "role", "display_name", "is_active", "may_audit")

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path("<uuid:row_id>/webhook/", self.by_editors(add_agent_webhook), name="workspaces_agent_webhook"),
            path("webhook/<uuid:row_id>/test/", self.by_editors(try_webhook), name="workspaces_try_webhook"),
            path("webhook/<uuid:row_id>/remove/", self.by_editors(remove_webhook), name="workspaces_remove_webhook"),
        ]
        return [*pages, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Agent]:
        """Annotate how many keys are valid, and when one was last used."""
        rows: QuerySet[Agent] = super().get_queryset(request)
        mine = ApiKey.objects.filter(agent=OuterRef("pk")).order_by()
        counts = mine.valid(now=timezone.now()).values("agent").annotate(count=Count("pk")).values("count")
        used = mine.values("agent").annotate(last=Max("last_used_at")).values("last")
        return rows.annotate(key_count=Coalesce(Subquery(counts), 0), last_used_at=Subquery(used))

    @display(description=_("Status"), ordering="is_active", label=STATUS_LABELS)  # type: ignore[untyped-decorator]
    def status(self, row: Agent) -> tuple[str, Promise]:
        if not row.is_active:
            return "off", _("Switched off")
        return ("on", _("Active")) if self.keys(row) else ("keyless", _("Has no valid key"))

    @admin.display(description=_("Name"), ordering=BY_NAME)
    def badged(self, row: Agent) -> SafeString:
        return format_html("{} {}", badge(row), row.called)

    @admin.display(description=_("Internal name"), ordering="name")
    def internal_name(self, row: Agent) -> str:
        return row.name if row.display_name else "–"

    @admin.display(description=_("Role"), ordering="role")
    def what_it_is(self, row: Agent) -> str:
        return role_title(row.role)

    @admin.display(description=_("Valid keys"), ordering="key_count")
    def keys(self, row: Agent) -> int:
        """Also for a disabled agent, whose keys still exist."""
        return getattr(row, "key_count", 0)

    @admin.display(description=_("Last used"), ordering="last_used_at")
    def last_used(self, row: Agent) -> str:
        return ago(getattr(row, "last_used_at", None))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = one_button(_("Add agent")) | self._default_grants(request)
        response: HttpResponse = super().add_view(request, form_url, context | (extra_context or {}))
        return response

    def _default_grants(self, request: HttpRequest) -> dict[str, Any]:
        """Return the grants that a new agent gets; none where the workspace has no defaults."""
        grants = [USUALLY, STILL_WIDE] if current_workspace(request).grants_new_agents else []
        return {"granted": grants}

    def response_add(self, request: HttpRequest, obj: Agent, post_url_continue: str | None = None) -> HttpResponse:
        """Redirect to the form for its key, without which it cannot sign in, with a message about its access."""
        text = gettext("The agent %(name)s was added. It needs a key to sign in.") % {"name": obj.called}
        messages.success(request, text)
        _warn(request, obj)
        if getattr(request, "reaches_some", False):
            text = gettext(
                "It may read and write the memories of the people that you chose, and the shared namespace “shared”."
            )
            messages.info(request, text)
        elif current_workspace(request).grants_new_agents:
            page = reverse("admin:workspaces_agent_change", args=[obj.pk])
            link = format_html('<a class="underline" href="{}#grants">{}</a>', page, gettext("Its grants"))
            messages.info(request, format_html("{} {} {}", NEW_GRANTS, STILL_WIDE, link))
        return redirect(reverse("admin:workspaces_apikey_add", query={"agent": str(obj.pk)}))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        agent = self.get_object(request, object_id)
        parts = {**parts_of(agent), "may_edit": self.has_editor_permission(request)} if agent else {}
        parts["typed_url"] = request.POST.get("url", "")
        response: HttpResponse = super().change_view(request, object_id, form_url, parts | (extra_context or {}))
        return response

    def response_change(self, request: HttpRequest, obj: Agent) -> HttpResponse:
        """Also add a webhook whose address was typed, because its form is saved with this one."""
        if request.POST.get("url", "").strip():
            return add_agent_webhook(request, obj.pk)
        response: HttpResponse = super().response_change(request, obj)
        _warn(request, obj)
        return response

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change=change, **({} if obj else {"form": NewAgentForm}) | kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show its appearance last and folded: keys and grants are right below on its page."""
        main = self.main if obj else (*self.main[:2], "categories", "reach", "people", *self.main[2:])
        looks = {"classes": ["collapse"], "fields": ("icon", "colour")}
        return [(None, {"fields": main}), (_("Icon and colour"), looks)]

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        if change:
            obj.save()
            return
        workspace = current_workspace(request)
        agent = create_agent(name=obj.name, role=obj.role, workspace=workspace, people=form.alone)
        obj.pk, obj.created_at, obj._state.adding = agent.pk, agent.created_at, False
        obj.save()
        chosen = form.cleaned_data["categories"]
        if chosen and list_role(obj.role, chosen, actor=staff_actor(request)):
            request.listed_now = chosen  # type: ignore[attr-defined]
        if form.alone is not None:
            self.record(request, Grant.objects.filter(agent=obj), "added")
            request.reaches_some = True  # type: ignore[attr-defined]


def _warn(request: HttpRequest, agent: Agent) -> None:
    """Warn of questionable settings of a saved agent."""
    if warning := shared_name(agent):
        messages.warning(request, warning)
    _warn_of_role(request, agent)


def _warn_of_role(request: HttpRequest, agent: Agent) -> None:
    """Warn of a role that no list of categories has (yet), with a suggestion."""
    roles = {*Allowlist.objects.values_list("role", flat=True)}
    listed: list[str] = getattr(request, "listed_now", [])
    if agent.role in roles and not listed:
        return
    page = reverse("admin:category_config")
    link = format_html('<a class="underline" href="{}">{}</a>', page, gettext("Choose its categories"))
    text = gettext("No categories are listed for the role “%(role)s”, so it can neither read nor write.")
    if listed:
        text = gettext("The new role “%(role)s” reads and writes: %(names)s.")
    text = text % {"role": agent.role, "names": ", ".join(map(category_label, listed))}
    suggestion = did_you_mean(nearest(agent.role, roles - {agent.role}))
    add_message = messages.info if listed and not suggestion else messages.warning
    add_message(request, format_html("{} {} {}", text, suggestion, link))
