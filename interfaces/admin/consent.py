"""Policies, signals and decisions."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, FieldAlias, Policy, Signal
from interfaces.admin.editable_admin import RevocableAdmin
from interfaces.admin.filters import CategoryFilter
from interfaces.admin.staff_admin import StaffModelAdmin
from interfaces.admin.wording import field_words


@admin.register(Policy)
class PolicyAdmin(RevocableAdmin):
    """The workspace's rules. A person's own rules are theirs: staff cannot change them."""

    list_display = ("__str__", "priority", "outcome", "is_personal", "created_at", "revoked_at")
    list_filter = ("outcome", ("revoked_at", admin.EmptyFieldListFilter))
    search_fields = ("fact_key", "fact_category", "category")
    ordering = ("priority", "created_at")
    fields = (
        "priority",
        "fact_category",
        "fact_key",
        "category",
        "memory_type",
        "sensitivity",
        "trust",
        "outcome",
        "allows_chat",
        "delegates_to_reviewers",
    )

    @admin.display(description=_("Personal"), boolean=True)
    def is_personal(self, row: Policy) -> bool:
        return row.person_id is not None

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and not (obj and obj.person_id)

    def revocable(self, rows: QuerySet[Policy]) -> QuerySet[Policy]:
        return rows.filter(person_id__isnull=True)


@admin.register(FieldAlias)
class FieldAliasAdmin(StaffModelAdmin):
    """Other spellings of keys; edited with the policies, as YAML."""

    list_display = ("spelling", "category", "key")
    list_filter = (CategoryFilter,)
    search_fields = ("spelling", "key")
    ordering = ("spelling",)


@admin.register(Signal)
class SignalAdmin(StaffModelAdmin):
    """Evidence for facts that are not stored yet."""

    list_display = ("field", "evidence", "person", "actor_label", "created_at", "used_at")
    list_filter = (CategoryFilter, "created_at", ("used_at", admin.EmptyFieldListFilter))
    list_select_related = ("person",)
    search_fields = ("field", "actor_label", "person__name")
    ordering = ("-created_at",)


@admin.register(Decision)
class DecisionAdmin(StaffModelAdmin):
    list_display = ("verdict", "question", "method", "created_at")
    list_filter = ("verdict", "method", "created_at")
    list_select_related = ("proposal",)
    search_fields = ("proposal__field",)
    ordering = ("-created_at",)

    @admin.display(description=_("Question"))
    def question(self, row: Decision) -> str:
        return capfirst(field_words(row.proposal.field_name))
