"""Memories and their parts; forgetting, restoring and rejecting go through the gate."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import CharField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.changes import RestoreMemory
from consent.changes.merge import is_mergeable
from consent.proposals.refused_values import states_refused_value
from interfaces.admin.memories.bulk_actions import MOST_AT_ONCE, ask_about, may_judge, several, text_of
from interfaces.admin.memories.category_change import ask_where, move
from interfaces.admin.memories.corrections import repair, repairs, unlink
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.memories.memory_page import edit, forget, memory_context, restore
from interfaces.admin.memories.merge import merge_page, preview_address
from interfaces.admin.memories.status import STATUS_COLOURS, STATUSES, MemoryList, status_of
from interfaces.admin.memories.text_search import found_by, memories_with
from interfaces.admin.tables.columns import memories_with_texts, memory_in_full
from interfaces.admin.tables.descriptions import COLUMNS
from interfaces.admin.tables.filters import (
    CategoryFilter,
    CheckedFilter,
    SensitivityFilter,
    SourceFilter,
    StateFilter,
    TypeFilter,
)
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.actors import note_writers, with_login
from interfaces.admin.texts.wording import moment, shortened, version_text
from interfaces.admin.views.permissions import is_about_reader, staff_actor
from interfaces.plain_words import MEMORY_TYPES
from memories.models import History, Memory, MemoryVersion, Provenance
from workspaces.actors import ActorKind


@admin.register(Memory)
class MemoryAdmin(StaffModelAdmin):
    list_display = ("text", "person", "category", "kind", "status", "changed")
    list_filter = (
        StateFilter,
        TypeFilter,
        CategoryFilter,
        SourceFilter,
        CheckedFilter,
        SensitivityFilter,
        "pinned",
        "updated_at",
    )
    list_select_related = ("person",)
    nothing_yet = _(
        "Agents write memories: add an agent, give it a key and access, and connect it. People add some themselves, in "
        "their own pages."
    )
    goes_on = ("admin:workspaces_agent_changelist", _("See the agents"))
    search_fields = ("key",)
    how_to_search = _(
        "Search finds the words of a memory, with or without accents, in any order, parts of words from four letters "
        "on, and IDs. It does not find what says the same in other words: “nut allergy” does not find “allergic to "
        "walnuts”."
    )
    nothing_found = _(
        "No memory has all these words. Searched are the texts, with or without accents, and IDs. Try fewer words, or "
        "others that say the same."
    )
    nothing_found_alone = _(
        "No memory has this word. Searched are the texts, with or without accents, and IDs. Try another spelling, the "
        "beginning of the word with four letters or more, or another word for the same."
    )
    ordering = ("-updated_at",)
    fieldsets = (
        (
            _("All fields"),
            {
                "classes": ["collapse"],
                "fields": (
                    *("namespace", "key", "current", "version", "linked_version", "staleness", "confidence", "tags"),
                    *("access_count", "last_accessed_at", "agent_id", "run_id", "actor_id", "role", "thread_id"),
                    *("session_id", "turn_start", "turn_end", "source", "source_label", "source_type", "source_id"),
                    *("source_state", "author", "occurred_at", "created_at", "updated_at", "expires_at", "purge_at"),
                ),
            },
        ),
    )
    actions = ("forget", "restore", "move", "reject", "readmit", "merge")
    change_form_outer_before_template = "admin/memory/page.html"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[MemoryList]:
        return MemoryList

    def get_urls(self) -> list[URLPattern]:
        by_editors = {"edit": edit, "restore": restore, "forget": forget, "unmerge": repair("unmerge")}
        by_reviewers = {"reject": repair("reject"), "readmit": repair("readmit")}
        changes = {
            **{verb: self.by_editors(view) for verb, view in by_editors.items()},
            **{verb: self.by_reviewers(view) for verb, view in by_reviewers.items()},
        }
        return [
            *(path(f"<uuid:row_id>/{verb}/", view, name=f"memories_memory_{verb}") for verb, view in changes.items()),
            path("<uuid:row_id>/merge/", self.admin_site.admin_view(merge_page), name="memories_memory_merge"),
            path("category/", self.admin_site.admin_view(move), name="memories_memory_move"),
            path("several/<slug:name>/", self.admin_site.admin_view(several), name="memories_memory_several"),
            path("link/<uuid:row_id>/remove/", self.by_editors(unlink), name="memories_memory_unlink"),
            *super().get_urls(),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Memory]:
        return memories_with_texts(super().get_queryset(request))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        memory = self.get_object(request, object_id)
        below: dict[str, Any] = {}
        if memory is not None:
            actor, may_edit = staff_actor(request), self.has_editor_permission(request)
            typed = (extra_context or {}).get("typed")
            below = {**memory_context(memory, typed), **repairs(memory, actor=actor), "may_edit": may_edit}
            below["may_merge"] = may_edit and below["edit_form"] and not below["is_rejected"] and is_mergeable(memory)
            note_writers(below["steps"])
            below |= {"subtitle": self.text(memory), "is_own": is_about_reader(request, memory.person_id)}
            below["full_text"] = memory_in_full(memory)
        response: HttpResponse = super().change_view(request, object_id, form_url, below | (extra_context or {}))
        return response

    @admin.display(description=_("Content"))
    def text(self, row: Memory) -> str:
        return text_of(row)

    @admin.display(description=_("Type"), ordering="memory_type")
    def kind(self, row: Memory) -> Any:
        return MEMORY_TYPES[row.memory_type]

    @display(description=_("Status"), ordering="state", label=STATUS_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: Memory) -> tuple[str, str]:
        kind = status_of(row)
        return kind, str(STATUSES[kind])

    @admin.display(description=_("Changed"), ordering="updated_at")
    def changed(self, row: Memory) -> str:
        return moment(row.updated_at)

    def by_words(
        self, request: HttpRequest, queryset: QuerySet[Memory], search_term: str
    ) -> tuple[QuerySet[Memory], bool]:
        if not search_term:
            return queryset, False
        found, request.has_some_words = found_by(search_term, queryset)  # type: ignore[attr-defined]
        return found, False

    @admin.action(description=_("Forget the selected memories"), permissions=["editor"])
    def forget(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        return ask_about(request, "forget", rows, request.get_full_path())

    @admin.action(description=_("Restore the selected memories"), permissions=["editor"])
    def restore(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        return ask_about(request, "restore", rows, request.get_full_path())

    @admin.action(description=_("Move the selected memories to another category…"), permissions=["editor"])
    def move(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        return ask_where(request, rows, request.get_full_path())

    @admin.action(description=_("Merge the two selected memories"), permissions=["editor"])
    def merge(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        """Redirect to the preview; the older one is kept, as in the nightly job (001 §4)."""
        chosen = list(rows.order_by("created_at", "id").values_list("id", flat=True)[:3])
        if len(chosen) == 2:
            return redirect(preview_address(*chosen))
        messages.error(request, _("Select two memories to merge them."))
        return None

    def has_judge_permission(self, request: HttpRequest) -> bool:
        """Whether judging is offered: the gate checks each memory's policies; memories about themselves are judged as
        the person. Checked several times a page, looked up once."""
        if not hasattr(request, "_may_judge"):
            request._may_judge = may_judge(request)  # type: ignore[attr-defined]
        return bool(request._may_judge)  # type: ignore[attr-defined]

    @admin.action(description=_("Mark the selected memories as wrong"), permissions=["judge"])
    def reject(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        """Where a policy hands that to the workspace's reviewers (R17)."""
        return ask_about(request, "reject", rows, request.get_full_path())

    @admin.action(description=_("Mark the selected memories as correct"), permissions=["judge"])
    def readmit(self, request: HttpRequest, rows: QuerySet[Memory]) -> HttpResponse | None:
        return ask_about(request, "readmit", rows, request.get_full_path())


@admin.register(MemoryVersion)
class MemoryVersionAdmin(StaffModelAdmin):
    list_display = ("text", "number", "memory", "ingested_at")
    list_filter = ("ingested_at",)
    list_select_related = ("memory",)
    search_fields = ("content_hash",)
    search_help_text = _("Search text, ID or content hash")
    ordering = ("-ingested_at",)
    actions = ("make_current",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryVersion]:
        return super().get_queryset(request).exclude(states_refused_value(memory="memory_id", version="id"))

    @admin.display(description=_("Content"))
    def text(self, row: MemoryVersion) -> str:
        return shortened(version_text(row.content, is_fact=row.memory.is_fact))

    def by_words(
        self, request: HttpRequest, queryset: QuerySet[MemoryVersion], search_term: str
    ) -> tuple[QuerySet[MemoryVersion], bool]:
        if not search_term:
            return queryset, False
        by_words = queryset.filter(memory_id__in=memories_with(search_term))
        return by_words | queryset.filter(content_hash=search_term), False

    @admin.action(description=_("Restore the selected versions"), permissions=["editor"])
    def make_current(self, request: HttpRequest, rows: QuerySet[MemoryVersion]) -> GateRedirect:
        pairs = rows.values_list("memory_id", "number")[:MOST_AT_ONCE]
        changes = [RestoreMemory(memory_id=memory_id, version=number) for memory_id, number in pairs]
        return GateRedirect(request.get_full_path(), changes)


@admin.register(Provenance)
class ProvenanceAdmin(StaffModelAdmin):
    """The sources of memories; for those by staff, the login."""

    list_display = COLUMNS["memories.Provenance"]
    list_filter = ("created_at",)
    list_select_related = ("memory",)
    search_fields = ("source_identity", "source_event")
    ordering = ("-pk",)
    technical = ("source_identity", "source_event")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        change = Concat(Value("change:"), Cast("change_id", CharField()))
        written = History.objects.filter(memory_id=OuterRef("memory_id"), actor_kind=ActorKind.STAFF)
        written = written.annotate(change=change).filter(change=OuterRef("source_event"))
        rows = super().get_queryset(request).annotate(writer_id=Subquery(written.values("actor_id")[:1]))
        return with_login(rows, "writer_id")
