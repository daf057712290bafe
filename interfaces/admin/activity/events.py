"""Questions of agents, and what the server did and how often (001 §14)."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Case, CharField, F, Func, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.activity.recall_debugger import NAME, why_page
from interfaces.admin.dashboard.tables import Table
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.filters import PURPOSES, AgentFilter, CategoryFilter, PurposeFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.actors import actor_name, agent_names, who_acted
from memories.models import OperationalEvent
from memories.models.operational_event import Node, Operation, Status
from retrieval.models import RetrievalEvent
from workspaces.actors import ActorKind
from workspaces.models import Agent
from workspaces.models.agent import CALLED

COUNTED = timedelta(days=30)
ROWS = 60
QUERY_CHARACTERS = 100


class QueryList(DeclaredLookups):
    """Links each question to the page that explains its answer."""

    def url_for_result(self, result: RetrievalEvent) -> str:
        return reverse(f"admin:{NAME}", args=[result.pk])


@admin.register(RetrievalEvent)
class RetrievalEventAdmin(StaffModelAdmin):
    list_display = ("question", "asked", "purpose_in_words", "received", "created_at")
    list_filter = (PurposeFilter, AgentFilter, "created_at")
    nothing_yet = gettext_lazy("Agents ask about people once they are connected and have a key and access.")
    goes_on = ("admin:workspaces_agent_changelist", gettext_lazy("See the agents"))
    search_fields = ("query", "actor_label")
    ordering = ("-created_at",)
    fields = (
        *("query", "created_at", "asked_by", "agent_id", "person_id", "purpose"),
        *("actor_label", "scope", "filters", "policy", "results", "returned_memory_ids", "returned_artifact_ids"),
        *("withheld", "timings", "embedding_model"),
    )
    readonly_fields = ("asked_by",)
    technical = ("actor_label", "scope", "embedding_model")
    change_form_outer_before_template = "admin/recall/link.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the recall debugger of one answer."""
        debugger = path("<uuid:event_id>/why/", self.admin_site.admin_view(why_page), name=NAME)
        return [debugger, *super().get_urls()]

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[QueryList]:
        return QueryList

    def get_queryset(self, request: HttpRequest) -> QuerySet[RetrievalEvent]:
        """Annotate the asker's name, which the list shows and sorts by."""
        rows: QuerySet[RetrievalEvent] = super().get_queryset(request)
        return rows.annotate(asker=_asker())

    @admin.display(description=gettext_lazy("Asked by"), ordering="asker")
    def asked(self, row: RetrievalEvent) -> str:
        return str(getattr(row, "asker", "")) or "–"

    def heading(self, row: RetrievalEvent) -> str:
        return self.question(row)

    @admin.display(description=gettext_lazy("Question"))
    def question(self, row: RetrievalEvent) -> str:
        return Truncator(row.query).chars(QUERY_CHARACTERS)

    @admin.display(description=gettext_lazy("Asked by"))
    def asked_by(self, row: RetrievalEvent) -> str:
        return who_acted(row, agent_names())

    @admin.display(description=gettext_lazy("Purpose"), ordering="purpose")
    def purpose_in_words(self, row: RetrievalEvent) -> str:
        return str(PURPOSES.get(row.purpose, row.purpose)) or "–"

    @admin.display(description=gettext_lazy("Results"))
    def received(self, row: RetrievalEvent) -> int:
        return len(row.results)


def _asker() -> Coalesce:
    """Select the name as `actor_name` shows it: the agent's present name while it exists."""
    agents = Agent.objects.filter(id=OuterRef("agent_id")).annotate(called_so=CALLED).values("called_so")
    rest = Func(F("actor_label"), Value("^[^:]*:"), Value(""), function="regexp_replace", output_field=CharField())
    others = Case(
        When(actor_label__startswith=ActorKind.PERSON, then=Value(actor_name("person:"))),
        When(actor_label__startswith=ActorKind.SYSTEM, then=Value(actor_name("system:"))),
        default=rest,
    )
    return Coalesce(Subquery(agents), others, output_field=CharField())


@admin.register(OperationalEvent)
class OperationalEventAdmin(StaffModelAdmin):
    """One row for each operation, without content; above them the counts by day, node and operation."""

    list_display = ("created_at", "node", "operation", "status", "category", "memory", "person_id")
    list_filter = ("node", "op", "status", CategoryFilter, "created_at")
    search_fields = ("thread_id",)
    ordering = ("-created_at",)

    @admin.display(description=gettext_lazy("Operation"), ordering="op")
    def operation(self, row: OperationalEvent) -> str:
        return row.get_op_display()

    @admin.display(description=gettext_lazy("Memory"))
    def memory(self, row: OperationalEvent) -> str | SafeString:
        """Without its text, because an event has none."""
        if row.memory_id is None:
            return "–"
        address = reverse("admin:memories_memory_change", args=[row.memory_id])
        return format_html('<a href="{}">{}</a>', address, _("Open the memory"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        context = (extra_context or {}) | {"dashboard": {"tables": [_counts()]}}
        response: HttpResponseBase = super().changelist_view(request, context)
        return response


def _counts() -> Table:
    counted = OperationalEvent.objects.between(timezone.now() - COUNTED, None).counts()[:ROWS]
    rows = [
        (row["day"], Node(row["node"]).label, Operation(row["op"]).label, Status(row["status"]).label, row["count"])
        for row in counted
    ]
    headers = [_("Day (UTC)"), _("Node"), _("Operation"), _("Status"), _("Count")]
    return Table(_("The last 30 days, latest first"), headers, rows, _("No events yet."))
