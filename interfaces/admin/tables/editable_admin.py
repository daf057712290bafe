"""Bases of pages that change the workspace's setup: rows that are edited, and rows that are revoked."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.forms import BaseForm, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.wording import names_of, uuid_of
from interfaces.time_zones import no_zone
from providers.statements import zone_of


def one_button(text: Any) -> dict[str, Any]:
    """Configure a form that can only be submitted in one way, with its button's label."""
    return {"save_text": text, "show_save_and_add_another": False, "show_save_and_continue": False}


def initial_from_query(request: HttpRequest, *names: str) -> dict[str, str]:
    """Return the rows that the linking page preselected, by their ids."""
    return {name: request.GET[name] for name in names if uuid_of(request.GET.get(name, ""))}


class TenantForm(ModelForm):  # type: ignore[type-arg]
    """Also validates uniqueness within the workspace; without that column, Django would leave it to the database.

    A chosen end must be in the future.
    """

    def clean_expires_at(self) -> datetime | None:
        chosen: datetime | None = self.cleaned_data["expires_at"]
        if chosen is not None and "expires_at" in self.changed_data and chosen <= timezone.now():
            raise ValidationError(_("This time is past."))
        return chosen

    def _get_validation_exclusions(self) -> set[str]:
        return set(super()._get_validation_exclusions()) - {"workspace"}  # type: ignore[misc]


class TimeZoneForm(BaseForm):
    """Accepts the name of a time zone, or of a city with one, and refuses others."""

    def clean_time_zone(self) -> str:
        typed = str(self.cleaned_data.get("time_zone") or "")
        named = zone_of(typed)
        if typed and named not in available_timezones():  # "UTC+2" is no zone's name
            raise ValidationError(no_zone(typed))
        return named


class EditableAdmin(StaffModelAdmin):
    """Rows of the workspace's setup."""

    is_editable = True
    form = TenantForm

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Show only one button to save an existing row."""
        if kwargs.get("change"):
            context = {"show_save_and_add_another": False, "show_save_and_continue": False} | context
        return super().render_change_form(request, context, **kwargs)


class RevocableAdmin(EditableAdmin):
    """Rows that end by `revoked_at`, never by deletion."""

    actions: Sequence[str] = ("revoke",)

    @admin.action(description=_("Revoke the selected %(verbose_name_plural)s"), permissions=["editor"])
    def revoke(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        chosen = list(self.revocable(rows).filter(revoked_at__isnull=True).select_for_update(of=("self",)))
        for row in chosen:
            row.revoke(now=timezone.now())
        self.record(request, chosen, "revoked")
        if not chosen:
            messages.info(request, _("Nothing was revoked: what you chose has ended already."))
            return
        text = _("Revoked: %(names)s.") % {"names": names_of([self.called(row) for row in chosen])}
        messages.success(request, text)

    def called(self, row: Any) -> str:
        """Return the row's name in a message."""
        return str(row)

    def revocable(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows

    def revoke_one(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Ask for confirmation; by POST, revoke and redirect to the page that it started on."""
        if not self.has_editor_permission(request):
            raise PermissionDenied
        rows = self.get_queryset(request).filter(pk=row_id)
        given = request.POST if request.method == "POST" else request.GET
        back = _own_address(given.get("next", "")) or reverse(f"admin:{self._named('changelist')}")
        if request.method == "POST":
            self.revoke(request, rows)
            return redirect(back)
        page = {"title": _("Revoke"), "back": back, **self.context_of(get_object_or_404(rows))}
        return TemplateResponse(request, "admin/revoke.html", self.admin_site.each_context(request) | page)

    def context_of(self, row: Any) -> dict[str, Any]:
        """Return the page's texts before revoking: `question`, `facts` as pairs, and the `effect`."""
        return {"question": gettext("Revoke “%(name)s”?") % {"name": row}, "facts": [], "effect": ""}

    def _named(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.revoke_one)
        return [path("<uuid:row_id>/revoke/", view, name=self._named("revoke")), *super().get_urls()]


def _own_address(text: str) -> str:
    return text if url_has_allowed_host_and_scheme(text, allowed_hosts=None) else ""
