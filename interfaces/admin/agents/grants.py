"""Grants: which memories an agent may read and write; grants of one agent are listed together."""

from itertools import pairwise
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelectWidget

from interfaces.admin.agents.status import STATUS_COLOURS, status_of
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.descriptions import about
from interfaces.admin.tables.editable_admin import RevocableAdmin, TenantForm, initial_from_query
from interfaces.admin.tables.filters import RevokedFilter
from interfaces.admin.texts.wording import ago, ceiling_scale, ceiling_words, rights
from interfaces.form_fields import person_choices
from workspaces import sensitivity
from workspaces.models import ApiKey, Exclusion, Grant
from workspaces.models.agent import BY_AGENT


def others_like(grant: Grant) -> QuerySet[Grant]:
    """Select the agent's other grants in force for the same memories, or some of them."""
    others = Grant.objects.in_force(now=timezone.now()).filter(agent=grant.agent_id).exclude(pk=grant.pk)
    others = others.filter(namespace_path=grant.namespace_path).select_related("person")
    if grant.person_id is None:
        return others
    is_excluded = Exclusion.objects.filter(agent=grant.agent_id, person=grant.person_id).exists()
    same = Q(person=grant.person_id)
    return others.filter(same if is_excluded else same | Q(person=None))


def wider_than(grant: Grant) -> list[Grant]:
    """Select the agent's other grants in force that allow all that this one does."""
    return [other for other in others_like(grant) if _covers(other, grant)]


def _covers(other: Grant, grant: Grant) -> bool:
    lasts = other.expires_at is None or (grant.expires_at is not None and other.expires_at >= grant.expires_at)
    is_for_them = other.person_id in (None, grant.person_id)
    may = other.can_read >= grant.can_read and other.can_write >= grant.can_write
    return lasts and is_for_them and may and sensitivity.rank(other.ceiling) >= sensitivity.rank(grant.ceiling)


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
        if "person" in self.fields:  # readers without edit permission get no fields
            field: Any = self.fields["person"]
            field.empty_label = _("Everyone")
            if isinstance(field.widget, UnfoldAdminSelectWidget):
                field.widget.choices = [("", field.empty_label), *person_choices(field.queryset)]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("person") and given.get("namespace_path"):
            self.add_error("namespace_path", _("Choose a person or a namespace, not both."))
        if not given.get("can_read") and not given.get("can_write"):
            self.add_error("can_read", _("Let it read, write, or both. To end its access, revoke the grant."))
        if not self.errors and self._is_granted_already(given):
            raise ValidationError(_("It has this access already."))
        if not self.errors and self.instance._state.adding and (other := self._for_the_same(given)):
            raise ValidationError(self._change_that(other))
        return given

    def _for_the_same(self, given: dict[str, Any]) -> Grant | None:
        """Return the permanent grant in force for the same memories; with two, the wider one would apply. A temporary
        one may be added beside it."""
        if given.get("expires_at"):
            return None
        fields = ("agent", "person", "namespace_path", "expires_at")
        same = Grant.objects.in_force(now=timezone.now()).filter(**{name: given.get(name) for name in fields})
        shared = Q(can_read=True) if given.get("can_read") else Q(pk=None)
        shared |= Q(can_write=True) if given.get("can_write") else Q(pk=None)
        return same.filter(shared).order_by("created_at").first()

    @staticmethod
    def _change_that(other: Grant) -> SafeString:
        text = gettext(
            "It has a grant for these memories already (%(rights)s, %(ceiling)s). With two, the wider one counts."
        ) % {"rights": rights(other), "ceiling": ceiling_words(other.ceiling)}
        page = reverse("admin:workspaces_grant_change", args=[other.pk])
        return format_html('{} <a class="underline" href="{}">{}</a>', text, page, gettext("Change that one"))

    def _is_granted_already(self, given: dict[str, Any]) -> bool:
        """Whether another grant in force is the same."""
        fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")
        same = Grant.objects.in_force(now=timezone.now()).exclude(pk=self.instance.pk)
        return same.filter(**{name: given.get(name) for name in fields}).exists()


class GrantList(DeclaredLookups):
    """Notes on each row whether the one above is of the same agent."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        for above, row in pairwise(self.result_list):
            row.is_next = row.agent_id == above.agent_id


@admin.register(Grant)
class GrantAdmin(RevocableAdmin):
    """Which memories an agent may read and write (R1)."""

    form = GrantForm
    change_form_outer_before_template = "admin/grant/status.html"
    list_display = ("agent_name", "memories_of", "may", "up_to", "status", "created_at")
    list_display_links = ("memories_of",)
    list_filter = ("ceiling", "can_read", "can_write", ("revoked_at", RevokedFilter))
    list_select_related = ("agent", "person")
    search_fields = ("agent__name", "agent__display_name", "person__name", "namespace_path")
    search_help_text = _("Search agent, person, namespace or ID")
    ordering = (BY_AGENT, "created_at")
    fields = ("agent", "person", "namespace_path", "can_read", "can_write", "ceiling", "expires_at")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[GrantList]:
        return GrantList

    @admin.display(description=_("Agent"), ordering=BY_AGENT)
    def agent_name(self, row: Grant) -> SafeString:
        """Show the name once for consecutive grants of an agent; screen readers get it for each."""
        page = reverse("admin:workspaces_agent_change", args=[row.agent_id])
        again = "again" if getattr(row, "is_next", False) else ""
        return format_html('<span class="{}"><a href="{}">{}</a></span>', again, page, row.agent.called)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        shared = gettext("A shared namespace holds what agents share, about nobody in particular.")
        description = f"{about(Grant)} {ceiling_scale()} {shared}"
        return super().changelist_view(request, {"about": description} | (extra_context or {}))

    def has_change_permission(self, request: HttpRequest, obj: Grant | None = None) -> bool:
        """False for revoked grants, which are final."""
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
            shown |= {"memories_of": self.memories_of(grant), "effect": self._effect(grant) if may else ""}
        response: HttpResponse = super().change_view(request, object_id, form_url, shown | (extra_context or {}))
        return response

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Prefill the person or agent from whose page the form was opened."""
        return initial_from_query(request, "agent", "person")

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
        again = gettext("To give this access anew, add another grant.")
        return {"question": question, "facts": facts, "effect": self._effect(row), "again": again}

    def _effect(self, row: Grant) -> str:
        """Return what the agent would lose, or why it would lose nothing."""
        others = [f"{self.memories_of(other)} ({rights(other)})" for other in others_like(row)]
        if not others:
            return gettext("The agent loses this access at once.")
        return gettext("After that it would still have access through: %(names)s.") % {"names": ", ".join(others)}

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
