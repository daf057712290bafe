"""Agents, with what belongs to each: keys, grants and webhooks."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from interfaces.admin.agent_form import AgentForm, NewAgentForm
from interfaces.admin.agent_parts import add_agent_webhook, parts_of, remove_webhook
from interfaces.admin.badges import badge
from interfaces.admin.categories.views import list_role
from interfaces.admin.editable_admin import EditableAdmin, RevocableAdmin, TenantForm, begun, one_button
from interfaces.admin.filters import AgentRoleFilter, RevokedFilter
from interfaces.admin.grants import others_like, wider_than
from interfaces.admin.staff import current_workspace, staff_actor
from interfaces.admin.tables import about
from interfaces.admin.wording import (
    STATUS_COLOURS,
    ago,
    category_label,
    ceiling_scale,
    ceiling_words,
    rights,
    status_of,
)
from interfaces.near_names import did_you_mean, nearest
from interfaces.roles import role_title
from workspaces.actions.create_agent import create_agent
from workspaces.models import Agent, Allowlist, ApiKey, Grant

NEW_GRANTS = _(
    "It may read and write everyone's memories at once, and the shared namespace “shared”, because the workspace is "
    "set so: these are two grants."
)
FEWER = _("Choose people below to give it their memories alone.")
STAYS_WIDE = _("A narrower grant that you add narrows nothing until you revoke the one for everyone.")


@admin.register(Agent)
class AgentAdmin(EditableAdmin):
    """Programs that read and write. A new one gets the grants that the workspace gives new agents (R1)."""

    form = AgentForm
    change_form_outer_before_template = "admin/agent/above.html"
    change_form_outer_after_template = "admin/agent/parts.html"
    list_display = ("badged", "display_name", "what_it_is", "status", "keys", "last_used", "created_at")
    list_filter = (AgentRoleFilter, "is_active")
    search_fields = ("name", "display_name", "role")
    ordering = ("name",)
    fields = ("name", "role", "display_name", "icon", "colour", "is_active", "may_audit")

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path("<uuid:row_id>/webhook/", self.by_editors(add_agent_webhook), name="workspaces_agent_webhook"),
            path("webhook/<uuid:row_id>/remove/", self.by_editors(remove_webhook), name="workspaces_remove_webhook"),
        ]
        return [*pages, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Agent]:
        """With how many keys work, and when one was last used."""
        rows: QuerySet[Agent] = super().get_queryset(request)
        mine = ApiKey.objects.filter(agent=OuterRef("pk")).order_by()
        counts = mine.valid(now=timezone.now()).values("agent").annotate(count=Count("pk")).values("count")
        used = mine.values("agent").annotate(last=Max("last_used_at")).values("last")
        return rows.annotate(key_count=Coalesce(Subquery(counts), 0), last_used_at=Subquery(used))

    @display(description=_("Status"), ordering="is_active", label={"on": "success", "off": "default"})  # type: ignore[untyped-decorator]
    def status(self, row: Agent) -> tuple[str, Promise]:
        return ("on", _("Active")) if row.is_active else ("off", _("Switched off"))

    @admin.display(description=_("Name"), ordering="name")
    def badged(self, row: Agent) -> SafeString:
        return format_html("{} {}", badge(row), row.name)

    @admin.display(description=_("Role"), ordering="role")
    def what_it_is(self, row: Agent) -> str:
        return role_title(row.role)

    @admin.display(description=_("Valid keys"), ordering="key_count")
    def keys(self, row: Agent) -> int:
        """Also of an agent that is switched off: its keys are kept."""
        return getattr(row, "key_count", 0)

    @admin.display(description=_("Last used"), ordering="last_used_at")
    def last_used(self, row: Agent) -> str:
        return ago(getattr(row, "last_used_at", None))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = one_button(_("Add agent")) | self._granted(request)
        response: HttpResponse = super().add_view(request, form_url, context | (extra_context or {}))
        return response

    def _granted(self, request: HttpRequest) -> dict[str, Any]:
        """What a new one gets by itself; nothing where the workspace grants nothing."""
        grants = [NEW_GRANTS, STAYS_WIDE, FEWER] if current_workspace(request).grants_new_agents else []
        return {"granted": grants}

    def response_add(self, request: HttpRequest, obj: Agent, post_url_continue: str | None = None) -> HttpResponse:
        """Leads on to its key, without which it cannot sign in, and says what it may read and write already."""
        text = gettext("The agent %(name)s was added. It needs a key to sign in.") % {"name": obj.called}
        messages.success(request, text)
        _warn_of_role(request, obj)
        if getattr(request, "reaches_some", False):
            messages.info(request, gettext("It may read and write the memories of the people that you chose."))
        elif current_workspace(request).grants_new_agents:
            page = reverse("admin:workspaces_agent_change", args=[obj.pk])
            link = format_html('<a class="underline" href="{}#grants">{}</a>', page, gettext("Its grants"))
            messages.info(request, format_html("{} {} {}", NEW_GRANTS, STAYS_WIDE, link))
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
        """With the address of a webhook that was typed, which is added then: the form is saved with it."""
        if request.POST.get("url", "").strip():
            return add_agent_webhook(request, obj.pk)
        response: HttpResponse = super().response_change(request, obj)
        _warn_of_role(request, obj)
        return response

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change=change, **({} if obj else {"form": NewAgentForm}) | kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields if obj else (*self.fields[:2], "categories", "reach", "people", *self.fields[2:])

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


def _warn_of_role(request: HttpRequest, agent: Agent) -> None:
    """Of a role that no list of categories names, or named none so far, with the one that may be meant."""
    roles = {*Allowlist.objects.values_list("role", flat=True)}
    listed: list[str] = getattr(request, "listed_now", [])
    if agent.role in roles and not listed:
        return
    text = gettext("No categories are listed for the role “%(role)s”, so it can neither read nor write.")
    if listed:
        text = gettext("The new role “%(role)s” reads and writes: %(names)s.")
    text = text % {"role": agent.role, "names": ", ".join(map(category_label, listed))}
    meant = did_you_mean(nearest(agent.role, roles - {agent.role}))
    page = reverse("admin:category_config")
    link = format_html('<a class="underline" href="{}">{}</a>', page, gettext("Choose its categories"))
    messages.warning(request, format_html("{} {} {}", text, meant, link))


class GrantForm(TenantForm):
    class Meta:
        model = Grant
        fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")
        labels = {"person": _("Memories of"), "namespace_path": _("Or a shared namespace"), "ceiling": _("Up to")}
        help_texts = {
            "person": _("“Everyone” also means people who are added later. People can take themselves out."),
            "namespace_path": _("What agents share instead of a person's memories, for example shared/team."),
            "ceiling": _("The most sensitive memories that it finds, from Public (least) to Restricted (most)."),
            "expires_at": _("Leave it empty for a grant that holds until you revoke it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "person" in self.fields:  # who only reads gets no fields
            self.fields["person"].empty_label = _("Everyone")  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("person") and given.get("namespace_path"):
            self.add_error("namespace_path", _("Choose a person or a namespace, not both."))
        if not given.get("can_read") and not given.get("can_write"):
            self.add_error("can_read", _("Let it read, write, or both. To end its access, revoke the grant."))
        if not self.errors and self._stands(given):
            raise ValidationError(_("It has this access already."))
        return given

    def _stands(self, given: dict[str, Any]) -> bool:
        """Whether another grant in force is the same."""
        fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")
        same = Grant.objects.in_force(now=timezone.now()).exclude(pk=self.instance.pk)
        return same.filter(**{name: given.get(name) for name in fields}).exists()


@admin.register(Grant)
class GrantAdmin(RevocableAdmin):
    """Which memories an agent may read and write (R1)."""

    form = GrantForm
    change_form_outer_before_template = "admin/grant/status.html"
    list_display = ("agent", "memories_of", "may", "up_to", "status", "created_at")
    list_filter = ("ceiling", "can_read", "can_write", ("revoked_at", RevokedFilter))
    list_select_related = ("agent", "person")
    search_fields = ("agent__name", "agent__display_name", "person__name", "namespace_path")
    search_help_text = _("Search agent, person, namespace or ID")
    ordering = ("agent__name", "created_at")
    fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        shared = gettext("A shared namespace holds what agents share, about nobody in particular.")
        description = f"{about(Grant)} {ceiling_scale()} {shared}"
        return super().changelist_view(request, {"about": description} | (extra_context or {}))

    def has_change_permission(self, request: HttpRequest, obj: Grant | None = None) -> bool:
        """One that was revoked stays as it ended."""
        is_over = obj is not None and obj.revoked_at is not None
        return not is_over and bool(super().has_change_permission(request, obj))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        grant = self.get_object(request, object_id)
        shown = {}
        if grant is not None:
            may = grant.revoked_at is None and self.has_editor_permission(request)
            shown = {"status": status_of(grant, now=timezone.now()), "may_revoke": may}
            shown |= {"whose": self.memories_of(grant), "effect": self._effect(grant) if may else ""}
        response: HttpResponse = super().change_view(request, object_id, form_url, shown | (extra_context or {}))
        return response

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Pages of people and agents begin a grant for theirs."""
        return begun(request, "agent", "person")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {"save_text": _("Give access"), "show_save_and_continue": False} | (extra_context or {})
        response: HttpResponse = super().add_view(request, form_url, context)
        return response

    def context_of(self, row: Grant) -> dict[str, Any]:
        used = ApiKey.objects.filter(agent=row.agent).aggregate(last=Max("last_used_at"))["last"]
        facts = [
            (_("Memories of"), self.memories_of(row)),
            (_("May"), rights(row)),
            (_("Agent last used"), ago(used)),
        ]
        question = gettext("Revoke this access of %(agent)s?") % {"agent": row.agent}
        return {"question": question, "facts": facts, "effect": self._effect(row)}

    def _effect(self, row: Grant) -> str:
        """What the agent loses, or why it loses nothing yet."""
        others = [f"{self.memories_of(other)} ({rights(other)})" for other in others_like(row)]
        if not others:
            return gettext("The agent loses this access at once.")
        return gettext("It still has access through: %(names)s.") % {"names": ", ".join(others)}

    def save_model(self, request: HttpRequest, obj: Grant, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if wider := wider_than(obj):
            text = _(
                "This grant changes nothing: the agent has wider access through %(names)s. To narrow it, revoke that."
            )
            names = ", ".join(f"{self.memories_of(one)} ({rights(one)}, {ceiling_words(one.ceiling)})" for one in wider)
            messages.warning(request, text % {"names": names})

    @admin.display(description=_("Memories of"))
    def memories_of(self, row: Grant) -> str:
        if row.namespace_path:
            return gettext("Shared by agents: “%(path)s”") % {"path": row.namespace_path}
        return str(row.person or _("Everyone"))

    @admin.display(description=_("May"))
    def may(self, row: Grant) -> Promise:
        return rights(row)

    @admin.display(description=_("Up to"), ordering="ceiling")
    def up_to(self, row: Grant) -> str:
        return ceiling_words(row.ceiling)

    @display(description=_("Status"), ordering="revoked_at", label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: Grant) -> tuple[str, str]:
        return status_of(row, now=timezone.now())
