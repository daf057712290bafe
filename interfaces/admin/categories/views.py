"""The page of categories. Each change is previewed or saved as a whole."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from interfaces.admin.categories.preview import memory_counts, preview_of
from interfaces.admin.categories.table import InvalidTable, posted_table, stored_table
from interfaces.admin.history.category_differences import CONTEXTS, differences
from interfaces.admin.history.changes import category_sentences
from interfaces.admin.texts.wording import category_label
from interfaces.admin.views.permissions import is_editor, staff_membership
from memories.maintenance.record_setup import record_setup
from memories.models import History
from workspaces import category_config
from workspaces.actors import Actor
from workspaces.category_config import CategoryConfig
from workspaces.models import Category
from workspaces.models.category import SUPERVISOR


def categories_page(request: HttpRequest) -> HttpResponse:
    """Show what each category is for and who reads it. POST previews or, with `save` and permission, saves."""
    page: dict[str, Any] = {"table": stored_table()}
    if request.method == "POST":
        if not is_editor(request):
            raise PermissionDenied
        table = posted_table(request.POST)
        page = {"table": table}
        try:
            config = table.config()
        except InvalidTable as error:
            page["problems"] = error.problems
        else:
            page["left_behind"] = left_behind(config)
            if "save" in request.POST and (not page["left_behind"] or "leaves_memories" in request.POST):
                return _save(request, config)
            page |= {
                "preview": preview_of(config),
                "change_sentences": change_sentences(config),
                "is_asked": "save" in request.POST,
            }
    page |= {"title": _("Categories"), "may_save": is_editor(request), "contexts": CONTEXTS}
    return TemplateResponse(request, "admin/category/table.html", admin.site.each_context(request) | page)


def change_sentences(document: CategoryConfig) -> list[str]:
    """Return a sentence for each category that would be added, removed or changed. Runs in the entered scope."""
    found = differences(category_config.parse(category_config.dump()), document)
    return [*category_sentences(found)]


def left_behind(document: CategoryConfig) -> list[str]:
    """Return how many memories remain in each removed category, with a link to them. Runs in the entered scope."""
    removed = {*Category.objects.values_list("name", flat=True)} - {entry.name for entry in document.entries}
    counts = memory_counts() if removed else {}
    return [_remaining(name, counts[name]) for name in sorted(removed & counts.keys())]


def _remaining(category: str, count: int) -> str:
    text = ngettext(
        "%(count)d memory stays filed under %(category)s, which has no settings then. Move it first.",
        "%(count)d memories stay filed under %(category)s, which has no settings then. Move them first.",
        count,
    ) % {"count": count, "category": category_label(category)}
    page = reverse("admin:memories_memory_changelist", query={"category": category})
    return format_html('{} <a class="underline" href="{}">{}</a>', text, page, _("See what is filed there"))


def save_config(document: CategoryConfig, *, actor: Actor) -> None:
    """Runs in the entered scope, with its row in the history."""
    before = category_config.parse(category_config.dump())
    category_config.load(document)
    counts = {
        "categories": len(document.entries),
        "roles": sorted(document.allowlists),
        **differences(before, document),
    }
    record_setup(what="categories", done="changed", details=counts, actor=actor, now=timezone.now())


def list_role(role: str, categories: Sequence[str], *, actor: Actor) -> bool:
    """Give a role one of these categories, where it has no allowlist yet. Return whether it was given one."""
    config = category_config.parse(category_config.dump())
    if role in config.allowlists or role == SUPERVISOR:
        return False
    save_config(config.with_list(role, categories), actor=actor)
    return True


def _save(request: HttpRequest, config: CategoryConfig) -> HttpResponse:
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    save_config(config, actor=membership.as_staff())
    messages.success(request, saved_text())
    return redirect("admin:category_config")


def saved_text() -> str:
    """Return the message with a link to the change in the history."""
    row = History.objects.filter(meta__what="categories").order_by("-created_at", "-id").first()
    assert row is not None, "saving leaves a row"
    text, link = _("Saved. It applies from the next request on."), _("What was changed, with what was before")
    page = reverse("admin:memories_history_change", args=[row.pk])
    return format_html('{} <a class="underline" href="{}">{}</a>', text, page, link)
