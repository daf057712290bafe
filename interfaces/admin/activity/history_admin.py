"""The workspace's history, and the seals that prove it."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Case, F, Max, Min, QuerySet, Value, When
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from interfaces.admin.activity.history_search import sentences_of, suggestions_for, with_words
from interfaces.admin.history.changes import changes_of
from interfaces.admin.history.erased_people import HIDDEN, OF_ERASED
from interfaces.admin.history.recreated_memories import taking_up
from interfaces.admin.history.sentences import PAGE, SENTENCE, details_of, heading_of, note_sentences, part_of
from interfaces.admin.history.subjects import agents_named
from interfaces.admin.history.texts import former_texts_of, memory_changes, texts_of
from interfaces.admin.memories.memory_page import requests_about, why_barred
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.columns import NAME_CHARACTERS, NAMED
from interfaces.admin.tables.descriptions import COLUMNS
from interfaces.admin.tables.filters import ActorKindFilter, CategoryFilter, EventFilter, PersonFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.actors import with_login, with_requester
from interfaces.admin.texts.wording import moment, shortened, uuid_of
from interfaces.admin.views.permissions import is_editor, staff_actor
from interfaces.plain_words import title_of
from memories.models import AuditSeal, History, Memory, SealEntry
from memories.models.choices import Event, LifecycleState
from operations.models import Tombstone
from workspaces.models import Person

TEXT, MEMORY = "text_then", "memory_now"
SHOWN_CATEGORY = Case(When(OF_ERASED, then=Value("")), default=F("category"))


class HistoryList(DeclaredLookups):
    """Shows each row as a sentence, with the text of that time; the two rows of a rewritten forgotten memory are
    one."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> Any:
        return super().get_queryset(request, exclude_parameters).exclude(taking_up())

    def suggested_words(self) -> str:
        return suggestions_for(self.query, self.sentences, self.reader)

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.reader, self.sentences = staff_actor(request), getattr(request, "sentences", {})
        note_sentences(self.result_list)
        _note_texts(self.result_list)


def _note_texts(rows: Iterable[History]) -> None:
    """Note on each row its text of that time, the text it replaced, and the memory if it still exists."""
    rows = list(rows)
    texts, former = texts_of(rows), former_texts_of(rows)
    memories = NAMED[Memory].rows().in_bulk({row.memory_id for row in rows if row.memory_id})
    for row in rows:
        shown = [shortened(text, NAME_CHARACTERS) for text in (former.get(row.id), texts.get(row.id)) if text]
        setattr(row, TEXT, " → ".join(shown))
        setattr(row, MEMORY, memories.get(row.memory_id) if row.memory_id else None)


def _question_of(row: History) -> UUID | None:
    """Return the question of a row: of an answer's change, of its undo, or of the answer itself; None without one, or
    where it was deleted."""
    if asked := uuid_of(str(row.meta.get("proposal_id", ""))):
        return asked if Proposal.objects.filter(id=asked).exists() else None
    decisions = Decision.objects.filter(id=row.decision_id) if row.decision_id else Decision.objects.none()
    return decisions.values_list("proposal_id", flat=True).first()


def _contents_of(row: History) -> dict[str, Any]:
    """Return the text of that time, what changed and details; nothing of erased people."""
    if row.is_of_erased:  # type: ignore[attr-defined]  # annotated
        return {}
    changes = changes_of(row, agents_named([row]))
    text, details = texts_of([row]).get(row.pk, ""), details_of(row, changes)
    return {"text": text, "details": details, "changes": changes or memory_changes(row)}


def _is_still_forgotten(row: History) -> bool:
    """Whether the row is about a forgetting that can be undone."""
    if row.event != Event.DELETE or row.memory_id is None:
        return False
    forgotten = Memory.objects.filter(state=LifecycleState.SOFT_DELETED, id=row.memory_id).first()
    return forgotten is not None and not why_barred(forgotten)


class SubjectFilter(CategoryFilter):
    """Without the rows of erased people, whose category is not shown."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[History]) -> QuerySet[History]:
        found = super().queryset(request, queryset)
        return found if self.value() is None else found.filter(is_of_erased=False)


@admin.register(History)
class HistoryAdmin(StaffModelAdmin):
    """Who did what, and when; append-only."""

    change_form_outer_before_template = "admin/memory/history.html"
    list_display = ("at", "what", "actor_label", "subject", "text", "person_id")
    list_filter = (EventFilter, SubjectFilter, ActorKindFilter, PersonFilter, "created_at")
    search_fields = ("actor_label",)
    search_help_text = _("Search what was done, or a name")
    how_to_search = _(
        "Search finds what was done (such as “erased”, “key” or “role”), the names of people, agents and logins, words "
        "of a memory, settings before and after, categories, IDs and a day (such as 2026-11-28, or yesterday). Several "
        "words must all match."
    )
    nothing_yet = _("Every change to memories, access and settings is listed here, with who made it.")
    nothing_found = _(
        "No entry has all these words. Searched are what was done, names, words of a memory, settings before and "
        "after, categories and IDs. Try one word, such as a name or “erased”, a day such as 2026-11-28, or the filter "
        "by date. What was erased is found by what was done, because its text and names are gone."
    )
    nothing_found_alone = _(
        "No entry has this word. Searched are what was done, names, words of a memory, settings before and after, "
        "categories and IDs. Try another spelling, the beginning of the word, a day such as 2026-11-28, or the filter "
        "by date. What was erased is found by what was done, because its text and names are gone."
    )
    ordering = ("-created_at",)
    has_summary = True

    def by_words(
        self, request: HttpRequest, queryset: QuerySet[History], search_term: str
    ) -> tuple[QuerySet[History], bool]:
        if not search_term:
            return queryset, False
        sentences = request.sentences = sentences_of(queryset)  # type: ignore[attr-defined]  # for `suggestion`
        return queryset.filter(with_words(search_term, queryset, sentences)), False

    def get_queryset(self, request: HttpRequest) -> QuerySet[History]:
        rows: QuerySet[History] = with_requester(with_login(super().get_queryset(request)))
        return rows.annotate(is_of_erased=OF_ERASED)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[Any]:
        names = super().get_fields(request, obj)
        return [name for name in names if name not in HIDDEN] if obj is not None and obj.is_of_erased else names

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[HistoryList]:
        return HistoryList

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context: dict[str, Any] = {}
        if row is not None:
            note_sentences([row])
            sentence = self.what(row)
            heading = heading_of(sentence)
            context = {"subtitle": heading, "heading": heading, "entry": row, "sentence": sentence}
            context |= _contents_of(row)
            context["question_id"] = _question_of(row)
            context["person"] = Person.objects.filter(id=row.person_id).first() if row.person_id else None
            context["page"] = getattr(row, PAGE)
            context["may_restore"] = is_editor(request) and _is_still_forgotten(row)
            context["erasure"] = Tombstone.objects.filter(history_id=row.pk).first()
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        """For one memory, also list open requests about it, which have no rows yet."""
        memory_id = uuid_of(request.GET.get("q", ""))
        asked = {"requests": requests_about(memory_id) if memory_id else []}
        return super().changelist_view(request, asked | (extra_context or {}))

    @admin.display(description=_("When"), ordering="created_at")
    def at(self, row: History) -> str:
        return moment(row.created_at)

    @admin.display(description=_("What"))
    def what(self, row: History) -> str:
        return str(getattr(row, SENTENCE, ""))

    @admin.display(description=_("Category"), ordering=SHOWN_CATEGORY)
    def subject(self, row: Any) -> str:
        return gettext("erased") if row.is_of_erased else title_of(row.category) or "–"

    @admin.display(description=_("About"))
    def text(self, row: History) -> str | SafeString:
        """Show the text of that time; the present one is on the memory's page. Answers link to their question, setup
        rows to that part of the setup."""
        text, memory = getattr(row, TEXT, ""), getattr(row, MEMORY, None)
        if text and row.event == Event.CONSENT:
            page = reverse(NAMED[Proposal].page, args=[row.meta["proposal_id"]])
            return format_html('<a href="{}">{}</a>', page, text)
        if memory is None:
            page = getattr(row, PAGE, "")
            gone = gettext("erased") if row.memory_id else "–"
            return format_html('<a href="{}">{}</a>', page, part_of(row)) if page and not text else text or gone
        page = reverse(NAMED[Memory].page, args=[memory.pk])
        return format_html('<a href="{}">{}</a>', page, text or NAMED[Memory].name(memory))


@admin.register(AuditSeal)
class SealAdmin(StaffModelAdmin):
    change_form_outer_before_template = "admin/seal/seal.html"
    list_display = COLUMNS["memories.AuditSeal"]
    list_filter = ("sealed_at",)
    search_fields = ("root", "signature")
    search_help_text = _("Search root, signature or ID")
    ordering = ("-seq",)
    has_summary = True

    def heading(self, row: AuditSeal) -> str:
        return gettext("Seal %(number)d") % {"number": row.seq}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        seal = self.get_object(request, object_id)
        context = {"seal": seal, "heading": self.heading(seal), **_span(seal)} if seal else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response


def _span(seal: AuditSeal) -> dict[str, Any]:
    """Return the times of the first and the last entry under the seal."""
    return SealEntry.objects.filter(seal=seal).aggregate(
        first_at=Min("history__created_at"), last_at=Max("history__created_at")
    )


class EntryList(DeclaredLookups):
    """Shows the history row that each entry seals."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        note_sentences(row.history for row in self.result_list)


@admin.register(SealEntry)
class SealEntryAdmin(StaffModelAdmin):
    change_form_outer_before_template = "admin/seal/entry.html"
    list_display = ("what", "written", "number", "position")
    list_select_related = ("history", "seal")
    search_fields = ("leaf_hash",)
    search_help_text = _("Search hash or ID")
    ordering = ("-seal__seq", "-position")
    has_summary = True

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[EntryList]:
        return EntryList

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = {}
        if row is not None:
            note_sentences([row.history])
            context = {"subtitle": heading_of(self.what(row)), "entry": row, "sentence": self.what(row)}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    @admin.display(description=_("History entry"))
    def what(self, row: SealEntry) -> str:
        return str(getattr(row.history, SENTENCE, ""))

    @admin.display(description=_("When"))
    def written(self, row: SealEntry) -> str:
        return moment(row.history.created_at)

    @admin.display(description=_("Number of the seal"), ordering="seal__seq")
    def number(self, row: SealEntry) -> str:
        return str(row.seal.seq)
