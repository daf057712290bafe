"""Categories and allowlists as YAML (001 §5), with a look at what a change would mean before it is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from interfaces.admin.staff import is_editor
from memories.models import Memory
from memories.models.choices import LifecycleState
from workspaces import category_config
from workspaces.actions.authenticate_key import SUPERVISOR
from workspaces.category_config import CategoryConfig, InvalidConfig
from workspaces.models import Allowlist

ROWS = 28


@dataclass(frozen=True, slots=True)
class Sight:
    """What one role may read: categories and how many memories they hold now, and what a change would add or take."""

    role: str
    before: int
    after: int
    gains: Sequence[str]
    losses: Sequence[str]


class ConfigForm(forms.Form):
    config = forms.CharField(
        label=_("Categories and allowlists"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": ROWS, "spellcheck": "false", "class": "font-mono"}),
    )

    def clean_config(self) -> CategoryConfig:
        try:
            return category_config.parse(self.cleaned_data["config"])
        except InvalidConfig as error:
            raise ValidationError(str(error)) from error


def edit_categories(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """Show the configuration; on POST try it or, for those who may, save it."""
    form = ConfigForm(request.POST or None, initial={"config": category_config.dump()})
    page = {**context, "title": _("Categories and allowlists"), "form": form, "may_save": is_editor(request)}
    if request.method != "POST" or not form.is_valid():
        return TemplateResponse(request, "admin/category_config.html", page)
    config = form.cleaned_data["config"]
    if "save" not in request.POST:
        return TemplateResponse(request, "admin/category_config.html", page | {"sights": preview(config)})
    if not is_editor(request):
        raise PermissionDenied
    category_config.load(config)
    messages.success(request, _("Saved. It applies from the next request on."))
    return redirect("admin:category_config")


def preview(config: CategoryConfig) -> list[Sight]:
    """What each role may read in the scope's workspace now, and with this configuration."""
    rows = Memory.objects.filter(state=LifecycleState.ACTIVE).values_list("category").annotate(count=Count("id"))
    counts: dict[str, int] = dict(rows)
    old = {row.role: set(row.categories) for row in Allowlist.objects.all()}
    new = {role: set(names) for role, names in config.allowlists.items()}
    return [_sight(role, old, new, counts) for role in sorted(old.keys() | new.keys())]


def _sight(role: str, old: Mapping[str, set[str]], new: Mapping[str, set[str]], counts: Mapping[str, int]) -> Sight:
    before, after = _readable(role, old, counts), _readable(role, new, counts)
    return Sight(
        role=role,
        before=sum(counts.get(name, 0) for name in before),
        after=sum(counts.get(name, 0) for name in after),
        gains=sorted(after - before),
        losses=sorted(before - after),
    )


def _readable(role: str, lists: Mapping[str, set[str]], counts: Mapping[str, int]) -> set[str]:
    """A supervisor also reads what no list names (R3)."""
    unnamed = set(counts) - set().union(*lists.values()) if role == SUPERVISOR else set()
    return lists.get(role, set()) | unnamed
