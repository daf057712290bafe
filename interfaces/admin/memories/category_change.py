"""Moving memories to another category: with a preview of who could read them, and with undo."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from consent.changes.category import ChangeCategory
from consent.outcomes import Applied, Outcome
from interfaces.admin.categories.preview import readers_of
from interfaces.admin.memories.bulk_actions import (
    MOST_AT_ONCE,
    MOST_LISTED,
    MOST_UNDONE,
    selection_of,
    text_of,
    warn_of_left_out,
)
from interfaces.admin.memories.gate_redirect import GateRedirect
from interfaces.admin.tables.columns import memory_in_full
from interfaces.admin.texts.wording import category_label, names_of, quoted
from interfaces.admin.views.permissions import is_editor
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, LifecycleState
from workspaces.models import Allowlist, Category

LEFT_OUT: tuple[Any, ...] = (
    ngettext_lazy(
        "%d memory was left out: a fact is filed under the category of its field.",
        "%d memories were left out: facts are filed under the category of their field.",
    ),
    ngettext_lazy("%d memory was left out: it is not kept.", "%d memories were left out: they are not kept."),
    ngettext_lazy("%d memory is filed there already.", "%d memories are filed there already."),
)


class CategoryForm(forms.Form):
    category = forms.ChoiceField(label=gettext_lazy("New category"), widget=forms.Select(attrs={"class": "input"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = sorted({*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()})
        choices = [("", _("Choose a category")), *((name, category_label(name)) for name in names)]
        self.fields["category"].choices = choices  # type: ignore[attr-defined]


class RoleMove(NamedTuple):
    """How many of the moved memories a role gains and loses."""

    role: str
    gains: int
    loses: int


class MovedMemories(GateRedirect):
    """Names the moved memories, with a link back to each former category."""

    def __init__(self, back: str, rows: Sequence[Memory], category: str) -> None:
        self.rows, self.category = rows, category
        super().__init__(back, [ChangeCategory(memory_id=row.id, category=category) for row in rows])

    def summary(self, outcomes: Sequence[Outcome]) -> str:
        done = [row for row, one in zip(self.rows, outcomes, strict=True) if isinstance(one, Applied)]
        names = names_of([quoted(memory_in_full(row)) for row in done])
        named = {"category": category_label(self.category), "names": names}
        text = _("Filed under %(category)s: %(names)s") % named
        former = sorted({row.category for row in done}) if len(done) <= MOST_UNDONE else []
        links = [(_address(done, name), _undo_address(name, former)) for name in former]
        return format_html("{}{}", text, format_html_join("", ' <a class="underline" href="{}">{}</a>', links))


def move(request: HttpRequest) -> HttpResponse:
    """Show the page about the memories in the address; by POST a preview, or with `save` the change."""
    if not is_editor(request):
        raise PermissionDenied
    given, rows, back = selection_of(request)
    form = CategoryForm(given if "category" in given else None)
    if request.method == "POST" and "save" in request.POST and form.is_valid():
        found, left_out = _applicable(rows, form.cleaned_data["category"])
        warn_of_left_out(request, left_out)
        return MovedMemories(back, found, form.cleaned_data["category"]) if found else redirect(back)
    return ask_where(request, rows, back, form) or redirect(back)


def ask_where(
    request: HttpRequest, rows: QuerySet[Memory], back: str, form: CategoryForm | None = None
) -> HttpResponse | None:
    """Show the page that asks for the category, and who would read them in the one of a valid form; None where none can
    be moved, which the messages explain."""
    form = form or CategoryForm()
    category = form.cleaned_data["category"] if form.is_bound and form.is_valid() else ""
    found, left_out = _applicable(rows, category)
    if not found and not category:
        warn_of_left_out(request, left_out)
        return None
    count = len(found)
    page = {
        "title": ngettext("Move %(count)d memory", "Move %(count)d memories", count) % {"count": count},
        "form": form,
        "category": category,
        "roles": _moves(found, category) if category else [],
        "rows": [(row, text_of(row)) for row in found],
        "all_ids": [row.pk for row in rows[:MOST_AT_ONCE]],
        "left_out": left_out,
        "most": MOST_LISTED,
        "more": max(0, count - MOST_LISTED),
        "back": back,
    }
    return TemplateResponse(request, "admin/memory/move.html", admin.site.each_context(request) | page)


def _applicable(rows: QuerySet[Memory], category: str) -> tuple[list[Memory], list[str]]:
    """Return the memories that can be moved there, and the messages about the others."""
    chosen = list(rows.order_by("-updated_at")[:MOST_AT_ONCE])
    free = [row for row in chosen if not row.is_fact and row.state == LifecycleState.ACTIVE]
    found = [row for row in free if row.category != category]
    facts = sum(row.is_fact for row in chosen)
    counts = (facts, len(chosen) - len(free) - facts, len(free) - len(found))
    return found, [text % count for text, count in zip(LEFT_OUT, counts, strict=True) if count]


def _moves(rows: Iterable[Memory], category: str) -> list[RoleMove]:
    """Return what each role with a list gains and loses. One query."""
    lists: Mapping[str, set[str]] = {row.role: {*row.categories} for row in Allowlist.objects.all()}
    after, gains, losses = readers_of(category, lists), Counter[str](), Counter[str]()
    for row in rows:
        before = readers_of(row.category, lists)
        gains.update(after - before)
        losses.update(before - after)
    return [RoleMove(role, gains[role], losses[role]) for role in sorted(gains.keys() | losses.keys())]


def _address(rows: Iterable[Memory], category: str) -> str:
    ids = [str(row.id) for row in rows if row.category == category]
    return reverse("admin:memories_memory_move", query={"id": ids, "category": category})


def _undo_address(name: str, former: Sequence[str]) -> str:
    return _("Undo") if len(former) == 1 else _("Back to %(category)s") % {"category": category_label(name)}
