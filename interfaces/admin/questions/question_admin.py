"""The list of questions, and a question's page."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.policies.delegation import answerers
from interfaces.admin.questions.answers import answer_question, newer_questions, retract
from interfaces.admin.questions.bulk_answers import SeveralAnswers
from interfaces.admin.questions.bulk_undo import undo_several
from interfaces.admin.questions.choices import settle_question, withdraw_answer
from interfaces.admin.questions.deciders import who_answers
from interfaces.admin.questions.filters import NOT_ASKED, DueFilter, ReviewersFilter, StateFilter
from interfaces.admin.questions.question_page import page_of_question, receipt
from interfaces.admin.questions.search import SEARCHED, SHOWN, matching
from interfaces.admin.tables.change_list import DeclaredLookups
from interfaces.admin.tables.filters import AgentFilter, CategoryFilter
from interfaces.admin.tables.model_admin import StaffModelAdmin
from interfaces.admin.texts.actors import with_login
from interfaces.admin.texts.wording import ahead, proposed, question_subject, requested_text
from interfaces.admin.views.permissions import is_editor, staff_actor

# Fields that reveal the requested value.
VALUE_FIELDS = ("field", "change", "new_value", "kept_value", "reason", "evidence", "evidence_turn_id", "claims")
WHO, NEWER = "who_may_answer", "newer_question"  # set on each row of a list
STATE_COLOURS = {
    ProposalState.PENDING: "warning",
    ProposalState.APPROVED: "success",
    ProposalState.AMENDED: "success",
    ProposalState.REJECTED: "danger",
    ProposalState.WITHDRAWN: "default",
    ProposalState.EXPIRED: "default",
    ProposalState.SUPERSEDED: "default",
    ProposalState.STALE: "default",
    NOT_ASKED[0]: "default",
}


class QuestionList(DeclaredLookups):
    """Shows for each open question who may answer it, and for a replaced one whether its value is still open."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        joined = newer_questions(self.result_list)
        for row in self.result_list:
            setattr(row, NEWER, joined.get(row.id))
        rows = [row for row in self.result_list if _is_waiting(row) and not row.is_muted]
        by = answerers(rows)
        for row in rows:
            setattr(row, WHO, who_answers(by[row.id]) or _("Nobody yet"))


@admin.register(Proposal)
class ProposalAdmin(StaffModelAdmin):
    """Requests to people. The people answer them, or reviewers where a policy says so."""

    change_form_outer_before_template = "admin/question/answer.html"
    list_display = ("about", "value", "person", "actor_label", "status", "who", "ends", "created_at")
    list_filter = (StateFilter, DueFilter, ReviewersFilter, CategoryFilter, AgentFilter, "created_at")
    list_select_related = ("person",)
    nothing_yet = _(
        "Nothing waits. When an agent wants to store something sensitive, such as a city, the person is asked first. "
        "Policies say what is asked about."
    )
    goes_on = ("admin:policies", _("See the policies"))
    fieldsets = (
        (
            _("All fields"),
            {
                "classes": ["collapse"],
                "fields": (
                    *("person", "namespace_path", "category", "sensitivity_rank", "field", "memory_id", "base_version"),
                    *("change", "change_hash", "shown_hash", "revision", "old_value", "new_value", "kept_value"),
                    *("changed_attributes", "reason", "evidence_turn_id", "evidence", "claims", "actor_label"),
                    *("state", "created_at", "expires_at", "decided_at", "superseded_by"),
                    *("blocked_until", "is_muted", "reminders_sent"),
                ),
            },
        ),
    )
    search_fields = SEARCHED
    search_help_text = _("Search field, value, who asked, person, file or ID")
    ordering = ("-created_at",)
    actions = ("approve", "refuse")

    @admin.action(description=_("Approve selected"), permissions=["reviewer"])
    def approve(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponseBase:
        return _answer_each(request, rows, "approve")

    @admin.action(description=_("Refuse selected"), permissions=["reviewer"])
    def refuse(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponseBase:
        return _answer_each(request, rows, "refuse")

    @admin.display(description=_("Field"), ordering="field")
    def about(self, row: Proposal) -> str:
        """`identity.city` as "City"; other names unchanged."""
        return capfirst(question_subject(row))

    @admin.display(description=_("Value"), ordering="shown_value")
    def value(self, row: Proposal) -> str:
        return format_html('<span class="two-lines">{}</span>', proposed(row) or "–")

    @display(description=_("Status"), ordering="state", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def status(self, row: Proposal) -> tuple[str, str]:
        """An overdue question counts as expired, though a job closes it only within minutes."""
        if row.is_muted and _is_waiting(row):
            return NOT_ASKED[0], str(NOT_ASKED[1])
        state = ProposalState.EXPIRED if _is_overdue(row) else ProposalState(row.state)
        return state, str(_("Asked in a newer question") if getattr(row, NEWER) else state.label)

    @admin.display(description=_("Who may answer"))
    def who(self, row: Proposal) -> str:
        return str(getattr(row, WHO, "–"))

    @admin.display(description=_("Expires"), ordering="expires_at")
    def ends(self, row: Proposal) -> str:
        return ahead(row.expires_at) if _is_waiting(row) and not row.is_muted else "–"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[QuestionList]:
        return QuestionList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = with_login(super().get_queryset(request), "account_id").annotate(**SHOWN)
        return rows

    def by_words(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[QuerySet[Any], bool]:
        return matching(queryset, search_term), False

    def get_exclude(self, request: HttpRequest, obj: Proposal | None = None) -> Sequence[str]:
        return VALUE_FIELDS if obj is not None and (obj.is_refused or requested_text(obj) != obj.new_value) else ()

    def get_fieldsets(self, request: HttpRequest, obj: Proposal | None = None) -> Any:
        """Hide fields that would reveal a refused value, or a number that the person removed."""
        hidden = self.get_exclude(request, obj)
        return [
            (title, options | {"fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in super().get_fieldsets(request, obj)
        ]

    def get_urls(self) -> list[URLPattern]:
        views = {"answer": answer_question, "settle": settle_question, "undo": withdraw_answer, "retract": retract}
        pages = [
            path(f"<uuid:row_id>/{verb}/", self.by_staff(view), name=f"{verb}_question") for verb, view in views.items()
        ]
        proof = path("<uuid:proposal_id>/receipt.json", self.admin_site.admin_view(receipt), name="question_receipt")
        several = path("undo/", self.admin_site.admin_view(undo_several), name="undo_questions")
        return [proof, several, *pages, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        proposal = self.get_object(request, object_id)
        above = page_of_question(request, proposal) if proposal is not None else {}
        response: HttpResponse = super().change_view(request, object_id, form_url, above | (extra_context or {}))
        return response


def _is_overdue(row: Proposal) -> bool:
    return row.state == ProposalState.PENDING and row.expires_at <= timezone.now()


def _is_waiting(row: Proposal) -> bool:
    return row.state == ProposalState.PENDING and not _is_overdue(row)


def _answer_each(request: HttpRequest, rows: QuerySet[Any], answer: str) -> HttpResponseBase:
    edits = is_editor(request)
    return SeveralAnswers(request.get_full_path(), list(rows), answer, staff_actor(request), edits=edits)
