"""Filters whose choices come from small tables; Django's own would scan the whole list."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memories.models.choices import DEFAULT_CATEGORY
from workspaces import sensitivity
from workspaces.models import Agent, Category


class ColumnFilter(SimpleListFilter):
    """Filters by the column named like the parameter."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(**{str(self.parameter_name): value})


class CategoryFilter(ColumnFilter):
    title = _("category")
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Default categories have no row of their own."""
        names = {*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()}
        return [(name, name) for name in sorted(names)]


class SensitivityFilter(ColumnFilter):
    title = _("sensitivity")
    parameter_name = "sensitivity"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(label, label) for label in sensitivity.LABELS]


class AgentFilter(ColumnFilter):
    """By the agent that acted, as rows name it: `agent:planner`."""

    title = _("agent")
    parameter_name = "actor_label"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        roles = Agent.objects.order_by("role").values_list("role", flat=True).distinct()
        return [(f"agent:{role}", role) for role in roles]
