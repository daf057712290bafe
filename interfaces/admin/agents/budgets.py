"""Budgets: what background work used each day, and its limit."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from intelligence.model_access import token_cap
from intelligence.models.budget import Budget, Kind
from interfaces.admin.tables.model_admin import StaffModelAdmin
from workspaces.models import Quota

TOKENS = (Kind.INPUT_TOKENS, Kind.OUTPUT_TOKENS)


@admin.register(Budget)
class BudgetAdmin(StaffModelAdmin):
    list_display = ("person", "day", "kind", "used", "limit")
    list_filter = ("day", "kind")
    list_select_related = ("person",)
    search_fields = ("person__name",)
    ordering = ("-day", "kind", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Budget]:
        rows: QuerySet[Budget] = super().get_queryset(request)
        return rows.annotate(quota=Subquery(Quota.objects.values("tokens_per_day")[:1]))

    @admin.display(description=_("At most a day"))
    def limit(self, row: Any) -> str:
        caps = {Kind.WRITES: settings.WRITES_PER_DAY, Kind.PAIRS: settings.CONSOLIDATION_PAIRS}
        if row.kind not in TOKENS:
            return str(intcomma(caps[row.kind])) if row.kind in caps else "–"
        cap = token_cap([row.quota])
        return _("%(count)s, sent and written together") % {"count": intcomma(cap)} if cap is not None else "–"
