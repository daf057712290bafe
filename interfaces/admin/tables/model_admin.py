"""The base of all model pages of the admin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.postgres.search import SearchQuery
from django.core.exceptions import PermissionDenied
from django.db.models import Field, ForeignKey, Model, Q, QuerySet, UUIDField
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import AutocompleteSelectFilter
from unfold.widgets import UnfoldAdminSelectWidget

from conversations.models import Session
from interfaces.admin.tables.change_list import DeclaredLookups, FewFilter, are_few
from interfaces.admin.tables.columns import heading_of, is_technical, linked_ids, readable
from interfaces.admin.tables.descriptions import about
from interfaces.admin.texts.wording import row_title, uuid_of
from interfaces.admin.views.permissions import is_editor, is_reviewer, staff_membership
from interfaces.spelling import pattern_of
from memories.maintenance.record_setup import Done, record_row
from memories.models import Artifact, Memory
from workspaces.models import Agent, Person

RowView = Callable[[HttpRequest, UUID], HttpResponse]
# Tables with too many rows for a select box: rows are chosen by typing.
LARGE = (Person, Agent, Session, Memory, Artifact)
# Limits of a search by fields; a longer word makes too large a pattern.
MOST_WORDS, MOST_CHARACTERS = 12, 64
CHOOSE = {Agent: _("Choose an agent"), Person: _("Choose a person")}


class StaffModelAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows of the current workspace, readable by all staff.

    Owners and admins may change what `is_editable` allows. Django's LogEntry is never written: it is global and would
    contain content. What Django would log goes to History, without names and texts.
    """

    is_editable = False
    # The page that changes the rows, where this one does not.
    changed_at = ""
    show_full_result_count = False
    # The theme writes 4 kB for each row: a page with more rows would exceed 120 kB.
    list_per_page = list_max_show_all = 15
    list_before_template = "admin/list/above.html"
    list_filter_submit = True
    show_facets = admin.ShowFacets.NEVER
    search_help_text: Any = _("Search text or ID")
    # Text of an empty list; the default says that rows will be listed there.
    nothing_yet: Any = ""
    # The next page from an empty list, where no row can be added: its name, and the button's label.
    goes_on: tuple[str, Any] | None = None
    # What a search covers, where that is more than a few fields; and advice where it finds nothing.
    how_to_search: Any = ""
    nothing_found: Any = ""
    nothing_found_alone: Any = ""  # for a single word
    # The tsvector column for text search, instead of `search_fields`.
    full_text = ""
    # Fields that are folded on a row's page, besides JSON and lists of ids.
    technical: Sequence[str] = ()
    # Whether a row's page describes it in words, so that all its fields are folded.
    has_summary = False
    # Large columns that no page shows.
    deferred: Sequence[str] = ()

    @property
    def readonly_preprocess_fields(self) -> dict[str, Any]:
        """The theme's hook: show ids of rows with a page as links."""
        return linked_ids(self.model)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return staff_membership(request) is not None

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return staff_membership(request) is not None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.is_editable and is_editor(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.is_editable and is_editor(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_editor_permission(self, request: HttpRequest) -> bool:
        """For actions on rows that are otherwise read-only."""
        return is_editor(request)

    def has_reviewer_permission(self, request: HttpRequest) -> bool:
        """For actions that a policy may hand to reviewers; the gate decides whether one does."""
        return is_reviewer(request)

    def by_editors(self, view: RowView) -> Callable[..., HttpResponseBase]:
        """Wrap a view about one row, inside the scope: for owners and admins, by POST. Other requests are redirected to
        the row's page, or to the list where the address names another kind of row."""
        return self._guarded(view, self.has_editor_permission)

    def by_reviewers(self, view: RowView) -> Callable[..., HttpResponseBase]:
        """The same, for reviewers too."""
        return self._guarded(view, self.has_reviewer_permission)

    def by_staff(self, view: RowView) -> Callable[..., HttpResponseBase]:
        """The same, for all who may read the list; the view checks permissions."""
        return self._guarded(view, self.has_view_permission)

    def _guarded(self, view: RowView, may: Callable[[HttpRequest], bool]) -> Callable[..., HttpResponseBase]:
        def guarded(request: HttpRequest, row_id: UUID) -> HttpResponse:
            if request.method != "POST":
                return redirect(self._page_of(row_id))
            if not may(request):
                raise PermissionDenied
            return view(request, row_id)

        protected: Callable[..., HttpResponseBase] = self.admin_site.admin_view(guarded)
        return protected

    def _page_of(self, row_id: UUID) -> str:
        """Return the page for a stored or reloaded address that only performs an action."""
        pages = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        is_of_model = self.model.objects.filter(pk=row_id).exists()
        return reverse(f"{pages}_change", args=[row_id]) if is_of_model else reverse(f"{pages}_changelist")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[DeclaredLookups]:
        return DeclaredLookups

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        changed_at = reverse(self.changed_at) if self.changed_at else ""
        context = {"about": about(self.model), "changed_at": changed_at} | (extra_context or {})
        response: HttpResponseBase = super().changelist_view(request, context)
        return response

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return readable(self.model, self.list_display)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer(*self.deferred)

    def get_list_filter(self, request: HttpRequest) -> Sequence[Any]:
        """Return the declared filters, and one for each foreign key to a large table, chosen by typing where there are
        many rows. None for memories, which have no names: a search for a memory's ID finds the rows about it."""
        models = {name: self.opts.get_field(name).related_model for name in self.get_autocomplete_fields(request)}
        named = {name: model for name, model in models.items() if model is not Memory}
        picked = [(name, FewFilter if are_few(model) else AutocompleteSelectFilter) for name, model in named.items()]
        return [*super().get_list_filter(request), *picked]

    def get_autocomplete_fields(self, request: HttpRequest) -> list[str]:
        """Return every foreign key to a large table."""
        return [field.name for field in self.opts.concrete_fields if field.related_model in LARGE]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Use a plain select box while there are few rows: it needs no script, and shows all choices at once."""
        model = db_field.related_model
        if are_few(model):
            kwargs |= {"widget": UnfoldAdminSelectWidget(), "empty_label": CHOOSE[model]}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Fold the fields for programs on the page of a read-only row."""
        if self.has_summary:
            return [(_("All fields"), {"classes": ["collapse"], "fields": self.get_fields(request, obj)})]
        found = super().get_fieldsets(request, obj)
        if obj is None or self.fieldsets or len(found) > 1 or self.has_change_permission(request, obj):
            return found
        names = found[0][1]["fields"]
        technical = {field.name for field in self.opts.concrete_fields if is_technical(field)} | {*self.technical}
        folded = [name for name in names if name in technical]
        plain = [name for name in names if name not in technical]
        if not folded or not plain:
            return found
        return [(None, {"fields": plain}), (_("Technical details"), {"classes": ["collapse"], "fields": folded})]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Remove the help text of read-only fields, and use the list's names."""
        if obj is not None and not self.has_change_permission(request, obj):
            kwargs["help_texts"] = {field.name: "" for field in self.opts.concrete_fields}
            kwargs["labels"] = {field.name: capfirst(str(heading_of(field))) for field in self.opts.concrete_fields}
        return super().get_form(request, obj, change=change, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Remove the theme's menu beside a select box: other rows are added on pages of their own."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and isinstance(field.widget, RelatedFieldWidgetWrapper):
            field.widget = field.widget.widget
        return field

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Find a UUID's row and the rows that refer to it; other terms are a text search."""
        number = uuid_of(search_term)
        if number is not None:
            return queryset.filter(_having(self.opts.concrete_fields, number)), False
        return self.by_words(request, queryset, search_term)

    def by_words(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[QuerySet[Any], bool]:
        if self.full_text and search_term:
            return queryset.filter(**{self.full_text: words_query(search_term)}), False
        fields = [name.lstrip("^=@") for name in self.get_search_fields(request)]
        return queryset.filter(*(any_holds(fields, word) for word in search_term.split()[:MOST_WORDS])), False

    def heading(self, row: Any) -> str:
        return row_title(row)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Add a heading without an ID, unless the page has a better one."""
        row = kwargs.get("obj")
        if row is not None and context.get("subtitle") == str(row):
            context["subtitle"] = self.heading(row)
        response: HttpResponse = super().render_change_form(request, context, **kwargs)
        return response

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        raise Http404

    def _get_obj_does_not_exist_redirect(self, request: HttpRequest, opts: Any, object_id: str) -> HttpResponse:
        raise Http404

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:
        self.record(request, [obj], "added")

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Return the old values of the changed fields, for the history."""
        request.held_before = {name: form.initial.get(name) for name in form.changed_data}  # type: ignore[attr-defined]
        return super().construct_change_message(request, form, formsets, add)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> None:
        changed = [
            name for part in message if isinstance(part, dict) for name in part.get("changed", {}).get("fields", [])
        ]
        request.is_unchanged = not changed  # type: ignore[attr-defined]
        if changed:
            self.record(request, [obj], "changed", changed, getattr(request, "held_before", {}))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Report where a form was saved without changes."""
        if getattr(request, "is_unchanged", False):
            messages.info(request, _("Nothing was changed."))
            return (
                redirect(request.path) if "_continue" in request.POST else self.response_post_save_change(request, obj)
            )
        response: HttpResponse = super().response_change(request, obj)
        return response

    def log_deletions(self, request: HttpRequest, queryset: Any) -> None:
        self.record(request, queryset, "deleted")

    def record(
        self,
        request: HttpRequest,
        rows: Iterable[Model],
        done: Done,
        changed: Sequence[str] = (),
        before: Mapping[str, Any] | None = None,
    ) -> None:
        membership, now = staff_membership(request), timezone.now()
        assert membership is not None, "admin_view lets nobody through without a membership"
        for row in rows:
            record_row(row=row, done=done, actor=membership.as_staff(), now=now, changed=changed, before=before)


def any_holds(fields: Iterable[str], word: str) -> Q:
    """Match rows where any field contains the word, with or without accents, also as part of another word."""
    if len(word) > MOST_CHARACTERS:
        return reduce(or_, (Q(**{f"{name}__icontains": word}) for name in fields))
    return reduce(or_, (Q(**{f"{name}__iregex": pattern_of(word)}) for name in fields))


def words_query(term: str) -> SearchQuery:
    return SearchQuery(term, config="english", search_type="websearch")


def _having(fields: Iterable["Field[Any, Any]"], number: UUID) -> Q:
    columns = [field.attname for field in fields if isinstance(_target(field), UUIDField)]
    return reduce(or_, (Q(**{column: number}) for column in columns), Q(pk__in=[]))


def _target(field: "Field[Any, Any]") -> "Field[Any, Any]":
    return field.target_field if isinstance(field, ForeignKey) else field
