"""API keys: shown once, rotated with an overlap, revoked; never changed."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from uuid_utils.compat import uuid7

from interfaces.admin.agents.status import STATUS_COLOURS, key_status, status_of
from interfaces.admin.tables.editable_admin import RevocableAdmin, TenantForm, initial_from_query, one_button
from interfaces.admin.tables.filters import AgentFilter, RevokedFilter
from interfaces.admin.texts.wording import ago
from workspaces.actions.issue_key import KeyEnded, KeyIssued, issue_key, rotate_key
from workspaces.models import ApiKey
from workspaces.models.agent import BY_AGENT, HINT_CHARACTERS, KEY_PREFIX

# How long the old key is still valid.
OVERLAPS: dict[str, tuple[timedelta, Promise]] = {
    "1h": (timedelta(hours=1), _("1 hour")),
    "24h": (timedelta(hours=24), _("24 hours")),
    "7d": (timedelta(days=7), _("7 days")),
}


class KeyForm(TenantForm):
    """`key_id` becomes the key's id, so that a form that is sent twice creates one key."""

    key_id = forms.UUIDField(label="", widget=forms.HiddenInput, initial=uuid7, required=False)

    class Meta:
        model = ApiKey
        fields = ("agent", "label", "expires_at")
        help_texts = {
            "agent": _("It reads and writes with the grants of this agent."),
            "label": _("To tell keys apart, for example where it is used: production, Ana's laptop."),
            "expires_at": _("Leave it empty for a key that works until you rotate or revoke it."),
        }


@admin.register(ApiKey)
class ApiKeyAdmin(RevocableAdmin):
    """A key is shown once, right after it is created; it is never changed, only rotated or revoked."""

    form = KeyForm
    change_form_outer_before_template = "admin/key/actions.html"
    list_display = ("key", "label", "used_by", "status", "last_used", "created_at")
    list_filter = (AgentFilter, ("revoked_at", RevokedFilter))
    list_select_related = ("agent",)
    search_fields = ("hint", "label", "agent__name", "agent__display_name")
    search_help_text = _("Search agent, label or a part of the key")
    ordering = ("-created_at",)
    fields = ("agent", "label", "hint", "created_at", "last_used_at", "expires_at", "revoked_at")

    @admin.display(description=_("Key"), ordering="hint")
    def key(self, row: ApiKey) -> str:
        return f"{row.beginning}…"

    @admin.display(description=_("Agent"), ordering=BY_AGENT)
    def used_by(self, row: ApiKey) -> str:
        return str(row.agent.called)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[ApiKey], search_term: str
    ) -> tuple[QuerySet[ApiKey], bool]:
        found: tuple[QuerySet[ApiKey], bool] = super().get_search_results(
            request, queryset, _stored_prefix(search_term)
        )
        return found

    @display(description=_("Status"), label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: ApiKey) -> tuple[str, str]:
        return key_status(row, now=timezone.now())

    @admin.display(description=_("Last used"), ordering="last_used_at")
    def last_used(self, row: ApiKey) -> str:
        return ago(row.last_used_at)

    def get_urls(self) -> list[URLPattern]:
        rotate = path("<uuid:row_id>/rotate/", self.by_editors(self.rotate), name="workspaces_apikey_rotate")
        return [rotate, *super().get_urls()]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": ("agent", "label", "expires_at", "key_id")})]
        return [(_("All fields"), {"classes": ["collapse"], "fields": self.fields})]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Prefill the agent from whose page the form was opened."""
        return initial_from_query(request, "agent")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = one_button(_("Create key")) | (extra_context or {})
        try:
            response: HttpResponse = super().add_view(request, form_url, context)
        except KeyIssued:
            return self.shown_before(request, UUID(request.POST["key_id"]))
        return response

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        may = self.has_editor_permission(request) and row is not None and is_valid(row)
        status = key_status(row, now=timezone.now()) if row is not None else None
        successor = ApiKey.objects.filter(id=row.successor_id).first() if row is not None else None
        context = {
            "status": status,
            "successor": successor,
            "may_revoke": may,
            "may_rotate": may and successor is None,
            "overlaps": [(name, text) for name, (_time, text) in OVERLAPS.items()],
        }
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        obj.pk = form.cleaned_data["key_id"] or obj.pk
        key = issue_key(agent=obj.agent, label=obj.label, expires_at=obj.expires_at, key_id=obj.pk)
        request.issued_key = key  # type: ignore[attr-defined]

    def response_add(self, request: HttpRequest, obj: ApiKey, post_url_continue: str | None = None) -> HttpResponse:
        return self.shown_once(request, obj, request.issued_key)  # type: ignore[attr-defined]

    def context_of(self, row: ApiKey) -> dict[str, Any]:
        facts = [(_("Agent"), row.agent), (_("Label"), row.label or "–"), (_("Last used"), ago(row.last_used_at))]
        question = gettext("Revoke the key %(hint)s…?") % {"hint": row.beginning}
        return {"question": question, "facts": facts, "effect": _("It is refused from the next request on.")}

    def called(self, row: ApiKey) -> str:
        """ "Travel companion (mem_0f3a…, production)"."""
        label = f", {row.label}" if row.label else ""
        return f"{row.agent.called} ({row.beginning}…{label})"

    def rotate(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Show a new key of the same agent; the old one is valid until the chosen time."""
        old = get_object_or_404(ApiKey.objects.select_related("agent").select_for_update(of=("self",)), id=row_id)
        overlap, before = OVERLAPS.get(request.POST.get("overlap", "")), {"expires_at": old.expires_at}
        if overlap is None:
            messages.error(request, _("Choose how long the old key goes on working."))
            return redirect("admin:workspaces_apikey_change", row_id)
        try:
            new, text = rotate_key(key=old, overlap=overlap[0], now=timezone.now())
        except KeyEnded:
            messages.error(request, _("This key has ended. Create a new one instead."))
            return redirect("admin:workspaces_apikey_change", row_id)
        except KeyIssued:
            return self.shown_before(request, old.successor_id)
        self.record(request, [new], "added")
        self.record(request, [old], "changed", ["expires_at"], before)
        return self.shown_once(request, new, text, old=old)

    def shown_once(self, request: HttpRequest, row: ApiKey, text: str, *, old: ApiKey | None = None) -> HttpResponse:
        context = self.admin_site.each_context(request) | {"title": _("New key"), "api_key": row}
        call = f'curl -s {settings.PUBLIC_URL}/api/v1/users -H "Authorization: Bearer {text}"'
        page = {"issued_key": text, "old_key": old, "first_call": call}
        return TemplateResponse(request, "admin/key/issued.html", context | page)

    def shown_before(self, request: HttpRequest, key_id: UUID) -> HttpResponse:
        """The response to a repeated request."""
        page = {"title": _("New key"), "api_key": get_object_or_404(ApiKey, id=key_id)}
        return TemplateResponse(request, "admin/key/issued_before.html", self.admin_site.each_context(request) | page)


def _stored_prefix(text: str) -> str:
    """Return the part of a key that is stored in plain text: the first characters of its secret."""
    text = text.strip().rstrip("…")
    prefix, _separator, rest = text.partition("_")
    return rest.partition("_")[2][:HINT_CHARACTERS] if prefix == KEY_PREFIX else text


def is_valid(row: ApiKey) -> bool:
    return status_of(row, now=timezone.now())[0] != "over"
