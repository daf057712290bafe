"""The page of categories. Each change is previewed or saved as a whole."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.admin.categories.preview import preview_of
from interfaces.admin.categories.table import InvalidTable, posted_table, stored_table
from interfaces.admin.staff import is_editor, staff_membership
from memories.maintenance.record_setup import record_setup
from workspaces import category_config
from workspaces.actors import Actor
from workspaces.category_config import CategoryConfig, CategoryEntry
from workspaces.models.category import ContextMode

CONTEXTS = ((ContextMode.ALL, gettext_lazy("Always")), (ContextMode.RAG, gettext_lazy("If it fits the question")))


def categories_page(request: HttpRequest) -> HttpResponse:
    """What each category is for and who reads it. POST previews or, with `save` and for those who may, saves."""
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
            if "save" in request.POST:
                return _save(request, config)
            page["preview"] = preview_of(config)
    page |= {"title": _("Categories"), "may_save": is_editor(request), "contexts": CONTEXTS}
    return TemplateResponse(request, "admin/category/table.html", admin.site.each_context(request) | page)


def save_config(document: CategoryConfig, *, actor: Actor) -> None:
    """In the entered scope, with its row in the history."""
    before = category_config.parse(category_config.dump())
    category_config.load(document)
    counts = {
        "categories": len(document.categories.system) + len(document.categories.custom),
        "roles": sorted(document.allowlists),
        **_differences(before, document),
    }
    record_setup(what="categories", done="changed", details=counts, actor=actor, now=timezone.now())


def _differences(before: CategoryConfig, after: CategoryConfig) -> dict[str, Any]:
    """The names of the categories and roles that another configuration changes, and which roles read each."""
    old, new = _entries(before), _entries(after)
    mine, theirs = ({role: {*names} for role, names in one.allowlists.items()} for one in (before, after))
    named = old.keys() | new.keys() | set().union(*mine.values(), *theirs.values())
    read = {name: {"before": _readers(name, before), "after": _readers(name, after)} for name in sorted(named)}
    return {
        "added_categories": sorted(new.keys() - old.keys()),
        "removed_categories": sorted(old.keys() - new.keys()),
        "changed_categories": sorted(name for name in old.keys() & new.keys() if old[name] != new[name]),
        "changed_roles": sorted(role for role in mine.keys() | theirs.keys() if mine.get(role) != theirs.get(role)),
        "readers": {name: each for name, each in read.items() if each["before"] != each["after"]},
    }


def _readers(name: str, config: CategoryConfig) -> list[str]:
    return sorted(role for role, names in config.allowlists.items() if name in names)


def _entries(config: CategoryConfig) -> dict[str, CategoryEntry]:
    return {entry.name: entry for group in (config.categories.system, config.categories.custom) for entry in group}


def _save(request: HttpRequest, config: CategoryConfig) -> HttpResponse:
    membership = staff_membership(request)
    assert membership is not None, "admin_view lets nobody through without a membership"
    save_config(config, actor=membership.as_staff())
    messages.success(request, _("Saved. It applies from the next request on."))
    return redirect("admin:category_config")
