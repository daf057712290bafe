"""Policies, signals and decisions."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.models import Decision, FieldAlias, Policy, Signal
from consent.policies.confirmation import confirmation_of
from interfaces.admin.policies.matching_rules import reason_of
from interfaces.admin.policies.wording import (
    IN_WORDS,
    OUTCOME_SENTENCES,
    OUTCOMES,
    conditions,
    entries_of,
    in_words,
    note_rules,
)
from interfaces.admin.questions.question_page import has_receipt
from interfaces.admin.questions.search import shown_field
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.columns import annotated_ids
from interfaces.admin.tables.editable_admin import RevocableAdmin
from interfaces.admin.tables.filters import CategoryFilter, PersonFilter, RevokedFilter, UsedFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.actors import GONE, agent_names, who_acted, with_login
from interfaces.admin.texts.wording import field_words, question_title, shortened
from interfaces.admin.views.permissions import is_editor
from memories.models.fact import FactCategory
from workspaces.models import Person

# Names of signals, by the attribute that distinguishes them.
EVIDENCE = {
    "turn": _("A message"),
    "session": _("A conversation"),
    "insight": _("A conclusion"),
    "claim": _("What the agent itself says"),
}


def _rule_context(rule: Policy) -> dict[str, Any]:
    (entry,) = entries_of([rule])
    person = Person.objects.filter(id=rule.person_id).first() if rule.person_id else None
    words = {"subtitle": in_words(entry), "rule": rule, "conditions": conditions(entry), "person": person}
    return words | {"effect": OUTCOME_SENTENCES[entry.outcome]}


class RuleList(DeclaredLookups):
    """Shows each rule in words."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        note_rules(self.result_list)


@admin.register(Policy)
class PolicyAdmin(RevocableAdmin):
    """The rules of the workspace, which the policy editor changes, and those of people, which only they change."""

    change_form_outer_before_template = "admin/policy/row.html"
    list_display = ("rule", annotated_ids("whom", Person), "created_at", "revoked_at")
    list_filter = ("outcome", ("revoked_at", RevokedFilter))
    search_fields = ("fact_key", "fact_category", "category")
    search_help_text = _("Search field, category or ID")
    ordering = ("priority", "created_at")
    changed_at = "admin:policies"
    is_editable = False
    has_summary = True

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[RuleList]:
        return RuleList

    @admin.display(description=_("Rule"))
    def rule(self, row: Policy) -> str:
        return getattr(row, IN_WORDS, "")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Policy]:
        """Add `whom`, the person whose rule it is, or whom alone it is about."""
        rows: QuerySet[Policy] = super().get_queryset(request)
        return rows.annotate(whom=Coalesce("person_id", "about_person_id"))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = _rule_context(row) | {"may_edit": is_editor(request)} if row else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

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

    list_display = ("about", "shown_value", "comes_from", "person", "actor_label", "created_at", "used_at")
    list_filter = (CategoryFilter, "created_at", ("used_at", UsedFilter))
    list_select_related = ("person",)
    search_fields = ("field", "value", "actor_label", "person__name")
    search_help_text = _("Search field, value, person or ID")
    ordering = ("-created_at",)
    change_form_outer_before_template = "admin/question/signal.html"
    has_summary = True

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = self._context(row, may_edit=is_editor(request)) if row else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    def _context(self, row: Signal, *, may_edit: bool) -> dict[str, Any]:
        """Return the progress of the evidence and the rule behind it; for used evidence, its result."""
        heading = f"{self.about(row)}: {self.shown_value(row)}" if row.value else self.about(row)
        who = who_acted(row, agent_names())
        page = {"signal": row, "subtitle": heading, "evidence": self.comes_from(row), "who": who}
        if row.used_at:
            return page
        found = confirmation_of(row)
        rule = reason_of(found.subject, found.policy, may_edit=may_edit)
        return page | {"confirmation": found, "rule": rule, "outcome": OUTCOMES[found.ruling.outcome]}

    @admin.display(description=_("Field"), ordering="field")
    def about(self, row: Signal) -> str:
        """ "Tone" for `preference.tone`; other names as a question shows them."""
        field = row.field.partition(":")[0]
        return capfirst(field_words(field if field.partition(".")[0] in FactCategory.values else row.field))

    @admin.display(description=_("Value"), ordering="value")
    def shown_value(self, row: Signal) -> str:
        return shortened(row.value)

    @admin.display(description=_("Evidence"))
    def comes_from(self, row: Signal) -> str:
        return str(EVIDENCE.get(row.evidence.partition(":")[0], _("An event of a source")))


@admin.register(Decision)
class DecisionAdmin(StaffModelAdmin):
    change_form_outer_before_template = "admin/question/decision.html"
    list_display = ("question", "verdict", "person_id", "answered_by", "method", "created_at")
    list_filter = ("verdict", "method", PersonFilter, "created_at")
    list_select_related = ("proposal",)
    search_fields = ("shown_field",)
    search_help_text = _("Search field or ID")
    ordering = ("-created_at",)
    has_summary = True

    def heading(self, row: Decision) -> str:
        """ "Refused: Religion"."""
        return f"{row.get_verdict_display()}: {self.question(row)}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        rows: QuerySet[Decision] = super().get_queryset(request).annotate(shown_field=shown_field("proposal__"))
        return with_login(rows, "account_id")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        person = Person.objects.filter(id=row.person_id).first() if row and row.person_id else None
        heading = self.heading(row) if row else ""
        context = {"decision": row, "person": person, "heading": heading, "subtitle": heading} if row else {}
        context |= {"has_receipt": row is not None and has_receipt(row.proposal)}
        response: HttpResponse = super().change_view(request, object_id, form_url, context | (extra_context or {}))
        return response

    @admin.display(description=_("Answered by"))
    def answered_by(self, row: Decision) -> str:
        return getattr(row, "login", None) or (str(GONE) if row.account_id else "–")

    @admin.display(description=_("Question"))
    def question(self, row: Decision) -> str:
        return shortened(question_title(row.proposal))
